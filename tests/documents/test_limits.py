"""An unreadable document ends with a named error that states the exceeded limit."""

import zlib

import pytest
from pytest_django import Settings
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents.limits import DocumentLimits, configured_limits
from reconciliation.documents.opening import DocumentUnreadable, message, open_document
from reconciliation.documents.unreadable import MESSAGES
from tests.documents.broken import TEXT, plain, stream, written
from tests.documents.making import locked, pdf_of, texts


def simple(canvas: Canvas) -> None:
    canvas.drawString(50, 700, "Simple statement 1,234.56")


SIMPLE = pdf_of(simple)


def refused(pdf: bytes, *, limits: DocumentLimits = DocumentLimits(), password: str | None = None) -> DocumentUnreadable:  # noqa: B008 - it is frozen
    with pytest.raises(DocumentUnreadable) as unreadable:
        open_document(pdf, limits=limits, password=password)
    return unreadable.value


@pytest.mark.parametrize(
    ("pdf", "code"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"PK\x03\x04 a spreadsheet", "not_a_pdf"),
        (b"%PDF-1.7\n and nothing else", "damaged"),
        (pdf_of(lambda canvas: canvas.rect(50, 50, 100, 100)), "blank"),
    ],
    ids=["nothing", "spaces", "another_kind", "header_only", "no_text"],
)
def test_an_unreadable_document_has_a_named_error(pdf: bytes, code: str) -> None:
    assert refused(pdf).code == code


@pytest.mark.parametrize(
    ("limits", "code", "words"),
    [
        (DocumentLimits(bytes=1000), "too_large", "0.001 MB"),
        (DocumentLimits(pages=1), "too_many_pages", "has 2 pages; the limit is 1"),
        (DocumentLimits(characters=20), "too_complex", "more than 20 characters"),
    ],
)
def test_the_message_states_the_limit(limits: DocumentLimits, code: str, words: str) -> None:
    unreadable = refused(pdf_of(simple, simple), limits=limits)

    assert unreadable.code == code
    assert words in message(unreadable.code, unreadable.params)


def packed_tight(content: bytes) -> bytes:
    """A small file that is large once it is unpacked."""
    return written(plain(text=stream(zlib.compress(content), b"/Filter/FlateDecode")))


def test_a_document_that_needs_too_much_memory_is_reported() -> None:
    unreadable = refused(packed_tight(TEXT + b" " * 300_000_000), limits=DocumentLimits(memory=200_000_000))

    assert unreadable.code == "memory"
    assert "200 MB" in message(unreadable.code, unreadable.params)


def test_a_document_that_takes_too_long_is_reported() -> None:
    unreadable = refused(packed_tight(b"BT /F1 12 Tf 72 700 Td " + b"(Rent 900.00) Tj " * 60_000 + b"ET"), limits=DocumentLimits(seconds=1))

    assert unreadable.code == "timeout"
    assert "1 seconds" in message(unreadable.code, unreadable.params)


def test_a_missing_password_and_a_wrong_one_are_distinguished() -> None:
    assert refused(locked(SIMPLE, "secret")).code == "encrypted"
    assert refused(locked(SIMPLE, "secret"), password="guess").code == "wrong_password"
    assert texts(open_document(locked(SIMPLE, "secret"), password="secret")) == ["Simple", "statement", "1,234.56"]


def test_the_empty_password_is_tried_first() -> None:
    assert texts(open_document(locked(SIMPLE, ""), password="not needed")) == ["Simple", "statement", "1,234.56"]


def test_a_document_cut_short_is_incomplete() -> None:
    document = open_document(SIMPLE[: SIMPLE.rindex(b"startxref")])

    assert document.incomplete
    assert "cut_short" in document.notes


def test_every_code_has_words() -> None:
    figures = {"megabytes": 25, "pages": 900, "limit": 500, "seconds": 30, "characters": 10, "missing": 1, "locks": 8}
    texts = {"why": "It is damaged.", "questions": "In which order are day and month?"}

    assert all(message(code, {**figures, **texts}) for code in MESSAGES)
    assert message("never heard of", {}) == message("damaged", {})


def test_the_limits_are_settings_and_without_any_the_same_ones(settings: Settings) -> None:
    assert configured_limits() == DocumentLimits()

    settings.DOCUMENT_MAX_PAGES = 7

    assert configured_limits().pages == 7
