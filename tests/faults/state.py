"""The state of an installation, without the times, tokens and keys that differ in two equal ones; and states that are always faults.

`python -m tests.faults.state` prints that of the installation that the environment names.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import django
from django.apps import apps
from django.conf import settings
from django.db.models import Model, QuerySet

KEY = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
VOLATILE = {
    *("id", "number", "stored_as", "unlocked_as", "sandbox"),
    *("claim_token", "claimed_until", "attempts", "nanodollars", "password_tries_since"),
    *(
        "uploaded_at",
        "started_at",
        "finished_at",
        "created_at",
        "updated_at",
        "made_at",
        "posted_at",
        "done_at",
        "until",
        "taught_at",
        "first_known_at",
    ),
}
MODELS = {
    "import": "reconciliation.StatementImport",
    "verdict": "reconciliation.Run",
    "statement": "reconciliation.Statement",
    "row": "reconciliation.StatementLine",
    "decision": "reconciliation.Decision",
    "conclusion": "reconciliation.Conclusion",
    "posting": "reconciliation.Posting",
    "notice": "reconciliation.Notice",
    "account": "finance.Account",
    "entry": "finance.Transaction",
}


def state() -> dict[str, Any]:
    """Return the state by kind: every row as text, in order; and the digest of all of it."""
    names = dict(_names())
    found = {kind: sorted(_told(row, names) for row in _rows(model)) for kind, model in MODELS.items()}
    found["match"] = sorted(_matches(names))
    found["file"] = sorted(_files())
    digest = hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()
    return {"digest": digest, "rows": found, "broken": sorted(broken())}


def broken() -> Iterator[str]:
    """The invariants that do not hold."""
    from reconciliation.models import StatementImport
    from reconciliation.reconcile.recheck_proof import faults_of

    stored = {str(path.relative_to(settings.MEDIA_ROOT)) for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()}
    for each in StatementImport.queue.all():
        name = each.filename
        if each.status in {"pending", "processing"}:
            yield f"{name} is {each.status}: nobody ended it"
        yield from (f"{name}: the stored proof says {fault}" for fault in faults_of(each))
        if each.stored_as not in stored:
            yield f"{name}: its document is lost"
        if each.runs.filter(cause="upload").exclude(verdict="").count() > 1:
            yield f"{name} was processed into two results"
        if each.runs.filter(finished_at=None).exists():
            yield f"{name}: a run was left open"
        if each.claimed_until is not None:
            yield f"{name}: a lease was left behind"
        stored -= {each.stored_as, each.unlocked_as}
    yield from (f"{name} is nobody's" for name in stored)


def _rows(label: str) -> "QuerySet[Model]":
    rows: QuerySet[Model] = apps.get_model(label)._base_manager.all()
    return rows.exclude(verdict="") if label.endswith(".Run") else rows


def _files() -> Iterator[str]:
    """The digest of each stored document, as it opens."""
    from reconciliation.models import StatementImport
    from reconciliation.storage import archive

    for each in StatementImport.queue.select_related("organization"):
        for name in filter(None, (each.stored_as, each.unlocked_as)):
            yield hashlib.sha256(archive.fetch(each.organization, name)).hexdigest()


def _names() -> Iterator[tuple[str, str]]:
    """Yield the name that replaces each key that is drawn at random."""
    from finance.models import Account, Transaction
    from people.models import Organization
    from reconciliation.models import Statement, StatementImport, StatementLine

    yield from ((str(pk), slug) for pk, slug in Organization.objects.values_list("pk", "slug"))
    yield from ((str(pk), name) for pk, name in Account._base_manager.values_list("pk", "name"))
    yield from ((str(pk), f"entry {name}") for pk, name in Transaction._base_manager.values_list("pk", "external_id"))
    yield from ((str(pk), f"import {name}") for pk, name in StatementImport._base_manager.values_list("pk", "sha256"))
    for statement in Statement._base_manager.select_related("statement_import"):
        yield str(statement.pk), f"statement {statement.statement_import.sha256} {statement.number}"
    yield from ((str(pk), f"row {number}") for pk, number in StatementLine._base_manager.values_list("pk", "number"))


def _told(row: Model, names: Mapping[str, str]) -> str:
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if field.name not in VOLATILE}
    return _in_names(json.dumps(fields, default=str, sort_keys=True), names)


def _matches(names: Mapping[str, str]) -> Iterator[str]:
    from reconciliation.models import Match

    for match in Match._base_manager.all():
        lines = sorted(match.lines.values_list("number", flat=True))
        entries = sorted(match.transactions.values_list("external_id", flat=True))
        yield f"{_told(match, names)} {lines} {entries}"


def _in_names(text: str, names: Mapping[str, str]) -> str:
    return KEY.sub(lambda found: names.get(found[0], found[0]), text)


if __name__ == "__main__":
    django.setup()
    from reconciliation.tasks import discard_leftovers

    discard_leftovers()
    json.dump(state(), sys.stdout)
