"""Reading the characters of a page from PDFium, turned to the page as it is shown."""

from array import array
from collections.abc import Iterable
from ctypes import byref, c_double, c_float, c_void_p
from functools import cache
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls
from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import DIGIT_HEIGHT, UNKNOWN, Glyph, Stretch, printed
from reconciliation.documents.child.handles import address
from reconciliation.documents.child.styles import OF_NOTHING, Face, Style, Stylist
from reconciliation.documents.child.turned import Turned

NO_CHARACTER = {0, 0xFFFD, 0xFFFE, 0xFFFF}
OTHERWISE_IN_TEXT = {0xFFFE, *range(0xD800, 0xE000)}  # a hyphen at the end of a line, and halves of characters
WITH_SPACE = 2  # from the index of one character to the next, where a space may stand between them
FARTHEST = 1e6  # points from the page; nothing is printed there
# The tallest letter or digit of a face, in parts of its size: outside of these bounds the size must be wrong.
LOWEST_CAPITAL, HIGHEST_CAPITAL = 0.35, 1.1


class Scribe:
    """Reads the characters of one page.

    `styles` are those of its text objects; `turned` are the texts left out because they do not run level from left to right.
    A character of which the font does not say what it is reads UNKNOWN.
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
        """The upright characters in the engine's order, without the spaces that it makes up."""
        found = [stretch for stretch in self.read() if abs(stretch.baseline) + stretch.size < FARTHEST]
        wrong = {style for style in self.stylist.known.values() if style.face in self.tallest and not self.fits(style)}
        for stretch in found if wrong else ():
            style = self.styles[stretch.painted_by]
            if style in wrong:
                stretch.size = self.tallest[style.face] / DIGIT_HEIGHT
        return found

    def read(self) -> list[Stretch]:
        """In one go, with what the engine fills in made once: these lines run for every character of every page."""
        page, styles, space, lies_down = self.text_page, self.styles, False, self.frame.turns % 2 > 0
        text_object_at, origin_at, advance_box_at = calls.text_object_at, calls.origin_at, calls.advance_box_at
        origin_x, origin_y, box = c_double(), c_double(), (c_float * 4)()
        to_x, to_y, to_box, sides = byref(origin_x), byref(origin_y), byref(box), memoryview(box).cast("B").cast("f")
        a, b, across, c, d, down = self.frame.matrix
        found: list[Stretch] = []
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
                found.append(Stretch(key, baseline, style.size, glyphs))
                last, last_baseline = key, baseline
            if not style.measured and text.isalnum():
                self.measure(index, baseline, style)
            glyphs.append((text, x0, x1, space))
            space = False
        return found

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
        """The code of every character: all at once, unless the engine's text has more, fewer or other ones than its characters."""
        buffer = array("H", bytes(4 * self.count + 4))
        if calls.text_of(self.text_page, 0, self.count, c_void_p(buffer.buffer_info()[0])) == self.count + 1:
            codes = buffer[: self.count]
            if not OTHERWISE_IN_TEXT & set(codes):
                return codes
        return [calls.code_at(self.text_page, index) for index in range(self.count)]

    def meet(self, key: int, index: int) -> Style:
        """The style of a text object of which this is the first character."""
        style = self.styles[key] = self.stylist.style(key, index)
        style.measured = self.fits(style)
        return style

    def fits(self, style: Style) -> bool:
        """Whether the face's ink is known and fits its size: then the size is right."""
        return LOWEST_CAPITAL * style.size <= self.tallest.get(style.face, 0.0) <= HIGHEST_CAPITAL * style.size

    def measure(self, index: int, baseline: float, style: Style) -> None:
        """A font may scale its characters by a matrix of its own, of which its size says nothing: only their ink does."""
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
