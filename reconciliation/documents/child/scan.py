"""Whether a page is a picture of text: next to no text of its own, and images all over it, or letters drawn as shapes."""

from ctypes import byref, c_float
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.handles import children
from reconciliation.documents.child.words import Piece

LITTLE = 60  # letters and digits: a stamp, a page number, the name of the scanner's program
COVERED = 0.5  # share of the page under images
CELLS = 20  # the page is looked at in so many columns and rows
SHAPES = 200  # so many drawn shapes on a page without a word were letters
PICTURES = {pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM}  # scanners wrap images in forms


def is_scan(page: Any, frame: Frame, words: list[Piece]) -> bool:
    if sum(character.isalnum() for word in words for character in word.text) >= LITTLE:
        return False
    drawn = children(page, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject)
    kinds = [pdfium.FPDFPageObj_GetType(one) for one in drawn]
    if not words and kinds.count(pdfium.FPDF_PAGEOBJ_PATH) >= SHAPES:
        return True
    return covered(frame, [one for one, kind in zip(drawn, kinds, strict=True) if kind in PICTURES]) >= COVERED


def covered(frame: Frame, pictures: list[Any]) -> float:
    """The share of the page under them, counted in cells."""
    width, height = frame.size
    cells: set[tuple[int, int]] = set()
    for picture in pictures:
        left, bottom, right, top = (c_float() for _ in range(4))
        if pdfium.FPDFPageObj_GetBounds(picture, byref(left), byref(bottom), byref(right), byref(top)):
            x0, y0, x1, y1 = frame.box(left.value, bottom.value, right.value, top.value)
            across, down = within(x0, x1, width), within(y0, y1, height)
            cells |= {(column, row) for column in across for row in down}
    return len(cells) / CELLS**2


def within(start: float, end: float, side: float) -> range:
    """The cells whose middle lies between the two."""
    first, last = (round(min(max(place / side, 0.0), 1.0) * CELLS) for place in (start, end))
    return range(first, last)
