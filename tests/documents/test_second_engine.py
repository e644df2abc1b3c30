"""If the first engine fails, the second one reads the document as far as it can, and its reading proves nothing."""

from dataclasses import replace

import pytest
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents import opening
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import DocumentUnreadable, open_document, opened_by
from reconciliation.documents.pages import OpenedDocument
from tests.documents.making import pdf_of, texts, word_of


def statement(canvas: Canvas) -> None:
    canvas.drawString(50, 700, "2026-01-02 Rent")
    canvas.drawRightString(500, 700, "-900.00")


PDF = pdf_of(statement, statement)


def test_both_engines_read_the_same_words_in_the_same_places() -> None:
    first, second = opened_by("pdfium", PDF, None, DocumentLimits()), opened_by("pypdf", PDF, None, DocumentLimits())

    assert texts(first) == texts(second) == ["2026-01-02", "Rent", "-900.00"]
    assert word_of(second, "-900.00").box == pytest.approx(word_of(first, "-900.00").box, abs=0.5)


def fail_first(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    def failing(engine: str, pdf: bytes, password: str | None, limits: DocumentLimits) -> OpenedDocument:
        if engine == "pdfium":
            raise DocumentUnreadable(code)
        return opened_by(engine, pdf, password, limits)

    monkeypatch.setattr(opening, "opened_by", failing)


@pytest.mark.parametrize("code", ["damaged", "memory", "too_complex"])
def test_the_second_engine_is_asked_where_the_first_fails(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    fail_first(monkeypatch, code)

    document = open_document(PDF)

    assert texts(document, 2) == ["2026-01-02", "Rent", "-900.00"]
    assert document.incomplete
    assert document.notes == ("second_engine",)


@pytest.mark.parametrize("pdf", [PDF, pdf_of(lambda canvas: None)], ids=["words", "none"])
def test_the_second_engine_is_asked_where_the_first_finds_nothing(monkeypatch: pytest.MonkeyPatch, pdf: bytes) -> None:
    def finding_nothing(engine: str, pdf: bytes, password: str | None, limits: DocumentLimits) -> OpenedDocument:
        found = opened_by(engine, pdf, password, limits)
        return replace(found, pages=tuple(replace(page, words=()) for page in found.pages)) if engine == "pdfium" else found

    monkeypatch.setattr(opening, "opened_by", finding_nothing)
    if pdf is PDF:
        document = open_document(pdf)
        assert texts(document) == ["2026-01-02", "Rent", "-900.00"]
        assert document.incomplete
    else:
        with pytest.raises(DocumentUnreadable, match="blank"):
            open_document(pdf)


@pytest.mark.parametrize("code", ["encrypted", "wrong_password", "too_many_pages", "timeout"])
def test_the_second_engine_is_not_asked_if_it_could_change_nothing(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    fail_first(monkeypatch, code)

    with pytest.raises(DocumentUnreadable) as unreadable:
        open_document(PDF)

    assert unreadable.value.code == code


def test_the_first_engines_reason_is_given_if_the_second_finds_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    fail_first(monkeypatch, "memory")

    with pytest.raises(DocumentUnreadable) as unreadable:
        open_document(pdf_of(lambda _: None))

    assert unreadable.value.code == "memory"
    assert unreadable.value.params == {"megabytes": 1000}
