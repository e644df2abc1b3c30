"""The objects that a page draws, as handles of PDFium, which are closed after use."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import byref, c_float, c_void_p, cast
from dataclasses import dataclass
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls
from reconciliation.documents.child.request import ChildRefused

TEXT, PATH, IMAGE, FORM = pdfium.FPDF_PAGEOBJ_TEXT, pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM
MAX_DEPTH = 20  # most levels of forms within forms
MAX_OBJECTS = 500_000

Box = tuple[float, float, float, float]


@contextmanager
def loaded(handle: Any, close: Callable[[Any], None]) -> Iterator[Any]:
    """Yield the handle, and close it at the end. Raises ChildRefused if the engine could not load the object."""
    if not handle:
        raise ChildRefused("damaged")
    try:
        yield handle
    finally:
        close(handle)


@dataclass(frozen=True, slots=True)
class Drawn:
    """The objects of a page in the order in which they are painted, each with its kind, and all texts, also those inside forms."""

    objects: list[tuple[c_void_p, int]]
    texts: list[c_void_p]

    def of(self, *kinds: int) -> list[c_void_p]:
        return [drawn for drawn, kind in self.objects if kind in kinds]


def drawn_on(page: Any) -> Drawn:
    """Return the objects of a page. Forms deeper than MAX_DEPTH are left closed. Raises ChildRefused if there are more than
    MAX_OBJECTS objects."""
    objects = children(page, calls.objects_on, calls.object_on)
    texts: list[c_void_p] = []
    waiting = [(*drawn, 0) for drawn in reversed(objects)]
    for _ in range(MAX_OBJECTS):
        if not waiting:
            return Drawn(objects, texts)
        drawn, kind, depth = waiting.pop()
        if kind == TEXT:
            texts.append(drawn)
        elif kind == FORM and depth < MAX_DEPTH:
            waiting += [(*child, depth + 1) for child in reversed(children(drawn, calls.objects_in, calls.object_in))]
    raise ChildRefused("too_complex")


def children(parent: Any, count: Any, get: Any) -> list[tuple[c_void_p, int]]:
    handles = [c_void_p(get(parent, index)) for index in range(count(parent))]
    return [(handle, calls.kind_of(handle)) for handle in handles]


def bounds(drawn: c_void_p) -> Box | None:
    """Return left, bottom, right and top in the page's own coordinates, or None if it has no box."""
    left, bottom, right, top = (c_float() for _ in range(4))
    if not calls.bounds_of(drawn, byref(left), byref(bottom), byref(right), byref(top)):
        return None
    return left.value, bottom.value, right.value, top.value


def address(handle: Any) -> int:
    return cast(handle, c_void_p).value or 0
