"""A model points at rows that the reader did not find; the stored rows, the model's request, and the parts that stay code's.

The reader of these tests is a blind one, so that none of them depends on present gaps of the real one.
"""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import Provider, ProviderError, Request, Turn, Usage
from assistant.registry import ProviderNotConfigured
from assistant.scripted import Line, ScriptedProvider
from people.models import Organization
from reconciliation.conversation.builtin import BuiltinProvider
from reconciliation.models import StatementImport
from reconciliation.pipeline.processor import PIPELINE, PdfProcessor, Pipeline
from reconciliation.pipeline.retries import claim
from tests.extraction.papers import ROWS, changed, honest, paper, unread
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import read_by, received

pytestmark = pytest.mark.django_db
BOOKS = {
    "name": "Household",
    "kind": "checking",
    "currency": "USD",
    "institution": "First Example Bank",
    "number": "7890",
    "opening_balance": "1000.00",
    "opening_date": "2026-01-01",
    "transactions": [
        {"id": f"t{number}", "date": f"2026-{day[:2]}-{day[3:5]}", "amount": amount, "description": text}
        for number, (day, text, amount) in enumerate(ROWS, 1)
    ],
}


@pytest.fixture(autouse=True)
def a_model(settings: Settings) -> None:
    settings.PROVIDER = "compatible"


BLIND = read_by(unread)


def processed_with(provider: Provider, *, organization: Organization | None = None) -> StatementImport:
    """An import that the reader found nothing in. The provider reads; for a proposal another is asked, which fails."""
    return processed_by(received(organization or OrganizationFactory.create(), paper().pdf()), lambda: [provider], BLIND)


def processed_by(waiting: StatementImport, reads: Callable[[], Sequence[Provider]], pipeline: Pipeline = PIPELINE) -> StatementImport:
    silent = ScriptedProvider([ProviderError("overloaded", "busy")])

    def choose(name: str, _organization: Organization, purpose: str) -> Sequence[Provider]:
        if purpose == "reads":
            return reads()
        return [BuiltinProvider() if name == "builtin" else silent]

    with claim(waiting.pk) as claimed:
        PdfProcessor(pipeline=pipeline, choose=choose).process(claimed)
    waiting.refresh_from_db()
    return waiting


def counted(request: Request) -> Turn:
    return Turn(text=honest(request).text, usage=Usage(input_tokens=500, output_tokens=90), model="small-model")


def scripted(*lines: Line) -> ScriptedProvider:
    return ScriptedProvider(lines)


def amounts(done: StatementImport) -> list[str]:
    statement = done.statements.get()
    return [format(line.amount, "f") for line in statement.lines.all()]


def extract_step(done: StatementImport) -> dict[str, Any]:
    detail: dict[str, Any] = done.runs.get().steps.get(stage="extract", name="extract").detail
    return detail


@pytest.mark.path
def test_rows_that_a_model_found_are_stored_proved_and_matched_like_any_others() -> None:
    ours = OrganizationFactory.create()
    load(ours, BOOKS)

    done = processed_with(scripted(honest), organization=ours)

    assert amounts(done) == [amount for _, _, amount in ROWS]
    assert (done.verdict, done.extracted_data) == ("matched", None)
    assert done.statements.get().integrity["holds"] is True


def test_unproved_rows_are_offered_for_review_and_never_matched() -> None:
    ours = OrganizationFactory.create()
    load(ours, BOOKS)
    left_out = changed(lambda rows: rows[:2])

    done = processed_with(scripted(left_out, left_out), organization=ours)

    statement = done.statements.get()
    assert (done.status, done.verdict) == (StatementImport.Status.REVIEW, "partial")
    assert (statement.integrity["holds"], "model_read" in statement.flags) == (None, True)


def candidates(done: StatementImport) -> list[str]:
    return [entry["amount"] for entry in (done.extracted_data or {})["entries"]]


def test_rows_that_the_books_lack_become_candidates_proved_or_not() -> None:
    proved, unproved = OrganizationFactory.create(), OrganizationFactory.create()
    for organization in (proved, unproved):
        load(organization, BOOKS | {"transactions": []})
    left_out = changed(lambda rows: rows[:2])

    assert candidates(processed_with(scripted(honest), organization=proved)) == [amount for _, _, amount in ROWS]
    assert candidates(processed_with(scripted(left_out, left_out), organization=unproved)) == [amount for _, _, amount in ROWS[:2]]


def test_answers_of_the_model_and_refusals_are_stored() -> None:
    invented = changed(lambda rows: [*rows, rows[0] | {"line": 99}])

    done = processed_with(scripted(invented, counted))

    turns = done.runs.get().steps.filter(stage="extract").exclude(name="extract")
    assert [step.name for step in turns] == ["chunk 1, turn 1", "chunk 1 again, turn 1"]
    assert (turns[1].input_tokens, turns[1].output_tokens) == (500, 90)
    assert '"line": 99' in turns[0].detail["text"]
    assert extract_step(done)["rows"]["refused"] == []
    assert (extract_step(done)["provider"], extract_step(done)["counts"]) == ("compatible", True)


def test_a_final_refusal_is_stored_with_its_code() -> None:
    invented = changed(lambda rows: [*rows, rows[0] | {"line": 99}])

    done = processed_with(scripted(invented, invented))

    assert extract_step(done)["rows"]["refused"] == [{"chunk": 1, "line": 99, "code": "unknown_line"}]


def test_a_model_that_fails_leaves_the_reading_as_it_was() -> None:
    done = processed_with(scripted(ProviderError("overloaded", "busy")))

    assert amounts(done) == []
    assert extract_step(done)["rows"]["failed"] == [{"chunk": 1, "code": "overloaded"}]
    assert done.error is None


def test_a_provider_that_is_not_configured_is_reported() -> None:
    def unconfigured() -> list[Provider]:
        raise ProviderNotConfigured

    done = processed_by(received(OrganizationFactory.create(), paper().pdf()), unconfigured, BLIND)

    assert extract_step(done)["failure"] == "not_configured"


def test_a_reading_that_is_proved_is_shown_to_no_model() -> None:
    model = scripted()

    done = processed_by(received(OrganizationFactory.create(), JANUARY.pdf()), lambda: [model])

    assert model.requests == []
    assert not done.runs.get().steps.filter(stage="extract").exists()


def test_a_match_extracts_nothing() -> None:
    ours, model = OrganizationFactory.create(), scripted()
    load(ours, books_of(JANUARY))

    done = processed_by(received(ours, JANUARY.pdf()), lambda: [model])

    assert (done.verdict, model.requests, done.extracted_data) == ("matched", [], None)


@pytest.mark.parametrize("change", [{"PROVIDER": "builtin"}, {"PROVIDER_READS": False}])
def test_words_of_a_document_leave_only_for_the_model_that_was_chosen(change: dict[str, Any], settings: Settings) -> None:
    for name, value in change.items():
        setattr(settings, name, value)
    model = scripted()

    done = processed_with(model)

    assert model.requests == []
    assert amounts(done) == []


def test_an_import_that_names_the_builtin_provider_asks_no_model() -> None:
    waiting = received(OrganizationFactory.create(), paper().pdf())
    StatementImport.objects.of(waiting.organization).filter(pk=waiting.pk).update(provider="builtin")
    model = scripted()

    processed_by(waiting, lambda: [model], BLIND)

    assert model.requests == []
