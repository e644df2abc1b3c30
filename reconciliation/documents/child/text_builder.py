"""The characters of a page from PDFium, turned to the page as it is shown, with size, direction, colour and font of their text objects."""

import re
from array import array
from collections.abc import Iterable
from ctypes import byref, c_double, c_float, c_uint, c_void_p, sizeof
from dataclasses import dataclass, field
from functools import cache
from math import hypot
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls
from reconciliation.documents.child.content_stream import Box, address
from reconciliation.documents.child.request import Frame
from reconciliation.documents.child.words import DIGIT_HEIGHT, UNKNOWN, Glyph, Stretch, printed

FILL, INVISIBLE_MODES = 0, {3, 7}  # text render modes; the latter neither fill nor stroke
TILT = 0.05  # most rise over run of a line of text that counts as level

Face = tuple[int, float]  # a font and a size
Facts = tuple[float, float, float, float, float, int, int, float | None]  # how it is turned, its size, render mode, font, shade


@dataclass(slots=True, eq=False)
class Style:
    """The properties that all characters of one text object share.

    `upright` is false for rotated or mirrored text, `quarter_turned` true for text that runs up, down or upside down;
    `shade` is the fill's, 0 black to 255 white, None if it is not plain;
    `drawable` is false if the font is not in the file, so that only Latin letters can be drawn;
    `measured` is true once the face's ink is known and fits its size: then the size is right.
    """

    size: float
    upright: bool
    quarter_turned: bool
    invisible: bool
    shade: float | None
    drawable: bool
    face: Face
    measured: bool = False


# That of a character which no text object draws.
OF_NOTHING = Style(size=0.0, upright=False, quarter_turned=False, invisible=True, shade=None, drawable=True, face=(0, 0.0))


class Stylist:
    """Tells the styles of one page's text objects, with one set of buffers that the engine fills in. Objects that look alike have one
    style."""

    def __init__(self, text_page: c_void_p, frame: Frame) -> None:
        self.text_page = text_page
        self.turn = frame.matrix
        matrix, color = (c_float * 6)(), (c_uint * 4)()
        self.to_matrix, self.to_color = byref(matrix), [byref(color, part * sizeof(c_uint)) for part in range(4)]
        self.matrix, self.color = memoryview(matrix).cast("B").cast("f"), memoryview(color).cast("B").cast("I")
        self.known: dict[Facts, Style] = {}

    def style(self, drawn_by: int, index: int) -> Style:
        """Return the style of the text object at this address; `index` is one of its characters."""
        handle = c_void_p(drawn_by)
        calls.matrix_at(self.text_page, index, self.to_matrix)
        e, f, g, h, *_ = self.matrix
        scale = calls.size_at(self.text_page, index)  # below 0 it turns the text around once more
        mode, font = calls.render_mode(handle), calls.font_of(handle) or 0
        shade = self.shade(handle) if mode == FILL else None
        facts = (e, f, g, h, scale, mode, font, shade)
        if facts not in self.known:
            self.known[facts] = self.of(facts)
        return self.known[facts]

    def of(self, facts: Facts) -> Style:
        e, f, g, h, scale, mode, font, shade = facts
        a, b, _, c, d, _ = self.turn
        along, rise = scale * (a * e + b * f), scale * (c * e + d * f)
        lean, up = scale * (a * g + b * h), scale * (c * g + d * h)
        size = hypot(lean, up)
        upright = along > 0 > up and abs(rise) <= TILT * along
        return Style(
            size=size,
            upright=upright,
            quarter_turned=not upright and min(abs(along), abs(rise)) <= TILT * max(abs(along), abs(rise)),
            invisible=mode in INVISIBLE_MODES,
            shade=shade,
            drawable=calls.is_embedded(c_void_p(font)) == 1,
            face=(font, round(size, 2)),
        )

    def shade(self, handle: c_void_p) -> float | None:
        if not calls.fill_color(handle, *self.to_color):
            return None
        red, green, blue, _ = self.color
        return 0.299 * red + 0.587 * green + 0.114 * blue


APART = 1  # step from the index of one character to the next, with nothing between them
NAMES = r"[\W_]*[^\W\d_]{0,3}[\W_]*"  # a currency, a sign or a bracket
FIGURE = re.compile(
    rf"{NAMES}(?!(?:19|20)\d\d\b)(?:\d{{1,6}}(?:[.,'\u2019]\d+)*|\d{{1,4}}(?:[-/]\d{{1,4}}){{2}}|\d{{1,2}}/\d{{1,2}}){NAMES}"
)
"""A word that may be a figure or a day: neither a year nor a code, which is longer or has more parts."""
MONEY = re.compile(r"\d[.,]\d\d(?!\d)")


@dataclass(slots=True)
class Turned:
    """Characters that follow one another in the file and do not run level: their text, their boxes as shown, the index of the last one."""

    text: str = ""
    boxes: list[Box] = field(default_factory=list)
    ends_at: int = 0

    def add(self, text: str, box: Box, index: int) -> None:
        self.text += f" {text}" if self.text and index - self.ends_at > APART else text
        self.boxes.append(box)
        self.ends_at = index

    def has_figure(self) -> bool:
        """True if the text holds an amount or a figure, so that it may be a row or a part of one."""
        return bool(MONEY.search(self.text)) or any(map(FIGURE.fullmatch, self.text.split()))


NO_CHARACTER = {0, 0xFFFD, 0xFFFE, 0xFFFF}
OTHERWISE_IN_TEXT = {0xFFFE, *range(0xD800, 0xE000)}  # code points of a hyphen at the end of a line and of halves of characters
WITH_SPACE = 2  # step from the index of one character to the next, with room for one space
FARTHEST = 1e6  # most points from the page; nothing is printed beyond
# The tallest letter or digit of a face, in parts of its size: outside of these bounds the size must be wrong.
LOWEST_CAPITAL, HIGHEST_CAPITAL = 0.35, 1.1


class Scribe:
    """Reads the characters of one page.

    `styles` are those of its text objects; `turned` are the texts left out because they do not run level from left to right.
    A character that the font does not name reads UNKNOWN.
    """

    def __init__(self, text_page: Any, frame: Frame) -> None:
        self.text_page = c_void_p(address(text_page))
        self.count: int = pdfium.FPDFText_CountChars(text_page)
        self.frame = frame
        self.stylist = Stylist(self.text_page, frame)
        self.styles: dict[int, Style] = {0: OF_NOTHING}
        self.tallest: dict[Face, float] = {}
        self.turned: list[Turned] = []

    def stretches(self) -> list[Stretch]:
        """Return the upright characters in the engine's order, without the spaces that it makes up."""
        stretches = [stretch for stretch in self.read() if abs(stretch.baseline) + stretch.size < FARTHEST]
        wrong = {style for style in self.stylist.known.values() if style.face in self.tallest and not self.fits(style)}
        for stretch in stretches if wrong else ():
            style = self.styles[stretch.painted_by]
            if style in wrong:
                stretch.size = self.tallest[style.face] / DIGIT_HEIGHT
        return stretches

    def read(self) -> list[Stretch]:
        """Return all stretches of the page. This is one loop with its buffers made once, because it runs for every character of every
        page."""
        page, styles, space, lies_down = self.text_page, self.styles, False, self.frame.turns % 2 > 0
        text_object_at, origin_at, advance_box_at = calls.text_object_at, calls.origin_at, calls.advance_box_at
        origin_x, origin_y, box = c_double(), c_double(), (c_float * 4)()
        to_x, to_y, to_box, sides = byref(origin_x), byref(origin_y), byref(box), memoryview(box).cast("B").cast("f")
        a, b, across, c, d, down = self.frame.matrix
        stretches: list[Stretch] = []
        styled = last = -1
        last_top = last_bottom = last_baseline = 0.0
        for index, text in enumerate(map(character, self.codes())):
            if not text or text.isspace():
                space = space or (bool(text) and not calls.is_generated(page, index))
                continue
            key = text_object_at(page, index) or 0
            if key != styled:
                style, styled = styles.get(key) or self.meet(key, index), key
            if not style.upright:
                self.turn(index, text, style)
                continue
            advance_box_at(page, index, to_box)
            left, top, right, bottom = sides
            if key != last or top != last_top or bottom != last_bottom or lies_down:
                origin_at(page, index, to_x, to_y)
                baseline = c * origin_x.value + d * origin_y.value + down
                last_top, last_bottom = top, bottom
            x0, x1 = a * left + b * bottom + across, a * right + b * top + across
            if x0 > x1:
                x0, x1 = x1, x0
            if not -FARTHEST < x0 <= x1 < FARTHEST:  # nor is it a number at all
                continue
            if key != last or baseline != last_baseline:
                glyphs: list[Glyph] = []
                stretches.append(Stretch(key, baseline, style.size, glyphs))
                last, last_baseline = key, baseline
            if not style.measured and text.isalnum():
                self.measure(index, baseline, style)
            glyphs.append((text, x0, x1, space))
            space = False
        return stretches

    def turn(self, index: int, text: str, style: Style) -> None:
        """Note a character that is turned, with the ones before it that are turned too, but for a space."""
        box = (c_float * 4)()
        calls.advance_box_at(self.text_page, index, byref(box))
        left, top, right, bottom = box
        place = self.frame.box(left, bottom, right, top)
        if style.invisible or not all(-FARTHEST < side < FARTHEST for side in place):
            return
        if not self.turned or index - self.turned[-1].ends_at > WITH_SPACE:
            self.turned.append(Turned())
        self.turned[-1].add(text, place, index)

    def codes(self) -> Iterable[int]:
        """Return the code of every character: all at once, unless the engine's text has more, fewer or other ones than its characters."""
        buffer = array("H", bytes(4 * self.count + 4))
        if calls.text_of(self.text_page, 0, self.count, c_void_p(buffer.buffer_info()[0])) == self.count + 1:
            codes = buffer[: self.count]
            if not OTHERWISE_IN_TEXT & set(codes):
                return codes
        return [calls.code_at(self.text_page, index) for index in range(self.count)]

    def meet(self, key: int, index: int) -> Style:
        """Return the style of a text object of which this is the first character."""
        style = self.styles[key] = self.stylist.style(key, index)
        style.measured = self.fits(style)
        return style

    def fits(self, style: Style) -> bool:
        """True if the height of the face's ink is known and fits its size, which is then right."""
        return LOWEST_CAPITAL * style.size <= self.tallest.get(style.face, 0.0) <= HIGHEST_CAPITAL * style.size

    def measure(self, index: int, baseline: float, style: Style) -> None:
        """Measure the style by the ink of a character: a font may scale its characters by a matrix of its own, which its size does not
        include."""
        style.measured = self.fits(style)
        if style.measured:
            return
        left, right, bottom, top = c_double(), c_double(), c_double(), c_double()
        calls.ink_box_at(self.text_page, index, byref(left), byref(right), byref(bottom), byref(top))
        height = baseline - self.frame.box(left.value, bottom.value, right.value, top.value)[1]
        if self.tallest.get(style.face, 0.0) < height < FARTHEST:
            self.tallest[style.face] = height


@cache
def character(code: int) -> str:
    return UNKNOWN if code in NO_CHARACTER else printed(code)
