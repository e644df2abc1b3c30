"""The look at the page: drawn once with its text and once without, so that what differs is what text a reader sees."""

from collections.abc import Sequence
from functools import cache
from math import ceil, floor
from typing import Any

import numpy as np
import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls, colours
from reconciliation.documents.child.canvas import PAPER, WITH_SPARE, Canvas
from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import Glyph
from reconciliation.documents.child.handles import TEXT, Box, Drawn

Span = tuple[int, int]  # the first pixel across, and the one after the last

SCALE = 100 / 72  # pixels a point: finer, and shades made of dots become type; coarser, and small rows run together
MAX_PIXELS = 6_000_000
FAINT = 20  # of 255 shades; least contrast of readable text
PLAIN = 40  # of 255; between paper and a stroke in a picture of text
NARROW = 3  # pixels; of what is narrower nearly all are shared
WHITE = bytes([PAPER])
MARK = 1


class Look:
    """Two grey pictures of one page, `without` without any text; `bare` where nothing but text is drawn on it; `on_paper` and
    `on_screen` are the page as it is printed and as it is shown if they differ. Where text is drawn they
    differ as its colour differs from what is behind it. Boxes are in points of the page as shown. Afterwards no text is drawn any more."""

    def __init__(self, page: Any, canvas: Canvas, frame: Frame, drawn: Drawn) -> None:
        width, height = frame.size
        self.scale: float = min(SCALE, (MAX_PIXELS / max(width * height, 1.0)) ** 0.5)
        self.width: int = max(1, round(width * self.scale))
        self.height: int = max(1, round(height * self.scale))
        size = self.width, self.height
        self.shown, shown = canvas.draw(page, *size), colours.pixels_of(canvas.draw(page, *size, WITH_SPARE))
        printed = bool(canvas.has_layers or pdfium.FPDFPage_GetAnnotCount(page)) and canvas.draw(page, *size, flags=pdfium.FPDF_PRINTING)
        self.on_paper = printed if printed and printed != self.shown else None
        self.on_screen = bytes(self.shown) if self.on_paper else None
        self.bare = all(kind == TEXT for _, kind in drawn.objects) and not pdfium.FPDFPage_GetAnnotCount(page)
        for text in drawn.texts:
            calls.set_active(text, 0)
        self.without, self.behind_text = bytearray([PAPER]) * len(self.shown), np.broadcast_to(np.uint32(colours.WHITE), shown.shape)
        if not self.bare:
            self.without, self.behind_text = canvas.draw(page, *size), colours.pixels_of(canvas.draw(page, *size, WITH_SPARE))
        # Colours are drawn more softly than greys, so they count only where the page is tinted.
        grey, ground = (np.frombuffer(picture, np.uint8) for picture in (self.shown, self.without))
        colours.parted(shown, self.behind_text, grey, ground)

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
