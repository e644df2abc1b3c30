"""The second engine checks a doubtful reading and can only contradict it."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest

from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.pages import OpenedDocument, Page, Word
from reconciliation.documents.second_opinion import Opinion
from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement, Reading
from reconciliation.reading import cross_check
from reconciliation.reading.cross_check import read_twice

WORDS = ("Rent", "1,234.56", "-900.00", "USD.50")
DOCUMENT = OpenedDocument(pages=(Page(1, 600, 800, tuple(Word(text, 0, 0, 1, 1) for text in WORDS)),))
ROWS = tuple(PrintedLine(date=None, description="Rent", amount=Decimal(amount)) for amount in ("1234.56", "-900.00", "0.50"))
AGREES = Opinion(texts=("Rent 1,234.56\n-900.00 USD.50",))


def reading_of(document: OpenedDocument, *, holds: bool | None = None) -> Reading:
    """As the reader does: nothing is proved of an incomplete document, nor where a figure is not sure."""
    integrity = Integrity(holds=None if document.incomplete or document.marks else holds)
    statement = PrintedStatement(lines=ROWS, opening_balance=Decimal("7777.77"), integrity=integrity)
    return Reading(document_type="bank_statement", pages=1, statements=(statement,), notes=document.notes)


Answering = Callable[[Opinion | None], list[bytes]]


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Answering:
    """Let the second engine say this; the documents that it is asked about."""

    def answer(opinion: Opinion | None) -> list[bytes]:
        asked: list[bytes] = []

        def second_opinion(pdf: bytes, *, password: str | None, limits: DocumentLimits) -> Opinion | None:
            asked.append(pdf)
            return opinion

        monkeypatch.setattr(cross_check, "second_opinion", second_opinion)
        return asked

    return answer


def looked_at(document: OpenedDocument, *, holds: bool | None) -> tuple[OpenedDocument, Reading]:
    return read_twice(document, lambda: b"pdf", limits=DocumentLimits(), read=lambda given: reading_of(given, holds=holds))


def test_a_proved_reading_without_a_flag_is_not_looked_at_again(answering: Answering) -> None:
    asked = answering(AGREES)

    document, reading = looked_at(DOCUMENT, holds=True)

    assert asked == []
    assert document == DOCUMENT
    assert reading.statements[0].integrity.holds


@pytest.mark.parametrize("holds", [False, None])
def test_a_reading_that_does_not_hold_is(answering: Answering, holds: bool | None) -> None:
    asked = answering(AGREES)

    document, reading = looked_at(DOCUMENT, holds=holds)

    assert asked == [b"pdf"]
    assert not document.incomplete
    assert reading.statements[0].integrity.holds is holds


@pytest.mark.parametrize("flagged", [replace(DOCUMENT, hidden_text=True), replace(DOCUMENT, incomplete=True, notes=("cut_short",))])
def test_a_flagged_document_is_too(answering: Answering, flagged: OpenedDocument) -> None:
    asked = answering(AGREES)

    looked_at(flagged, holds=True)

    assert asked == [b"pdf"]


def test_a_document_that_the_second_engine_has_read_already_is_not(answering: Answering) -> None:
    asked = answering(AGREES)

    looked_at(replace(DOCUMENT, incomplete=True, notes=("second_engine",)), holds=None)

    assert asked == []


def test_content_omitted_by_the_second_engine_is_a_note_and_a_portfolio_is_a_warning(answering: Answering) -> None:
    answering(replace(AGREES, lost=("limit_reached",), notes=("structure_repaired",)))
    document, reading = looked_at(DOCUMENT, holds=False)
    assert not document.incomplete
    assert document.notes == reading.notes == ("limit_reached", "structure_repaired")

    answering(replace(AGREES, lost=("portfolio",)))
    document, reading = looked_at(DOCUMENT, holds=False)
    assert document.incomplete
    assert reading.statements[0].integrity.holds is None


@pytest.mark.parametrize("text", ["9,234.56 -900.00 .50", "1,234.56 -900.00", "11,234.56 -900.00 .50", "1,234.56 -900.001.50", ""])
def test_another_figure_in_a_row_is_marked(answering: Answering, text: str) -> None:
    answering(Opinion(texts=(text,)))

    document, reading = looked_at(DOCUMENT, holds=False)

    assert {(mark.page, mark.kind) for mark in document.marks} == {(1, "digit")}
    assert document.notes == ("engines_disagree",)
    assert reading.statements[0].integrity.holds is None


@pytest.mark.parametrize(
    "text",
    [
        "USD.50 -900.00 1,234.56 Rent",
        "1.234,56 900.00 .50",
        "Rent1,234.56-900.00USD.50",
        "1 234.56\n9 0 0 . 0 0\n.50",
        "1,234.56 900.007 .50",
    ],
)
def test_the_order_of_figures_and_text_between_them_are_no_disagreement(answering: Answering, text: str) -> None:
    answering(Opinion(texts=(text,)))

    assert not looked_at(DOCUMENT, holds=False)[0].marks


@pytest.mark.parametrize(("text", "differs"), [("Loan1 234 567,89", False), ("Loan1 234 561,89", True)])
def test_a_figure_with_spaces_between_its_thousands_is_compared_whole(answering: Answering, text: str, differs: bool) -> None:
    answering(Opinion(texts=(text.replace(" ", ""),)))
    words = tuple(Word(text, 0, 0, 1, 1) for text in ("Loan", "1", "234", "567,89"))
    loan = PrintedStatement(lines=(PrintedLine(date=None, description="Loan", amount=Decimal("1234567.89")),))
    document = replace(DOCUMENT, pages=(Page(1, 600, 800, words),))

    looked_at, _ = read_twice(
        document,
        lambda: b"pdf",
        limits=DocumentLimits(),
        read=lambda _: Reading(document_type="loan_statement", pages=1, statements=(loan,)),
    )

    assert bool(looked_at.marks) is differs


@pytest.mark.parametrize("text", ["2/7", "2-7", "2:7"])
def test_two_figures_in_a_word_are_compared_apart(answering: Answering, text: str) -> None:
    """A page number 2/7 is not the amount 27."""
    answering(Opinion(texts=(f"Rent 27 {text}", f"Page {text}")))
    pages = tuple(Page(number, 600, 800, (Word(text, 0, 0, 1, 1),)) for number in (1, 2))
    rent = PrintedStatement(lines=(PrintedLine(date=None, description="Rent", amount=Decimal(27)),))

    document, _ = read_twice(
        replace(DOCUMENT, pages=pages),
        lambda: b"pdf",
        limits=DocumentLimits(),
        read=lambda _: Reading(document_type="bank_statement", pages=2, statements=(rent,)),
    )

    assert not document.marks


def test_scanned_pages_are_not_compared(answering: Answering) -> None:
    answering(Opinion(texts=("",)))
    scanned = replace(DOCUMENT, pages=(replace(DOCUMENT.pages[0], source="ocr"),))

    assert not looked_at(scanned, holds=False)[0].marks


@pytest.mark.parametrize("flagged", [replace(DOCUMENT, hidden_text=True), replace(DOCUMENT, notes=("structure_repaired",))])
def test_warnings_about_a_document_remain_if_the_second_engine_fails(answering: Answering, flagged: OpenedDocument) -> None:
    answering(None)

    document, reading = looked_at(flagged, holds=True)

    assert document.incomplete
    assert reading.statements[0].integrity.holds is None


def test_a_second_engine_that_fails_is_a_note(answering: Answering) -> None:
    answering(None)

    document, reading = looked_at(DOCUMENT, holds=False)

    assert not document.incomplete
    assert document.notes == reading.notes == ("second_engine_failed",)
