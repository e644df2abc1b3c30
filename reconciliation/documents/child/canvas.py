"""Pages as a viewer draws them, with annotations and form fields, and the annotations that only other viewers draw."""

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import byref, c_char
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.content_stream import Box, loaded
from reconciliation.documents.child.request import Frame

PAPER = 255  # value of every byte of a pixel of blank paper
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
        """Yield the handle of a page, counted from 0. Raises ChildRefused if the engine cannot load it."""
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


DRAWN_BY_OTHERS = frozenset(
    {
        pdfium.FPDF_ANNOT_FREETEXT,
        pdfium.FPDF_ANNOT_LINE,
        pdfium.FPDF_ANNOT_POLYGON,
        pdfium.FPDF_ANNOT_POLYLINE,
        pdfium.FPDF_ANNOT_STAMP,
        pdfium.FPDF_ANNOT_CARET,
        pdfium.FPDF_ANNOT_REDACT,
    }
)
UNSEEN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW
ONLY_PRINTED = pdfium.FPDF_ANNOT_FLAG_PRINT | pdfium.FPDF_ANNOT_FLAG_NOVIEW
SHOWN = frozenset({0, pdfium.FPDF_ANNOT_FLAG_PRINT, ONLY_PRINTED})  # flags of annotations that are shown on a screen or on paper
EMPTY = 2  # bytes of an empty text


def not_drawn(page: Any, canvas: Canvas, frame: Frame) -> Iterator[Box]:
    """Yield the places of a page's annotations that only other programs show: fields that are filled in are some; or only paper."""
    for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        try:
            place, flags = pdfium.FS_RECTF(), pdfium.FPDFAnnot_GetFlags(annotation)
            if pdfium.FPDFAnnot_HasKey(annotation, b"AP"):
                is_left_out = flags & (ONLY_PRINTED | UNSEEN) == ONLY_PRINTED
            else:
                by_others = pdfium.FPDFAnnot_GetSubtype(annotation) in DRAWN_BY_OTHERS
                is_filled = pdfium.FPDFAnnot_GetFormFieldValue(canvas.form, annotation, None, 0) > EMPTY
                is_left_out = (by_others or is_filled) and flags & (ONLY_PRINTED | UNSEEN) in SHOWN
            if is_left_out and pdfium.FPDFAnnot_GetRect(annotation, place):
                yield frame.box(place.left, place.bottom, place.right, place.top)
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)
