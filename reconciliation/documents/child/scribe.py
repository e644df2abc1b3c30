"""Reading the characters of a page from PDFium, turned to the page as it is shown."""

from collections.abc import Iterator
from ctypes import byref, c_double, c_uint
from dataclasses import dataclass
from math import hypot
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import UNKNOWN, Glyph, printed
from reconciliation.documents.child.handles import address

FILL, INVISIBLE_MODES = 0, {3, 7}  # text render modes; the latter neither fill nor stroke
NO_CHARACTER = {0, 0xFFFD, 0xFFFE, 0xFFFF}
FARTHEST = 1e6  # points from the page; nothing is printed there
TILT = 0.05  # rise over run up to which a line of text counts as level
# How tall the tallest letter or digit of a face is, in parts of its size: as it should be, and where the size must be wrong.
CAPITAL, LOWEST_CAPITAL, HIGHEST_CAPITAL = 0.72, 0.35, 1.1

Face = tuple[int, float]  # a font and a size


@dataclass(slots=True)
class Style:
    """What all characters of one text object share.

    `upright` is false for rotated or mirrored text, `quarter_turned` true for what runs up, down or upside down;
    `shade` is the fill's, 0 black to 255 white, None where it is not plain;
    `drawable` is false where the font is not in the file, so that only Latin letters can be drawn.
    """

    size: float
    upright: bool
    quarter_turned: bool
    invisible: bool
    shade: float | None
    drawable: bool
    face: Face


class Scribe:
    """Reads the characters of one page.

    `styles` are those of its text objects; `turned` counts the letters and digits left out because they run up, down or
    upside down. A character of which the font does not say what it is reads UNKNOWN.
    """

    def __init__(self, text_page: Any, frame: Frame) -> None:
        self.text_page = text_page
        self.frame = frame
        self.styles: dict[int, Style] = {}
        self.tallest: dict[Face, float] = {}
        self.turned = 0
        self.x, self.y, self.advance = c_double(), c_double(), pdfium.FS_RECTF()  # what the engine fills in, again and again

    def glyphs(self) -> list[Glyph]:
        """The upright characters in the engine's order, without the spaces that it makes up."""
        found = list(self.read())
        for glyph in found:
            style = self.styles[glyph.painted_by]
            if style.face in self.tallest and not self.is_measured(style):
                glyph.size = self.tallest[style.face] / CAPITAL
        return found

    def read(self) -> Iterator[Glyph]:
        space = False
        for index in range(pdfium.FPDFText_CountChars(self.text_page)):
            code = pdfium.FPDFText_GetUnicode(self.text_page, index)
            text = UNKNOWN if code in NO_CHARACTER else printed(code)
            if text.isspace():
                space = space or not pdfium.FPDFText_IsGenerated(self.text_page, index)
            glyph = self.glyph(index, text, after_space=space) if text.strip() else None
            if glyph:
                yield glyph
                space = False

    def glyph(self, index: int, text: str, *, after_space: bool) -> Glyph | None:
        drawn_by = pdfium.FPDFText_GetTextObject(self.text_page, index)
        key = address(drawn_by)
        if key and key not in self.styles:
            self.styles[key] = style_of(self.text_page, index, drawn_by, self.frame)
        if not key or not self.styles[key].upright:
            self.turned += bool(key) and self.styles[key].quarter_turned and text.isalnum()
            return None
        x, y, advance = self.x, self.y, self.advance
        pdfium.FPDFText_GetCharOrigin(self.text_page, index, byref(x), byref(y))
        pdfium.FPDFText_GetLooseCharBox(self.text_page, index, byref(advance))
        one, other = self.frame.point(advance.left, advance.bottom)[0], self.frame.point(advance.right, advance.top)[0]
        x0, x1 = (one, other) if one < other else (other, one)
        baseline = self.frame.point(x.value, y.value)[1]
        if not abs(x0) + abs(x1) + abs(baseline) + self.styles[key].size < FARTHEST:  # nor is it a number at all
            return None
        if text.isalnum() and not self.is_measured(self.styles[key]):
            self.measure(index, baseline, self.styles[key].face)
        return Glyph(text, x0, x1, baseline, self.styles[key].size, key, after_space)

    def is_measured(self, style: Style) -> bool:
        """Whether the face's ink is known and fits its size: then the size is right."""
        return LOWEST_CAPITAL * style.size <= self.tallest.get(style.face, 0.0) <= HIGHEST_CAPITAL * style.size

    def measure(self, index: int, baseline: float, face: "Face") -> None:
        """A font may scale its characters by a matrix of its own, of which its size says nothing: only their ink does."""
        left, right, bottom, top = c_double(), c_double(), c_double(), c_double()
        pdfium.FPDFText_GetCharBox(self.text_page, index, byref(left), byref(right), byref(bottom), byref(top))
        height = baseline - self.frame.box(left.value, bottom.value, right.value, top.value)[1]
        if height > self.tallest.get(face, 0.0):
            self.tallest[face] = height


def style_of(text_page: Any, index: int, drawn_by: Any, frame: Frame) -> Style:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(text_page, index, byref(matrix))
    scale = pdfium.FPDFText_GetFontSize(text_page, index)  # below 0 it turns the text around once more
    along, up = frame.direction(scale * matrix.a, scale * matrix.b), frame.direction(scale * matrix.c, scale * matrix.d)
    mode = pdfium.FPDFTextObj_GetTextRenderMode(drawn_by)
    font = pdfium.FPDFTextObj_GetFont(drawn_by)
    size = hypot(*up)
    upright = along[0] > 0 > up[1] and abs(along[1]) <= TILT * along[0]
    return Style(
        size=size,
        upright=upright,
        quarter_turned=not upright and min(map(abs, along)) <= TILT * max(map(abs, along)),
        invisible=mode in INVISIBLE_MODES,
        shade=shade_of(drawn_by) if mode == FILL else None,
        drawable=pdfium.FPDFFont_GetIsEmbedded(font) == 1,
        face=(address(font), round(size, 2)),
    )


def shade_of(drawn_by: Any) -> float | None:
    red, green, blue, alpha = c_uint(), c_uint(), c_uint(), c_uint()
    if not pdfium.FPDFPageObj_GetFillColor(drawn_by, byref(red), byref(green), byref(blue), byref(alpha)):
        return None
    return 0.299 * red.value + 0.587 * green.value + 0.114 * blue.value
