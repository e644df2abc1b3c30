"""The cost of any document and of any answer of a model is bounded."""

import itertools

import pytest

from assistant.contract import ProviderError
from assistant.scripted import ScriptedProvider, says
from reconciliation.documents.opening import open_document
from reconciliation.documents.pages import OpenedDocument, Word
from reconciliation.extraction.calls import MOST_CALLS, SECONDS, ExtractionCalls, ModelAnswer, question
from reconciliation.extraction.extraction import MOST_CHUNKS, ROWS
from reconciliation.extraction.lines import ToldRows
from reconciliation.printed.statement import Reading
from reconciliation.reading.reader import read
from tests.extraction.papers import an_extraction, asked_lines, asking, extracted, honest, paper, unread
from tests.pipeline.papers import JANUARY

ASKED = [question("Give the rows.")]


def failure_of(asker: ExtractionCalls) -> str:
    answer = asker.ask("rows", ASKED, ROWS, ToldRows)
    assert isinstance(answer, ModelAnswer)
    return answer.failure


def test_calls_are_counted_the_failed_ones_too() -> None:
    asker = ExtractionCalls(asking(ScriptedProvider(itertools.repeat(ProviderError("overloaded", "busy")))), lambda *_: None)

    failures = [failure_of(asker) for _ in range(MOST_CALLS + 2)]

    assert failures == ["overloaded"] * MOST_CALLS + ["limit"] * 2
    assert asker.calls == MOST_CALLS


def test_a_repair_of_an_unreadable_answer_counts_as_a_call() -> None:
    asker = ExtractionCalls(asking(ScriptedProvider(itertools.repeat(says("no")))), lambda *_: None)

    asker.ask("rows", ASKED, ROWS, ToldRows)

    assert asker.calls == 2


def test_after_its_seconds_nothing_is_asked() -> None:
    now = iter([0.0, SECONDS])
    asker = ExtractionCalls(asking(ScriptedProvider([])), lambda *_: None, clock=lambda: next(now))

    assert failure_of(asker) == "limit"


def test_every_chunk_may_go_back_once_within_the_calls() -> None:
    assert 2 * MOST_CHUNKS <= MOST_CALLS


def test_a_page_too_large_to_send_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reconciliation.extraction.extraction.LARGEST_PAGE", 10)
    document = paper().document()

    assert not an_extraction(document).is_worth_asking


def test_a_proved_reading_is_not_asked_about() -> None:
    made = paper()
    proved = extracted(made, honest)[0].reading

    assert not an_extraction(made.document(), proved).is_worth_asking


@pytest.mark.parametrize(
    ("document_type", "asked"), [("other", True), ("financial_document", True), ("invoice", False), ("pay_slip", False)]
)
def test_a_document_that_is_no_statement_is_not_sent_to_a_model(document_type: str, *, asked: bool) -> None:
    document = paper().document()
    before = Reading(document_type=document_type, pages=1)

    assert an_extraction(document, before).is_worth_asking is asked


def test_hidden_words_are_never_sent() -> None:
    document = paper().document()
    hidden = Word("MATCHED", 50.0, 300.0, 90.0, 310.0)
    _, model = extracted(paper(), honest)

    with_hidden = OpenedDocument(pages=document.pages, hidden=((1, hidden),), hidden_text=True)
    lines = [line.text for chunk in an_extraction(with_hidden, unread(document)).chunks for line in chunk]

    assert lines == [text for _, text in asked_lines(model.requests[0])]


def test_only_pages_with_a_figure_are_sent() -> None:
    made = paper()
    made.next_page()
    made.write(50, "Terms and conditions of our accounts follow.")

    _, model = extracted(made, honest)

    assert not any("Terms" in text for _, text in asked_lines(model.requests[0]))


def test_a_statement_proved_by_the_reader_needs_no_model() -> None:
    document = open_document(JANUARY.pdf())

    assert not an_extraction(document, read(document)).is_worth_asking
