"""The first engine: PDFium, words with positions."""

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import byref
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import Style, glyphs
from reconciliation.documents.child.request import Refused, Request
from reconciliation.documents.child.words import Piece, words

PASSWORD_WANTED = 4  # FPDF_ERR_PASSWORD


def read(pdf: bytes, request: Request) -> dict[str, Any]:
    pdfium.FPDF_InitLibraryWithConfig(byref(pdfium.FPDF_LIBRARY_CONFIG(version=2)))
    document = unlocked(pdf, request.password)
    count = pdfium.FPDF_GetPageCount(document)
    if count < 1:
        raise Refused("damaged")
    if count > request.pages:
        raise Refused("too_many_pages", pages=count, limit=request.pages)
    budget = request.characters
    pages = []
    for index in range(count):
        page, used = read_page(document, index, budget)
        budget -= used
        pages.append(page)
    return {"pages": pages, "hidden": [], "hidden_text": False, "notes": [], "incomplete": False}


def unlocked(pdf: bytes, password: str | None) -> Any:
    for key in (None, password):
        document = pdfium.FPDF_LoadMemDocument64(pdf, len(pdf), key.encode() if key else None)
        if document:
            return document
        if pdfium.FPDF_GetLastError() != PASSWORD_WANTED:
            raise Refused("damaged")
    raise Refused("wrong_password" if password else "encrypted")


def read_page(document: Any, index: int, budget: int) -> tuple[dict[str, Any], int]:
    page = pdfium.FPDF_LoadPage(document, index)
    if not page:
        raise Refused("damaged")
    try:
        frame = frame_of(page)
        with text_of(page) as text_page:
            used = pdfium.FPDFText_CountChars(text_page)
            if used > budget:
                raise Refused("too_complex")
            styles: dict[int, Style] = {}
            found = words(glyphs(text_page, frame, styles))
        width, height = frame.size
        return {"number": index + 1, "width": width, "height": height, "source": "text", "words": [packed(word) for word in found]}, used
    finally:
        pdfium.FPDF_ClosePage(page)


def frame_of(page: Any) -> Frame:
    box = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, byref(box))
    return Frame(box.left, box.bottom, box.right, box.top, pdfium.FPDFPage_GetRotation(page))


@contextmanager
def text_of(page: Any) -> Iterator[Any]:
    text_page = pdfium.FPDFText_LoadPage(page)
    if not text_page:
        raise Refused("damaged")
    try:
        yield text_page
    finally:
        pdfium.FPDFText_ClosePage(text_page)


def packed(word: Piece) -> list[Any]:
    x0, y0, x1, y1 = word.box
    return [word.text, *(round(number, 2) for number in (x0, y0, x1, y1, word.size, word.baseline))]
