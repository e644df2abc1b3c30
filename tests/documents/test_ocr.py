"""Scanned pages are read in the same sandbox as printed ones, and doubtful text is reported."""

from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents import opening
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import DocumentUnreadable, OpenedDocument, message, open_document
from reconciliation.documents.sandbox import ChildEnd, run_child
from tests.documents.making import pdf_of, texts
from tests.documents.scanning import pictures_of, place, scanned

pytestmark = pytest.mark.slow

SIZE = (400, 220)
AMOUNTS = ["-1,234.56", "(12.00)", "2.345,67-", "88.10 CR", "$1,000.00", "7'654.32"]


def table(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 11)
    for index, amount in enumerate(AMOUNTS):
        canvas.drawString(30, 190 - 25 * index, f"{index + 11}/03/2025")
        canvas.drawString(120, 190 - 25 * index, "Card payment")
        canvas.drawRightString(370, 190 - 25 * index, amount)


def single(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 12)
    canvas.drawString(30, 60, "Closing balance 1,234.56")


PRINTED = pdf_of(table, size=SIZE)
SINGLE = pdf_of(single, size=(250, 100))


@pytest.fixture(scope="module")
def read() -> OpenedDocument:
    return open_document(scanned(PRINTED))


def test_a_scanned_page_has_the_words_of_the_printed_one_in_their_places(read: OpenedDocument) -> None:
    printed = open_document(PRINTED)

    assert texts(read) == texts(printed)
    for found, word in zip(read.pages[0].words, printed.pages[0].words, strict=True):
        assert found.box == pytest.approx(word.box, abs=4.0)
        assert found.x1 == pytest.approx(word.x1, abs=1.5)


def test_words_of_one_row_are_on_one_line(read: OpenedDocument) -> None:
    assert len({word.baseline for word in read.pages[0].words}) == len(AMOUNTS)


def test_a_recognised_page_says_so_and_nothing_on_it_is_doubted(read: OpenedDocument) -> None:
    assert read.pages[0].source == "ocr"
    assert (read.marks, read.notes) == ((), ())


def test_the_recognition_is_locked_in_like_every_engine(read: OpenedDocument) -> None:
    assert read.sandbox == open_document(PRINTED).sandbox


def test_a_page_laid_askew_is_read_in_level_rows() -> None:
    document = open_document(scanned(PRINTED, degrees=1.5))

    assert texts(document) == texts(open_document(PRINTED))


def test_a_document_may_be_printed_and_scanned() -> None:
    pdf = pdf_of(table, lambda canvas: place(canvas, pictures_of(SINGLE)[0]))

    document = open_document(pdf)

    assert [page.source for page in document.pages] == ["text", "ocr"]
    assert texts(document, 2) == ["Closing", "balance", "1,234.56"]


def test_a_printed_page_never_waits_for_the_recognition(monkeypatch: pytest.MonkeyPatch) -> None:
    engines: list[object] = []

    def recorded(request: dict[str, Any], pdf: bytes, *, seconds: float) -> ChildEnd:
        engines.append(request["engine"])
        return run_child(request, pdf, seconds=seconds)

    monkeypatch.setattr(opening, "run_child", recorded)

    assert open_document(PRINTED).pages[0].source == "text"
    assert engines == ["pdfium"]


def test_without_the_recognition_a_scan_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "can_read_scans", lambda: False)

    with pytest.raises(DocumentUnreadable) as unreadable:
        open_document(scanned(SINGLE))

    assert unreadable.value.code == "no_text"
    assert "make setup-ocr" in message("no_text", {})


def test_without_the_recognition_a_scanned_page_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "can_read_scans", lambda: False)

    document = open_document(pdf_of(table, lambda canvas: place(canvas, pictures_of(SINGLE)[0])))

    assert [(mark.page, mark.kind) for mark in document.marks] == [(2, "page")]
    assert "scanned_pages_unread" in document.notes
    assert [page.source for page in document.pages] == ["text", "text"]


@pytest.mark.parametrize(
    ("limits", "code", "text"),
    [
        (DocumentLimits(ocr_pages=0), "too_many_scans", "1 scanned pages; the limit is 0"),
        (DocumentLimits(ocr_memory=500_000_000), "ocr_memory", "500 MB"),
        (DocumentLimits(ocr_seconds=0.1), "ocr_timeout", "0.1 seconds"),
    ],
    ids=["pages", "memory", "seconds"],
)
def test_each_limit_of_the_recognition_is_named(limits: DocumentLimits, code: str, text: str) -> None:
    with pytest.raises(DocumentUnreadable) as unreadable:
        open_document(scanned(SINGLE), limits=limits)

    assert unreadable.value.code == code
    assert text in message(code, unreadable.value.params)


def test_pages_that_the_time_does_not_suffice_for_stay_unread_and_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    three = scanned(pdf_of(single, single, single, size=(250, 100)))

    def out_of_time(request: dict[str, Any], pdf: bytes, *, seconds: float) -> ChildEnd:
        return run_child(request | {"scanned": [1]}, pdf, seconds=seconds)

    monkeypatch.setattr(opening, "run_child", out_of_time)

    document = open_document(three)

    assert [page.source for page in document.pages] == ["ocr", "text", "text"]
    assert [(mark.page, mark.kind) for mark in document.marks] == [(2, "page"), (3, "page")]
    assert {"scanned_pages_unread", "ocr_timeout"} <= set(document.notes)


def test_an_empty_scan_is_reported_as_empty() -> None:
    with pytest.raises(DocumentUnreadable) as unreadable:
        open_document(scanned(pdf_of(lambda canvas: canvas.rect(20, 20, 50, 50), size=(250, 100))))

    assert unreadable.value.code == "nothing_legible"


def outlined(canvas: Canvas, *, step: float) -> None:
    """Letters and digits as a program draws them that turns its fonts into shapes: no text is left."""
    for index in range(250):
        canvas.rect(20 + step * (index % 25), 100 + step * (index // 25), 1, 1, fill=1, stroke=0)


def test_letters_drawn_as_shapes_all_over_a_page_are_sent_to_the_recognition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "can_read_scans", lambda: False)

    assert "scanned_pages_unread" in open_document(pdf_of(table, lambda canvas: outlined(canvas, step=20))).notes


def test_a_square_code_or_a_picture_beside_text_is_no_scan() -> None:
    def illustrated(canvas: Canvas) -> None:
        place(canvas, pictures_of(PRINTED)[0])
        for line in range(5):
            canvas.drawString(30, 150 - 20 * line, "Opening balance, the whole of it")

    document = open_document(pdf_of(table, lambda canvas: outlined(canvas, step=1), illustrated))

    assert [page.source for page in document.pages] == ["text", "text", "text"]
    assert not document.incomplete
