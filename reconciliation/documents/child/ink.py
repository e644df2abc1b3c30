"""The look at the page: drawn once with its text and once without, so that what differs is what text a reader sees."""

from collections.abc import Sequence
from ctypes import byref, c_char, c_uint, c_void_p, cast
from functools import cache
from math import ceil, floor
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls
from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import Glyph, Stretch
from reconciliation.documents.child.handles import IMAGE, TEXT, Box, Drawn, bounds

Span = tuple[int, int]  # the first pixel across, and the one after the last

SCALE = 1.0  # pixels a point: type of 3 points still leaves a mark
MAX_PIXELS = 6_000_000
FAINT = 12  # of 255 shades; what differs by less nobody sees
PLAIN = 40  # of 255; between paper and a stroke in a picture of text
NARROW = 3  # pixels; of what is narrower nearly all are shared
PAPER = 255
WHITE = bytes([PAPER])
MARK = 1
LARGE, MOST_PICTURES = 50_000, 20  # pixels of its own; pictures of a page that are asked
NEAR = 3  # pixels of the page


class Look:
    """Two grey pictures of one page, `bare` where nothing but text is drawn on it. Boxes are in points of the page as shown."""

    def __init__(self, page: Any, frame: Frame, drawn: Drawn, stretches: Sequence[Stretch]) -> None:
        width, height = frame.size
        self.scale: float = min(SCALE, (MAX_PIXELS / max(width * height, 1.0)) ** 0.5)
        self.width: int = max(1, round(width * self.scale))
        self.height: int = max(1, round(height * self.scale))
        for picture in aside(drawn, frame, stretches, near=NEAR / self.scale):
            calls.set_active(picture, 0)
        self.shown = self.picture(page)
        self.bare = all(kind == TEXT for _, kind in drawn.objects) and not pdfium.FPDFPage_GetAnnotCount(page)
        if self.bare:
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

    def around(self, x0: float, x1: float) -> Span:
        """All pixels between these points, in part or whole."""
        return self.inside(floor(x0 * self.scale)), self.inside(ceil(x1 * self.scale))

    def text_shows(self, glyphs: Sequence[Glyph], around: Span, lines: list[int]) -> list[bool]:
        """Whether text leaves a mark, between the sides of each of these characters, on one of these lines of pixels."""
        scale, (left, right) = self.scale, around
        spans = [pixels(x0 * scale, x1 * scale) for _, x0, x1, _ in glyphs]
        if left == 0 or right == self.width:
            spans = [(self.inside(first), self.inside(end)) for first, end in spans]
        blank = spans
        for line in lines:
            ink, paper = self.shown[line + left : line + right], self.without[line + left : line + right]
            if ink != paper:
                find = marked(ink, paper).find
                blank = [span for span in blank if find(MARK, span[0] - left, span[1] - left) < 0]
                if not blank:
                    break
        return [span not in blank for span in spans] if blank else [True] * len(spans)

    def shades_behind(self, around: Span, lines: list[int]) -> tuple[int, int]:
        """The darkest and the lightest of what is drawn there besides text."""
        if self.bare:
            return PAPER, PAPER
        left, right = around
        behind = b"".join([self.without[line + left : line + right] for line in lines])
        shades = behind.translate(None, WHITE)
        return min(shades, default=PAPER), PAPER if len(shades) < len(behind) else max(shades, default=PAPER)

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
        left, right = map(self.inside, pixels(x0 * self.scale, x1 * self.scale))
        return [self.without[line + left : line + right] for line in lines] if left < right else []

    def inside(self, column: int) -> int:
        """The edge of the picture for what lies beyond it."""
        return min(max(0, column), self.width)

    def lines(self, y0: float, y1: float) -> list[int]:
        """Where each line of pixels begins, the middle one first: there most characters have ink."""
        top, bottom = max(0, int(y0 * self.scale)), min(self.height - 1, int(y1 * self.scale))
        middle = max(top, (top + bottom) // 2)
        stride = self.width
        return [*range(middle * stride, (bottom + 1) * stride, stride), *range(top * stride, middle * stride, stride)]


def pixels(x0: float, x1: float) -> Span:
    """Those between: without one that a neighbour shares, which says nothing, if some are left."""
    left, right = ceil(x0), floor(x1)
    return (left, right) if right - left >= NARROW else (floor(x0), ceil(x1))


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
        and x0 - near < max(right for _, _, right, _ in one.glyphs)
        and min(left for _, left, _, _ in one.glyphs) < x1 + near
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
