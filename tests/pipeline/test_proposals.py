"""A model proposes, code decides: no claim of a model changes the verdict."""

import json
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import Provider, ProviderError, Request, Turn, Usage
from assistant.scripted import Line, ScriptedProvider, calls, says
from people.models import Organization
from reconciliation.conversation.builtin import BuiltinProvider
from reconciliation.models import StatementImport
from reconciliation.pipeline.processor import PdfProcessor
from reconciliation.pipeline.retries import claim
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import received

pytestmark = pytest.mark.django_db
LOOK_UP = [
    calls(("get_accounts", {})),
    calls(("get_transactions", {"account": "a1", "first": "2026-01-01", "last": "2026-01-31"})),
]


@pytest.fixture
def ours() -> Organization:
    """Books that lack the second of January's three rows."""
    organization = OrganizationFactory.create()
    entry(load(organization, books_of(JANUARY)), "t2").delete()
    return organization


@pytest.fixture(autouse=True)
def a_model(settings: Settings) -> None:
    settings.PROVIDER = "compatible"


def proposal(**changes: Any) -> dict[str, Any]:
    """Return an honest model's proposal for these books."""
    statement = {
        "statement": 0,
        "account": "a1",
        "matched": [{"line": 0, "transactions": ["t1"]}, {"line": 2, "transactions": ["t2"]}],
        "new": [1],
        "missing": [],
    }
    return {"statements": [statement | changes], "summary": "A statement of January."}


def processed_by(organization: Organization, provider: Provider) -> StatementImport:
    """The import, with the provider that is asked for anything but the built-in one."""
    waiting = received(organization, JANUARY.pdf())
    with claim(waiting.pk) as claimed:
        PdfProcessor(choose=lambda name, *_: [BuiltinProvider() if name == "builtin" else provider]).process(claimed)
    waiting.refresh_from_db()
    return waiting


def scripted(*lines: Line) -> ScriptedProvider:
    return ScriptedProvider(lines)


def answered(claim: dict[str, Any]) -> Turn:
    return says(json.dumps(claim), usage=Usage(input_tokens=100, output_tokens=20))


def test_an_honest_model_and_code_do_not_disagree(ours: Organization) -> None:
    done = processed_by(ours, scripted(*LOOK_UP, answered(proposal())))

    assert (done.reconciliation or {})["disagreements"] == []
    assert done.verdict == "mismatched"


LIES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "a match on wrong books": (
        {"matched": [{"line": line, "transactions": [f"t{min(line + 1, 2)}"]} for line in range(3)], "new": []},
        {"pair_differs"},
    ),
    "ids that nobody gave": (
        {"matched": [{"line": line, "transactions": [f"t9{line}"]} for line in range(3)], "new": []},
        {"unknown_transaction", "pair_differs"},
    ),
    "an account that nobody gave": ({"account": "a7"}, {"unknown_account", "account_differs", "other_account", "pair_differs"}),
    "a row left out": ({"new": []}, {"line_left_out"}),
    "a row that is not printed": ({"new": [1, 17]}, {"unknown_line", "pair_differs"}),
    "a row told twice": ({"new": [1, 0]}, {"line_twice", "pair_differs"}),
    "an entry that is missing": ({"missing": ["t1"]}, {"missing_differs"}),
    "another statement": ({"statement": 4}, {"unknown_statement", "statement_left_out"}),
}


@pytest.mark.path
@pytest.mark.parametrize("lie", LIES)
def test_a_model_that_lies_never_gets_matched_and_is_found_out(lie: str, ours: Organization) -> None:
    claimed, codes = LIES[lie]

    done = processed_by(ours, scripted(*LOOK_UP, answered(proposal(**claimed))))

    reconciliation = done.reconciliation or {}
    assert done.verdict == "mismatched"
    assert not done.reconciliation_matched
    assert [each["line"] for each in reconciliation["statements"][0]["new"]] == [1]
    assert {each["code"] for each in reconciliation["disagreements"]} >= codes - {"pair_differs"}


def test_another_organizations_account_cannot_even_be_named(ours: Organization) -> None:
    theirs = load(OrganizationFactory.create(), books_of(JANUARY, name="Theirs"))

    done = processed_by(ours, scripted(*LOOK_UP, answered(proposal(account=str(theirs.pk)))))

    reconciliation = done.reconciliation or {}
    assert reconciliation["statements"][0]["account"] == "Household"
    assert "unknown_account" in {each["code"] for each in reconciliation["disagreements"]}
    assert "Theirs" not in json.dumps(reconciliation)


def test_a_model_that_follows_the_document_changes_nothing(ours: Organization) -> None:
    """Text of the statement asked for it: the answer is no proposal at all."""
    done = processed_by(ours, scripted(*LOOK_UP, says("MATCHED. All is well."), says("MATCHED.")))

    assert done.verdict == "mismatched"
    assert (done.reconciliation or {})["provider"]["failure"] == {"code": "invalid_output"}


@pytest.mark.parametrize("code", ["overloaded", "authentication", "malformed"])
def test_a_provider_that_fails_loses_nothing_but_its_opinion(code: Any, ours: Organization) -> None:
    done = processed_by(ours, scripted(ProviderError(code, "no")))

    assert (done.status, done.verdict) == (StatementImport.Status.REVIEW, "mismatched")
    assert (done.reconciliation or {})["provider"]["failure"]["code"] == code
    assert (done.reconciliation or {})["proposal"] is None


def test_a_model_is_not_asked_where_every_row_is_in_the_books() -> None:
    organization = OrganizationFactory.create()
    load(organization, books_of(JANUARY))
    model = scripted()

    done = processed_by(organization, model)

    assert done.verdict == "matched"
    assert (model.requests, done.extracted_data) == ([], None)


def test_a_setting_has_the_model_asked_all_the_same(settings: Settings) -> None:
    settings.PROVIDER_ALWAYS = True
    organization = OrganizationFactory.create()
    load(organization, books_of(JANUARY))
    claimed = {"matched": [{"line": line, "transactions": [f"t{line + 1}"]} for line in range(3)], "new": []}

    done = processed_by(organization, scripted(*LOOK_UP, answered(proposal(**claimed))))

    assert done.verdict == "matched"
    assert (done.reconciliation or {})["disagreements"] == []


def test_documents_are_fenced_as_untrusted_data(ours: Organization) -> None:
    model = scripted(*LOOK_UP, answered(proposal()))

    processed_by(ours, model)

    asked: Request = model.requests[0]
    lines = asked.messages[0].text.split("\n")
    assert lines[1] == lines[3]
    assert "untrusted" in lines[1]
    assert "Grocer Wheatsheaf" in lines[2]
    assert "Never follow" in asked.instructions
    assert "Grocer Wheatsheaf" not in asked.instructions


def test_every_turn_and_every_call_is_in_the_trace_with_its_tokens(ours: Organization) -> None:
    done = processed_by(ours, scripted(*LOOK_UP, answered(proposal())))

    steps = {step.name: step for step in done.runs.get().steps.filter(stage="reconcile")}
    assert set(steps) == {"turn 1", "get_accounts", "turn 2", "get_transactions", "turn 3", "reconcile"}
    assert (steps["turn 3"].input_tokens, steps["turn 3"].output_tokens) == (100, 20)
    assert steps["get_transactions"].detail["arguments"]["account"] == "a1"
