"""The part of the ledger that a statement's answer rests on: every entry that it names, and every other of the statement's days."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Q

from finance.models import Account, Transaction
from reconciliation.models import Match, Statement
from reconciliation.proof.form import Json, sha256_of
from reconciliation.reconcile.conclusions import Days, days_of_stored


def ledger_of(statement: Statement, verdict: Mapping[str, Any]) -> Json | None:
    """Return the extract, or None if the account of the statement is unknown. `cleared_elsewhere` are entries of these days that other
    statements show, and later ones that earlier statements have shown already."""
    account, days = statement.account, days_of_stored(statement)
    if account is None:
        return None
    in_account = Transaction.objects.of(account.organization).filter(account=account)
    named = {entry.pk: entry for entry in in_account.named(set(names_in(verdict)))}
    elsewhere = _cleared_elsewhere(statement, account, days, named.keys()) if days else {}
    of_these_days = {entry.pk: entry for entry in in_account.posted().booked_between(*days)} if days else {}
    shown_elsewhere = {entry.pk: entry for entry in in_account.filter(pk__in=elsewhere)}
    extract = sorted({**of_these_days, **shown_elsewhere, **named}.values(), key=lambda entry: (entry.booked_on, name_of(entry)))
    entries = [_entry(entry) for entry in extract]
    cleared = [{"entry": name_of(entry), **elsewhere[entry.pk]} for entry in extract if entry.pk in elsewhere]
    return {
        "opening_balance": None if account.opening_balance is None else format(account.opening_balance, "f"),
        "opening_date": account.opening_date.isoformat() if account.opening_date else None,
        "entries": entries,
        "cleared_elsewhere": cleared,
        "sha256": sha256_of(entries),
    }


def name_of(entry: Transaction) -> str:
    """Return the id of an entry as answers use it: the external id, else the product's own."""
    return entry.external_id or str(entry.pk)


def names_in(verdict: Mapping[str, Any]) -> Iterator[str]:
    """Return the ids of every entry that an answer mentions."""
    for item in (*verdict["matched"], *verdict["ambiguous"]):
        yield from item["transactions"]
    for item in (*verdict["missing"], *verdict["differing"]):
        yield item["transaction"]
    yield from (row["candidate"] for row in verdict["new"] if row["candidate"])
    yield from verdict["pending"]
    yield from verdict["opening_set"]


def _entry(entry: Transaction) -> Json:
    return {
        "id": name_of(entry),
        "external_id": entry.external_id,
        "date": entry.booked_on.isoformat(),
        "amount": format(entry.amount, "f"),
        "description": entry.description,
        "status": entry.status,
        "left_out": entry.is_excluded,
    }


def _cleared_elsewhere(statement: Statement, account: Account, days: Days, named: Any) -> dict[Any, Json]:
    """Return for each entry the document and statement that shows it."""
    ended_before = Q(statement__period_end__lt=days[0]) | Q(statement__period_end=None)
    may_matter = Q(transactions__booked_on__range=days) | (Q(transactions__booked_on__gt=days[1]) & ended_before)
    matches = Match.objects.of(account.organization).filter(may_matter, statement__account=account).exclude(statement=statement)
    places: dict[Any, Json] = {}
    for match in matches.distinct().select_related("statement__statement_import").prefetch_related("transactions"):
        other = days_of_stored(match.statement)
        is_earlier = other is not None and other[1] < days[0]
        place = {"document": match.statement.statement_import.sha256, "statement": match.statement.number}
        for entry in match.transactions.all():
            if entry.pk not in named and (days[0] <= entry.booked_on <= days[1] or (entry.booked_on > days[1] and is_earlier)):
                places[entry.pk] = place
    return places
