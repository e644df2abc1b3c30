"""Drawing pages as a viewer shows them, with annotations and form fields: for the reading, for text recognition and for a person."""

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import byref, c_char
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.handles import loaded

PAPER = 255  # of each of a pixel's bytes
GREY, BLUE_GREEN_RED, WITH_SPARE = 1, 3, 4  # bytes a pixel
Area = tuple[int, int, int, int]  # pixels: left, top, right, bottom
FORMATS = {GREY: pdfium.FPDFBitmap_Gray, BLUE_GREEN_RED: pdfium.FPDFBitmap_BGR, WITH_SPARE: pdfium.FPDFBitmap_BGRx}


class Canvas:
    """A document's pages, to be drawn. Form fields are drawn by a part of the engine of their own, without its highlights. `has_layers` is
    false if no page can be another on paper but for its annotations."""

    def __init__(self, document: Any, *, has_layers: bool = True) -> None:
        self.document, self.has_layers = document, has_layers
        self.callbacks = pdfium.FPDF_FORMFILLINFO(version=2)  # the engine keeps their address
        self.form = pdfium.FPDFDOC_InitFormFillEnvironment(document, byref(self.callbacks))
        pdfium.FPDF_SetFormFieldHighlightAlpha(self.form, 0)

    @contextmanager
    def page(self, index: int) -> Iterator[Any]:
        """The handle of a page, counted from 0. Raises Refused where the engine cannot load it."""
        with loaded(pdfium.FPDF_LoadPage(self.document, index), pdfium.FPDF_ClosePage) as page:
            pdfium.FORM_OnAfterLoadPage(page, self.form)
            try:
                yield page
            finally:
                pdfium.FORM_OnBeforeClosePage(page, self.form)

    def draw(self, page: Any, width: int, height: int, depth: int = GREY, flags: int = 0) -> bytearray:
        """Return the page as it is now on white paper, `depth` bytes a pixel, line by line from the top without gaps.

        Raises MemoryError if the picture does not fit.
        """
        return self.draw_part(page, (width, height), (0, 0, width, height), depth=depth, flags=flags)

    def draw_part(
        self,
        page: Any,
        size: tuple[int, int],
        area: Area,
        *,
        depth: int = GREY,
        flags: int = 0,
        paper: int = PAPER,
        with_annotations: bool = True,
    ) -> bytearray:
        """Return an area of the page, which is `size` pixels as a whole, on paper of a shade; without annotations and form fields if
        asked. Raises MemoryError if the picture does not fit."""
        left, top, right, bottom = area
        across, down = right - left, bottom - top
        pixels = bytearray([paper]) * (depth * across * down)
        first = (c_char * len(pixels)).from_buffer(pixels)
        bitmap = pdfium.FPDFBitmap_CreateEx(across, down, FORMATS[depth], first, depth * across)
        if not bitmap:
            raise MemoryError
        flags |= (pdfium.FPDF_ANNOT if with_annotations else 0) | (pdfium.FPDF_GRAYSCALE if depth == GREY else 0)
        try:
            pdfium.FPDF_RenderPageBitmap(bitmap, page, -left, -top, *size, 0, flags)
            if with_annotations:
                pdfium.FPDF_FFLDraw(self.form, bitmap, page, -left, -top, *size, 0, flags)
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)
        return pixels
