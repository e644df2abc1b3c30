"""Answers about a document through the API: the same acts as on the page, with the same refusals."""

from typing import Any

import pytest
from django.core.cache import cache

from people.models import Organization
from reconciliation.models import StatementImport
from tests.api.programs import Program
from tests.decisions.cases import answer, statement_of
from tests.decisions.papers import BARE, MARKED
from tests.factories import MembershipFactory
from tests.pipeline.papers import books_of, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(ours: Organization) -> Program:
    cache.clear()
    return Program(MembershipFactory.create(organization=ours))


def decide(program: Program, done: StatementImport, kind: str, **fields: Any) -> tuple[int, str]:
    response = program.post(f"/statements/{statement_of(done).pk}/decisions", {"kind": kind, **fields})
    return response.status_code, response.json().get("code", "")


def shown(program: Program, done: StatementImport) -> dict[str, Any]:
    found: dict[str, Any] = program.get(f"/statements/{statement_of(done).pk}").json()
    return found


def test_a_reading_is_confirmed_by_its_digest(program: Program, ours: Organization) -> None:
    load(ours, books_of(BARE))
    done = processed(ours, BARE.pdf())
    assert decide(program, done, "reading_confirmed", digest="0" * 64) == (409, "reading_changed")
    assert decide(program, done, "reading_confirmed") == (409, "no_digest")

    assert decide(program, done, "reading_confirmed", digest=shown(program, done)["reading_digest"]) == (200, "")

    verdict = program.get(f"/imports/{done.pk}/verdict").json()["statements"][0]
    assert (verdict["reasons"], verdict["reading_confirmed"]["by"]) == (["reading_confirmed"], program.membership.user.get_username())


def test_rows_of_an_incomplete_reading_are_not_published(program: Program, ours: Organization) -> None:
    load(ours, books_of(BARE) | {"transactions": books_of(BARE)["transactions"][:1]})
    done = processed(ours, BARE.pdf())

    refused = program.post(f"/statements/{statement_of(done).pk}/publish", {})

    assert (refused.status_code, refused.json()["code"]) == (409, "reading_incomplete")


def test_marks_rows_and_balances_are_answered(program: Program, ours: Organization) -> None:
    load(ours, books_of(MARKED))
    done = processed(ours, MARKED.pdf())
    assert [(each["number"], each["answered"]) for each in shown(program, done)["unread"]] == [(0, False)]

    assert decide(program, done, "mark_answered", mark=0, says="note") == (200, "")
    assert answer(done)["verdict"] == "matched"
    assert [each["answered"] for each in shown(program, done)["unread"]] == [True]
    assert decide(program, done, "statement", facts={"closing_balance": "1300.00"}) == (200, "")
    assert shown(program, done)["closing_balance"] == "1300.00"
    row = {"amount": "-8.70", "date": "2026-01-21", "description": "Kiosk"}
    assert decide(program, done, "added_row", before=3, **row) == (200, "")
    assert [each["description"] for each in shown(program, done)["lines"]][3:] == ["Kiosk"]
    assert decide(program, done, "added_row", before=9, **row) == (409, "line_changed")
    for kind, code in (("statement", "no_facts"), ("added_row", "no_row"), ("mark_answered", "no_mark")):
        assert decide(program, done, kind) == (409, code)
