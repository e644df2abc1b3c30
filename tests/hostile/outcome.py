"""The state of an organization, without texts: rows, figures, days, verdicts, decisions, books and files."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.apps import apps
from django.db.models import Model

from finance.models import Account, Transaction
from people.models import Organization
from reconciliation.models import KnownLayout, Statement, StatementImport, StatementLine
from reconciliation.storage import archive
from tests.faults.state import KEY, VOLATILE

APPS = ("finance", "reconciliation")
WORK = {
    *("AuditEntry", "AuditHead", "DataKey", "Doorbell", "Enquiry", "EnquiryMessage", "PaidStep", "Question"),
    *("Recheck", "Run", "Step", "Spending"),
}
"""Acts, and texts of people and models, which are no results. The result of a run is in its import."""
TEXTS = {
    *("name", "slug", "filename", "sha256", "size", "institution", "account_hint", "description", "text", "summary", "unseen"),
    *("box", "page_sizes", "says", "bank", "account", "digest"),
}
OPINIONS = {"proposal", "provider", "disagreements"}
"""Texts of a model are stored beside the verdict, and are no part of it."""
FILE = {"examination", "key", "traits"}
"""Facts about the file, and what it shows of its layout. A hidden text is one of them, and the program that made the file another."""
USERS = re.compile(r"(\w+_)?by_id|user_id")


def outcome(organization: Organization) -> dict[str, list[str]]:
    """By kind of row. A new kind, or a new column, counts until it is said above that it does not."""
    names = dict(_names(organization))
    found = {kind: sorted(_told(row, names) for row in rows) for kind, rows in _rows(organization)}
    documents = StatementImport.objects.of(organization).order_by("uploaded_at")
    found["files"] = [str(bool(archive.fetch(organization, document.stored_as))) for document in documents]
    return found


def _rows(organization: Organization) -> Iterator[tuple[str, list[Model]]]:
    for label in APPS:
        for model in apps.get_app_config(label).get_models():
            manager: Any = getattr(model, "objects", None)
            if hasattr(manager, "of") and model.__name__ not in WORK:
                yield model.__name__, list(manager.of(organization))


def _told(row: Model, names: Mapping[str, str]) -> str:
    dropped = VOLATILE | TEXTS | OPINIONS | FILE
    columns = [field.attname for field in row._meta.concrete_fields if field.name not in dropped and not USERS.fullmatch(field.attname)]
    told: dict[str, Any] = {name: _clean(getattr(row, name)) for name in columns}
    for relation in row._meta.many_to_many:
        told[relation.name] = sorted(names.get(str(each.pk), "") for each in getattr(row, relation.name).all())
    return KEY.sub(lambda found: names.get(found[0], found[0]), json.dumps(told, default=str, sort_keys=True))


def _clean(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _clean(each) for key, each in value.items() if key not in TEXTS | OPINIONS}
    return [_clean(each) for each in value] if isinstance(value, list) else value


def _names(organization: Organization) -> Iterator[tuple[str, str]]:
    """Yield the name that replaces each key that is drawn at random."""
    yield str(organization.pk), "organization"
    for account in Account.objects.of(organization):
        yield str(account.pk), f"account {account.kind} {account.number}"
    yield from ((str(pk), f"entry {name}") for pk, name in Transaction.objects.of(organization).values_list("pk", "external_id"))
    for number, layout in enumerate(KnownLayout.objects.of(organization).order_by("first_known_at")):
        yield str(layout.pk), f"layout {number}"
    for number, document in enumerate(StatementImport.objects.of(organization).order_by("uploaded_at")):
        yield str(document.pk), f"import {number}"
        for statement in Statement.objects.of(organization).filter(statement_import=document):
            yield str(statement.pk), f"statement {number} {statement.number}"
            lines = StatementLine.objects.of(organization).filter(statement=statement)
            yield from ((str(pk), f"row {number} {statement.number} {line}") for pk, line in lines.values_list("pk", "number"))
