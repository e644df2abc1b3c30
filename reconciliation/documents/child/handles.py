"""PDFium's handles: closed when done with, and the text objects among them found."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import c_void_p, cast
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.request import Refused

MAX_DEPTH = 20  # forms within forms
MAX_OBJECTS = 500_000


@contextmanager
def loaded(handle: Any, close: Callable[[Any], None]) -> Iterator[Any]:
    """Raises Refused if the engine could not load it."""
    if not handle:
        raise Refused("damaged")
    try:
        yield handle
    finally:
        close(handle)


def text_objects(page: Any) -> list[Any]:
    """A page's text objects, also those inside forms, in the order in which they are painted."""
    found: list[Any] = []
    waiting = [(drawn, 0) for drawn in reversed(children(page, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject))]
    for _ in range(MAX_OBJECTS):
        if not waiting:
            return found
        drawn, depth = waiting.pop()
        kind = pdfium.FPDFPageObj_GetType(drawn)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            found.append(drawn)
        elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < MAX_DEPTH:
            inside = children(drawn, pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject)
            waiting += [(child, depth + 1) for child in reversed(inside)]
    raise Refused("too_complex")


def children(parent: Any, count: Callable[[Any], int], get: Callable[[Any, int], Any]) -> list[Any]:
    return [get(parent, index) for index in range(count(parent))]


def address(handle: Any) -> int:
    return cast(handle, c_void_p).value or 0
