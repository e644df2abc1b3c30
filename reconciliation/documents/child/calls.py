"""The engine's calls that are made for every character, every object of a page or every shape of a font, without the checks
that cost more than the call.

A function whose arguments are declared converts each of them at every call. These take what needs no conversion: handles, an int,
and references and floats made once. Nor do they let other threads run meanwhile: the child has none.
"""

from ctypes import PYFUNCTYPE, c_double, c_int, c_uint, c_void_p, cast
from typing import Any

import pypdfium2_raw as pdfium


def unchecked(function: Any, result: Any) -> Any:
    return PYFUNCTYPE(result)(cast(function, c_void_p).value or 0)


text_of = unchecked(pdfium.FPDFText_GetText, c_int)
code_at = unchecked(pdfium.FPDFText_GetUnicode, c_uint)
is_generated = unchecked(pdfium.FPDFText_IsGenerated, c_int)
text_object_at = unchecked(pdfium.FPDFText_GetTextObject, c_void_p)  # its address
origin_at = unchecked(pdfium.FPDFText_GetCharOrigin, c_int)
advance_box_at = unchecked(pdfium.FPDFText_GetLooseCharBox, c_int)
ink_box_at = unchecked(pdfium.FPDFText_GetCharBox, c_int)
matrix_at = unchecked(pdfium.FPDFText_GetMatrix, c_int)
size_at = unchecked(pdfium.FPDFText_GetFontSize, c_double)
render_mode = unchecked(pdfium.FPDFTextObj_GetTextRenderMode, c_int)
font_of = unchecked(pdfium.FPDFTextObj_GetFont, c_void_p)  # its address
fill_color = unchecked(pdfium.FPDFPageObj_GetFillColor, c_int)
is_embedded = unchecked(pdfium.FPDFFont_GetIsEmbedded, c_int)
drawing_of = unchecked(pdfium.FPDFFont_GetGlyphPath, c_void_p)  # its address
points_of = unchecked(pdfium.FPDFGlyphPath_CountGlyphSegments, c_int)
segment_at = unchecked(pdfium.FPDFGlyphPath_GetGlyphPathSegment, c_void_p)  # its address
point_at = unchecked(pdfium.FPDFPathSegment_GetPoint, c_int)
objects_on = unchecked(pdfium.FPDFPage_CountObjects, c_int)
object_on = unchecked(pdfium.FPDFPage_GetObject, c_void_p)  # its address
objects_in = unchecked(pdfium.FPDFFormObj_CountObjects, c_int)
object_in = unchecked(pdfium.FPDFFormObj_GetObject, c_void_p)  # its address
kind_of = unchecked(pdfium.FPDFPageObj_GetType, c_int)
bounds_of = unchecked(pdfium.FPDFPageObj_GetBounds, c_int)
marks_on = unchecked(pdfium.FPDFPageObj_CountMarks, c_int)
set_active = unchecked(pdfium.FPDFPageObj_SetIsActive, c_int)
is_active = unchecked(pdfium.FPDFPageObj_GetIsActive, c_int)
