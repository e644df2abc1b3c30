"""The look at the page: drawn once with its text and once without, so that what differs is what text a reader sees."""

from collections.abc import Iterable, Sequence
from ctypes import byref, c_char, c_uint, c_void_p, cast
from functools import cache
from math import ceil, floor
from operator import itemgetter
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls
from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import Stretch
from reconciliation.documents.child.handles import IMAGE, TEXT, Box, Drawn, bounds

Span = tuple[int, int]  # the first pixel across, and the one after the last

SCALE = 1.0  # pixels a point: type of 3 points still leaves a mark
MAX_PIXELS = 6_000_000
FAINT = 12  # of 255 shades; what differs by less nobody sees
PLAIN = 40  # of 255; between paper and a stroke in a picture of text
NARROW = 3  # pixels; of what is narrower nearly all are shared
PAPER = 255
MARK = 1
LARGE, MOST_PICTURES = 50_000, 20  # pixels of its own; pictures of a page that are asked
NEAR = 3  # pixels of the page


class Look:
    """Two grey pictures of one page. Boxes are in points of the page as shown."""

    def __init__(self, page: Any, frame: Frame, drawn: Drawn, stretches: Sequence[Stretch]) -> None:
        width, height = frame.size
        self.scale: float = min(SCALE, (MAX_PIXELS / max(width * height, 1.0)) ** 0.5)
        self.width: int = max(1, round(width * self.scale))
        self.height: int = max(1, round(height * self.scale))
        for picture in aside(drawn, frame, stretches, near=NEAR / self.scale):
            calls.set_active(picture, 0)
        self.shown = self.picture(page)
        if all(kind == TEXT for _, kind in drawn.objects) and not pdfium.FPDFPage_GetAnnotCount(page):
            self.without = self.blank()
            return
        for text in drawn.texts:
            calls.set_active(text, 0)
        self.without = self.picture(page)

    def blank(self) -> bytearray:
        return bytearray([PAPER]) * (self.width * self.height)

    def picture(self, page: Any) -> bytearray:
        """The page as it is now, a byte a pixel, line by line."""
        pixels = self.blank()
        first = (c_char * len(pixels)).from_buffer(pixels)
        bitmap = pdfium.FPDFBitmap_CreateEx(self.width, self.height, pdfium.FPDFBitmap_Gray, first, self.width)
        if not bitmap:
            raise MemoryError
        try:
            flags = pdfium.FPDF_ANNOT | pdfium.FPDF_GRAYSCALE
            pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, self.width, self.height, 0, flags)
            return pixels
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)

    def text_shows(self, sides: Iterable[tuple[float, float]], lines: list[int]) -> list[bool]:
        """Whether text leaves a mark between each two points on one of these lines of pixels."""
        spans = [self.columns(x0, x1) for x0, x1 in sides]
        blank = {span for span in spans if span[0] < span[1]}
        for line in lines:
            if not blank:
                break
            left, right = min(blank)[0], max(blank, key=itemgetter(1))[1]
            ink, paper = self.shown[line + left : line + right], self.without[line + left : line + right]
            if ink != paper:
                marks = marked(ink, paper)
                blank = {span for span in blank if marks.find(MARK, span[0] - left, span[1] - left) < 0}
        return [span[0] < span[1] and span not in blank for span in spans]

    def shades_behind(self, x0: float, x1: float, lines: list[int]) -> tuple[int, int]:
        """The darkest and the lightest of what is drawn besides text between these points and in the pixels beside them."""
        left, right = max(0, floor(x0 * self.scale)), min(self.width, ceil(x1 * self.scale))
        if all(self.without.count(PAPER, line + left, line + right) == right - left for line in lines):
            return PAPER, PAPER
        shades = b"".join([self.without[line + left : line + right] for line in lines])
        return min(shades), max(shades)

    def stroke_shows(self, box: Box) -> bool:
        """Whether something that is not text is drawn here as a character would be: light and dark side by side."""
        x0, y0, x1, y1 = box
        return any(max(row) - min(row) >= PLAIN for row in self.behind(x0, x1, self.lines(y0, y1)))

    def background(self, x0: float, x1: float, lines: list[int]) -> float | None:
        """The mean shade behind the text, 0 black to 255 white; None outside the page."""
        shades = b"".join(self.behind(x0, x1, lines))
        return sum(shades) / len(shades) if shades else None

    def behind(self, x0: float, x1: float, lines: list[int]) -> list[bytearray]:
        """What is drawn there besides text, line by line; nothing outside the page."""
        left, right = self.columns(x0, x1)
        return [self.without[line + left : line + right] for line in lines] if left < right else []

    def columns(self, x0: float, x1: float) -> Span:
        x0, x1 = x0 * self.scale, x1 * self.scale
        left, right = ceil(x0), floor(x1)  # a pixel that a neighbour shares says nothing
        if right - left < NARROW:
            left, right = floor(x0), ceil(x1)
        return max(0, left), min(self.width, right)

    def lines(self, y0: float, y1: float) -> list[int]:
        """Where each line of pixels begins, the middle one first: there most characters have ink."""
        top, bottom = max(0, int(y0 * self.scale)), min(self.height - 1, int(y1 * self.scale))
        middle = max(top, (top + bottom) // 2)
        stride = self.width
        return [*range(middle * stride, (bottom + 1) * stride, stride), *range(top * stride, middle * stride, stride)]


def aside(drawn: Drawn, frame: Frame, stretches: Sequence[Stretch], *, near: float) -> list[c_void_p]:
    """Large pictures that no text comes near: what they show is never asked for, and to draw them may take longer than all else."""
    large = [picture for picture in drawn.of(IMAGE)[:MOST_PICTURES] if is_large(picture)]
    places = [frame.box(*place) if (place := bounds(picture)) else None for picture in large]
    return [picture for picture, place in zip(large, places, strict=True) if place and not is_beside_text(place, stretches, near)]


def is_large(picture: c_void_p) -> bool:
    across, up = c_uint(), c_uint()
    pdfium.FPDFImageObj_GetImagePixelSize(cast(picture, pdfium.FPDF_PAGEOBJECT), byref(across), byref(up))
    return across.value * up.value >= LARGE


def is_beside_text(place: Box, stretches: Sequence[Stretch], near: float) -> bool:
    x0, y0, x1, y1 = place
    return any(
        y0 - near < one.baseline + one.size
        and one.baseline - one.size < y1 + near
        and x0 - near < max(glyph.x1 for glyph in one.glyphs)
        and min(glyph.x0 for glyph in one.glyphs) < x1 + near
        for one in stretches
    )


def marked(ink: bytearray, paper: bytearray) -> bytearray | bytes:
    """A MARK for each pixel that differs so much that it is seen."""
    shade = paper[0]
    if paper.count(shade) == len(paper):
        return ink.translate(marks_on(shade))
    return bytes([abs(one - other) >= FAINT for one, other in zip(ink, paper, strict=True)])


@cache
def marks_on(shade: int) -> bytes:
    """What becomes of each shade of ink on paper of this one."""
    return bytes([abs(ink - shade) >= FAINT for ink in range(256)])
