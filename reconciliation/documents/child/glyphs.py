"""The characters of a page as PDFium reports them, turned to the page as it is shown."""

from collections.abc import Iterator
from ctypes import byref, c_double, c_void_p, cast
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import Any
from unicodedata import category

import pypdfium2_raw as pdfium

from reconciliation.documents.child.frame import Frame

INVISIBLE_MODES = {3, 7}  # text render modes that neither fill nor stroke
HYPHEN_AT_LINE_END = 0x0002  # PDFium's own mark
NO_BREAK_SPACE = 0xA0
SPELLED_OUT = {
    HYPHEN_AT_LINE_END: "-",
    0xAD: "-",  # a soft hyphen that is drawn is a hyphen
    **{0xFB00 + step: text for step, text in enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"))},
}
TILT = 0.05  # rise over run up to which a line of text counts as level
SAYS_NOTHING = {"Cc", "Cf", "Cs", "Cn"}  # control, formatting (also of direction), half a character, none


@dataclass(slots=True)
class Glyph:
    """One printed character: x from its advance box, y of its baseline, size in points, and the text object that drew it."""

    text: str
    x0: float
    x1: float
    baseline: float
    size: float
    painted_by: int
    after_space: bool = False


@dataclass(slots=True)
class Style:
    """What all characters of one text object share. `upright` is false for rotated or mirrored text."""

    size: float
    upright: bool
    invisible: bool


def glyphs(text_page: Any, frame: Frame, styles: dict[int, Style]) -> Iterator[Glyph]:
    """The upright characters in the engine's order, without the spaces that it makes up; fills `styles` by text object."""
    origin_x, origin_y, box = c_double(), c_double(), pdfium.FS_RECTF()
    space = False
    for index in range(pdfium.FPDFText_CountChars(text_page)):
        code = pdfium.FPDFText_GetUnicode(text_page, index)
        text = printed(code)
        if text.isspace():
            space = space or not pdfium.FPDFText_IsGenerated(text_page, index)
        if not text.strip():
            continue
        drawn_by = pdfium.FPDFText_GetTextObject(text_page, index)
        key = address(drawn_by)
        style = styles.get(key)
        if style is None:
            style = styles[key] = style_of(text_page, index, drawn_by, frame)
        if not style.upright:
            continue
        pdfium.FPDFText_GetCharOrigin(text_page, index, byref(origin_x), byref(origin_y))
        pdfium.FPDFText_GetLooseCharBox(text_page, index, byref(box))
        x0, _, x1, _ = frame.box(box.left, box.bottom, box.right, box.top)
        yield Glyph(text, x0, x1, frame.point(origin_x.value, origin_y.value)[1], style.size, key, space)
        space = False


@cache
def printed(code: int) -> str:
    """The character in plain letters; empty for what prints nothing."""
    if code in SPELLED_OUT:
        return SPELLED_OUT[code]
    character = chr(code)
    return "" if category(character) in SAYS_NOTHING and not character.isspace() else character


def address(handle: Any) -> int:
    return cast(handle, c_void_p).value or 0


def style_of(text_page: Any, index: int, drawn_by: Any, frame: Frame) -> Style:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(text_page, index, byref(matrix))
    along, up = frame.direction(matrix.a, matrix.b), frame.direction(matrix.c, matrix.d)
    return Style(
        size=abs(pdfium.FPDFText_GetFontSize(text_page, index)) * hypot(*up),
        upright=along[0] > 0 > up[1] and abs(along[1]) <= TILT * along[0],
        invisible=bool(drawn_by) and pdfium.FPDFTextObj_GetTextRenderMode(drawn_by) in INVISIBLE_MODES,
    )
