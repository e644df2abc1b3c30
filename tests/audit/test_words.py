"""The page of the audit trail shows details in words; ids, hashes and codes are only in the exports."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from people.audit import Act, record
from people.models import Organization
from people.roles import Role
from people.templatetags.people import WORDS, words_of
from tests.addresses import reverse
from tests.factories import MembershipFactory

pytestmark = pytest.mark.django_db
PROJECT = Path(__file__).parents[2]
PARTS = ("api", "assistant", "connectors", "finance", "people", "reconciliation")
TO_EXPORTS = frozenset(
    {
        "account", "came_from", "copied_from", "decision", "enquiry", "events", "every_organization", "file", "invitation", "is_masked",
        "left_out", "list", "message", "organization", "origin", "question", "reads", "scopes", "secrets", "sha256", "statement", "to",
        "user", "way",
    }
)  # fmt: skip
"""Details that are ids, hashes and codes for programs."""
CODE = re.compile(r"\b\w+_\w+\b|\w:\d|[0-9a-f]{8}-")
OWN = "5b6f1f2e-7a77-4c9e-9f52-3a2c1f6f9a11"
SAMPLES: list[tuple[Act, dict[str, Any], str]] = [
    (Act.ADDED_CONNECTION, {"kind": "paperless"}, "paperless-ngx"),
    (Act.ASSIGNED, {"to": 7, "due_on": "2026-03-10"}, "Due on: 10 Mar 2026"),
    (Act.CHANGED_ENTRY, {"account": OWN, "fields": ["amount", "booked_on"]}, "amount, date"),
    (Act.CHANGED_MEMBER, {"user": 3, "role": ["viewer", "reviewer"], "ends": None, "accounts": []}, "Viewer → Reviewer"),
    (Act.CHANGED_SECOND_FACTOR, {"change": "set"}, ""),
    (Act.CONCLUDED, {"step": "reviewed", "account": OWN, "days": "2026-01-01..2026-01-31"}, "Reviewed · 1 Jan 2026 to 31 Jan 2026"),
    (Act.DECIDED, {"decision": OWN, "kind": "reading_confirmed"}, "Reading confirmed"),
    (Act.DELETED_DOCUMENT, {"days": 30}, "30 days"),
    (Act.DISCARDED, {"reason": "not_a_statement"}, ""),
    (Act.IMPORTED, {"account": OWN, "sha256": "0" * 64, "way": "csv", "entries": 12}, "12 entries"),
    (Act.SET, {"changed": {"two_persons": [False, True]}}, "who prepared or posted may not review no → yes"),
    (Act.UPLOADED, {"channel": "command_line", "sha256": "0" * 64}, "Command line"),
]


def keys() -> Iterator[str]:
    """Yield the name of each detail that a call of `record` is given."""
    for path in sorted(path for part in PARTS for path in (PROJECT / part).rglob("*.py") if "migrations" not in path.parts):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in {"record", "record_of"}:
                acts = [word for word in map(ast.unparse, node.args) if word.lower().startswith("act")]
                yield from (each.arg for each in node.keywords if each.arg and acts)


def test_every_detail_has_words_or_is_only_exported() -> None:
    assert sorted(set(keys()) - set(WORDS) - TO_EXPORTS - {"changed", "fields"}) == []


@pytest.mark.parametrize(("act", "details", "says"), SAMPLES, ids=[act.value for act, _details, _says in SAMPLES])
def test_details_are_words(ours: Organization, act: Act, details: dict[str, Any], says: str) -> None:
    subject = ours if act == Act.SET else None
    entry = record(ours, None, act, subject, **details)
    if act == Act.CHANGED_ENTRY:
        entry.subject = "Transaction"

    assert words_of(entry) == says


def test_no_act_shows_a_code(ours: Organization) -> None:
    codes = dict.fromkeys(TO_EXPORTS, OWN) | {"kind": "unknown_kind", "changed": ["unknown_column"], "step": "some_step"}

    assert [act for act in Act if CODE.search(words_of(record(ours, None, act, **codes)))] == []


def test_the_page_shows_the_words_of_the_details_alone(ours: Organization) -> None:
    record(ours, None, Act.CONCLUDED, step="reviewed", account=OWN)
    client = Client()
    client.force_login(MembershipFactory.create(organization=ours, role=Role.OWNER).user)

    page = client.get(reverse("audit_log")).content.decode()

    assert 'Changed a sign-off<div class="muted small">Reviewed</div></th>' in page
    assert OWN not in page
