"""Every page that a member can open, found by asking each route of the project; what answers no page is left out."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from urllib.parse import quote

from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from bench.filling import MIDDLE
from finance.models import Account, Transaction
from finance.paging import PageKey
from people.addresses import PART, address
from people.models import Organization
from reconciliation.models import Statement, StatementImport
from reconciliation.presentation.import_list import LISTED_BY
from reconciliation.reports.catalogue import OF_A_STATEMENT

Address = tuple[str, Callable[[], object]]


def addresses(user: User) -> Iterator[Address]:
    """The name of each page and what asks for it, as somebody who owns every organization."""
    client = Client(raise_request_exception=False)
    client.force_login(user)
    for name, place in _named():
        answer = client.get(place)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            yield name, partial(client.get, place)
    yield "sign_in", partial(Client().get, address("sign_in"))


def _named() -> Iterator[tuple[str, str]]:
    samples, slug = _samples(), _first().slug
    for name, arguments in _routes(get_resolver()):
        for values in _values(arguments, samples):
            keys = [str(value) for key, value in values.items() if key in ("import_id", "report")]
            yield " ".join([name, *(samples.get(key, ({}, key))[1] for key in keys)]), address(name, organization=slug, **values)
    yield from _variants()


def _routes(resolver: URLResolver) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The product's own, by name, with the arguments that each takes."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern) and entry.name:
            yield entry.name, tuple(part for part in entry.pattern.converters if part != PART)
        elif isinstance(entry, URLResolver) and entry.namespace is None:
            yield from _routes(entry)


def _values(arguments: tuple[str, ...], samples: dict[str, tuple[dict[str, Any], str]]) -> Iterator[dict[str, Any]]:
    """Yield the arguments of a route: each sample that has all of them."""
    known = [values for values, _name in samples.values()] if "import_id" in arguments else [_busiest()]
    reports = OF_A_STATEMENT if "report" in arguments else [""]
    for values in known:
        for report in reports:
            parts = values | {"report": report, "year": MIDDLE.year}
            if parts.keys() >= set(arguments):
                yield {name: parts[name] for name in arguments}


def _samples() -> dict[str, tuple[dict[str, Any], str]]:
    """By the import's id: what stands in addresses, and the file's name. One proved, one that differs, one among many."""
    ours = Statement.objects.of(_first()).filter(
        statement_import__filename__in=["checking-2026-01.pdf", "card-2026-01.pdf", "statement-5.pdf"]
    )
    return {
        str(statement.statement_import_id): (
            {"import_id": statement.statement_import_id, "statement_id": statement.pk, "position": statement.number + 1},
            statement.statement_import.filename,
        )
        for statement in ours.select_related("statement_import")
    }


def _busiest() -> dict[str, Any]:
    account = Account.objects.of(_first()).get(name="Account 1")
    return {"account_id": account.pk, "entry_id": _middle(account).pk}


def _middle(account: Account) -> Transaction:
    return Transaction.objects.of(account.organization).filter(account=account, booked_on__gte=MIDDLE).order_by("booked_on", "id")[0]


def _variants() -> Iterator[tuple[str, str]]:
    """The lists as people leave them: sorted, searched, filtered, and far from their first page."""
    account, half = _busiest()["account_id"], StatementImport.objects.of(_first()).order_by("uploaded_at")
    row = half[half.count() // 2]
    queries = {f"by {order}": f"sort={order}" for order in LISTED_BY.columns} | {
        f"search {text}": f"search={text}" for text in ("statement-77", "nowhere")
    }
    queries |= {"search account": "search=Account+77", "of the busiest account": f"account={account}", "that differ": "verdict=mismatched"}
    queries |= {
        "of a month": f"month={MIDDLE:%Y-%m}",
        "for a person": "show=person",
        "half way": f"after=0~{quote(str(row.uploaded_at))}~{row.pk}",
    }
    queries |= {"by file, half way": f"sort=file&after=statement-5~{row.pk}", "by period, half way": f"sort=period&after={MIDDLE}~{row.pk}"}
    yield from ((f"imports, {name}", f"{address('imports', organization=_first().slug)}?{query}") for name, query in queries.items())
    key = PageKey(booked_on=MIDDLE, id=_middle(Account.objects.of(_first()).get(pk=account)).pk)
    yield "account, half way", f"{address('account', account, organization=_first().slug)}?after={key}"


def _first() -> Organization:
    return Organization.objects.get(slug="marlow-street-pottery")
