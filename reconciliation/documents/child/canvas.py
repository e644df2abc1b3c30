"""Drawing pages as a viewer shows them, with annotations and form fields: for the reading, for text recognition and for a person."""

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import byref, c_char
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.handles import loaded

PAPER = 255  # of each of a pixel's bytes
GREY, BLUE_GREEN_RED = 1, 3  # bytes a pixel
FORMATS = {GREY: pdfium.FPDFBitmap_Gray, BLUE_GREEN_RED: pdfium.FPDFBitmap_BGR}


class Canvas:
    """A document's pages, to be drawn. Form fields are drawn by a part of the engine of their own, without its highlights."""

    def __init__(self, document: Any) -> None:
        self.document = document
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
        """The page as it is now on white paper, `depth` bytes a pixel, line by line from the top without gaps.

        Raises MemoryError where the picture does not fit.
        """
        pixels = bytearray([PAPER]) * (depth * width * height)
        first = (c_char * len(pixels)).from_buffer(pixels)
        bitmap = pdfium.FPDFBitmap_CreateEx(width, height, FORMATS[depth], first, depth * width)
        if not bitmap:
            raise MemoryError
        flags |= pdfium.FPDF_ANNOT | (pdfium.FPDF_GRAYSCALE if depth == GREY else 0)
        try:
            pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
            pdfium.FPDF_FFLDraw(self.form, bitmap, page, 0, 0, width, height, 0, flags)
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)
        return pixels
