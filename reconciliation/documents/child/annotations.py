"""Annotations that other programs show and the engine does not: those without a picture of their own that it cannot make."""

from collections.abc import Iterator
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.canvas import Canvas
from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.handles import Box

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
SHOWN = frozenset({0, pdfium.FPDF_ANNOT_FLAG_PRINT, ONLY_PRINTED})  # on a screen or on paper
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
