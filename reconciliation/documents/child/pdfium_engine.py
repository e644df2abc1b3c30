"""The first engine: PDFium, words with positions, each looked for on the page as it is drawn.

Unlocking: it writes the document without its lock, so that no password has to be stored."""

import re
from base64 import b64encode
from ctypes import byref, string_at
from itertools import groupby
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child import visibility
from reconciliation.documents.child.canvas import Canvas
from reconciliation.documents.child.content_stream import Box
from reconciliation.documents.child.figures import DigitCheck
from reconciliation.documents.child.fonts import Fonts
from reconciliation.documents.child.page import PageRead, read_page
from reconciliation.documents.child.request import ChildRefused, ChildRequest, Frame
from reconciliation.documents.child.words import Piece, packed

ATTACHMENTS = "has_attachments"
REMARKS = frozenset({ATTACHMENTS, "font_contradicts"})
"""Notes that do not make a document incomplete. Lying digits are reported as marks instead."""
MAY_HAVE_LAYERS = re.compile(rb"/(?:[OCPropertis]|#[\dA-Fa-f]{2}){12}|/(?:[ObjStm]|#[\dA-Fa-f]{2}){6}")
"""The names /OCProperties and /ObjStm, however they are written."""
PASSWORD_WANTED = 4  # the value of FPDF_ERR_PASSWORD


def read(pdf: bytes, request: ChildRequest) -> dict[str, Any]:
    pdfium.FPDF_InitLibraryWithConfig(byref(pdfium.FPDF_LIBRARY_CONFIG(version=2)))
    document = unlocked(pdf, request.password)
    count = pdfium.FPDF_GetPageCount(document)
    if count < 1:
        raise ChildRefused("damaged")
    if count > request.pages:
        raise ChildRefused("too_many_pages", pages=count, limit=request.pages)
    pages: list[PageRead] = []
    canvas, fonts, digits = Canvas(document, has_layers=MAY_HAVE_LAYERS.search(pdf) is not None), Fonts(document), DigitCheck()
    characters_left = request.characters
    for index in range(count):
        with canvas.page(index) as page:
            pages.append(read_page(page, canvas, frame_of(page), fonts, digits, characters_left=characters_left))
        characters_left -= pages[-1].characters
    return answer(pages, remarks_on(document))


def unlocked(pdf: bytes, password: str | None) -> Any:
    """Return the document, opened without a password if that is possible. Raises ChildRefused."""
    for key in (None, password):
        document = pdfium.FPDF_LoadMemDocument64(pdf, len(pdf), key.encode() if key else None)
        if document:
            return document
        if pdfium.FPDF_GetLastError() != PASSWORD_WANTED:
            raise ChildRefused("damaged")
    raise ChildRefused("wrong_password" if password else "encrypted")


def frame_of(page: Any) -> Frame:
    box = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, byref(box))
    return Frame(box.left, box.bottom, box.right, box.top, pdfium.FPDFPage_GetRotation(page))


def remarks_on(document: Any) -> set[str]:
    """Return codes of content that the pages do not show: attachments, and forms that are not drawn."""
    form = pdfium.FPDF_GetFormType(document)
    held = {
        ATTACHMENTS: pdfium.FPDFDoc_GetAttachmentCount(document) > 0,
        "form_not_drawn": form in {pdfium.FORMTYPE_XFA_FULL, pdfium.FORMTYPE_XFA_FOREGROUND},
    }
    return {code for code, holds in held.items() if holds}


def answer(pages: list[PageRead], remarks: set[str]) -> dict[str, Any]:
    lost = sorted(remarks.union(*(page.lost for page in pages)))
    return {
        "pages": [
            {
                "number": number,
                "width": page.frame.size[0],
                "height": page.frame.size[1],
                "source": page.source,
                "words": packed(page.words),
            }
            for number, page in enumerate(pages, start=1)
        ],
        "hidden": [[number, packed(unread)] for number, page in enumerate(pages, start=1) if (unread := page.hidden + page.covered)],
        "hidden_text": "font_contradicts" in lost or visibility.says_something([line for page in pages for line in lines(page.hidden)]),
        "marks": [[number, rounded(mark.box), mark.kind] for number, page in enumerate(pages, start=1) for mark in page.marks],
        "notes": lost,
        "incomplete": bool(set(lost) - REMARKS),
    }


def rounded(box: Box) -> list[float]:
    return [round(side, 2) for side in box]


def lines(words: list[Piece]) -> list[str]:
    return [" ".join(word.text for word in line) for _, line in groupby(words, key=lambda word: round(word.baseline))]


def unlock(pdf: bytes, request: ChildRequest) -> dict[str, Any]:
    """Return the copy in base64, None if no password is needed. Raises ChildRefused if the password is wrong or pages would be lost."""
    pdfium.FPDF_InitLibraryWithConfig(byref(pdfium.FPDF_LIBRARY_CONFIG(version=2)))
    if pages_of(pdf):
        return {"unlocked": None}
    document = unlocked(pdf, request.password)
    copy = written(document, most=request.bytes)
    if not 0 < pdfium.FPDF_GetPageCount(document) == pages_of(copy):
        raise ChildRefused("damaged")
    return {"unlocked": b64encode(copy).decode()}


def pages_of(pdf: bytes) -> int:
    """Return the number of pages of a document without a password; 0 if it does not open."""
    document = pdfium.FPDF_LoadMemDocument64(pdf, len(pdf), None)
    return int(pdfium.FPDF_GetPageCount(document)) if document else 0


def written(document: Any, *, most: int) -> bytes:
    """Return the whole document without its lock. Raises ChildRefused as soon as it is longer than `most` bytes."""
    copy = bytearray()

    def take(_sink: Any, block: Any, size: int) -> int:
        copy.extend(string_at(block, size))
        return len(copy) <= most

    sink = pdfium.FPDF_FILEWRITE(version=1)
    sink.WriteBlock = type(sink.WriteBlock)(take)
    if not pdfium.FPDF_SaveAsCopy(document, byref(sink), pdfium.FPDF_REMOVE_SECURITY):
        raise ChildRefused("too_large" if len(copy) > most else "damaged")
    return bytes(copy)
