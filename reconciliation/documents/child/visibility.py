"""The characters that a reader of the page sees, and those that only a machine does.

The page is drawn once with its text and once without: the difference is the ink of the text.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import compress
from math import ceil, floor
from operator import itemgetter
from typing import Any

import numpy as np
import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls, shapes
from reconciliation.documents.child.canvas import PAPER, WITH_SPARE, Canvas
from reconciliation.documents.child.content_stream import TEXT, Box, Drawn
from reconciliation.documents.child.request import Frame
from reconciliation.documents.child.text_builder import Style
from reconciliation.documents.child.words import Glyph, Stretch

Tinted = tuple[slice, shapes.Pixels]  # rows of a page, and their colours
Span = tuple[int, int]  # the first pixel across, and the one after the last

SCALE = 100 / 72  # pixels per point; finer pictures turn dotted shades into type, coarser ones join small rows
MAX_PIXELS = 6_000_000
FAINT = 20  # least contrast of readable text, of 255 shades
PLAIN = 40  # least contrast between paper and a stroke in a picture of text, of 255 shades
COARSE = 2  # pixels of the picture per pixel of the coarse picture that shows where colours are
APART = 10  # pixels examined above and below a coloured area
NARROW = 3  # least width in pixels; narrower characters share nearly all their pixels with neighbours
WHITE = bytes([PAPER])
MARK = 1


class Look:
    """Two grey pictures of one page, `without` without any text; `bare` if nothing but text is drawn on it; `on_paper` and
    `on_screen` are the page as it is printed and as it is shown if they differ. Where text is drawn they differ as its colour differs from
    its background. `tinted` are the rows that have colours, with those behind the text: colours are drawn more softly than greys, so they
    count only there. Boxes are in points of the page as shown. After this no text of the page is active."""

    def __init__(self, page: Any, canvas: Canvas, frame: Frame, drawn: Drawn) -> None:
        width, height = frame.size
        self.scale: float = min(SCALE, (MAX_PIXELS / max(width * height, 1.0)) ** 0.5)
        self.width: int = max(1, round(width * self.scale))
        self.height: int = max(1, round(height * self.scale))
        size = self.width, self.height
        self.shown = canvas.draw(page, *size)
        bands = self.tinted_bands(page, canvas)
        shown = [self.colours(page, canvas, band) for band in bands]
        printed = bool(canvas.has_layers or pdfium.FPDFPage_GetAnnotCount(page)) and canvas.draw(page, *size, flags=pdfium.FPDF_PRINTING)
        self.on_paper = printed if printed and printed != self.shown else None
        self.on_screen = bytes(self.shown) if self.on_paper else None
        self.bare = all(kind == TEXT for _, kind in drawn.objects) and not pdfium.FPDFPage_GetAnnotCount(page)
        for text in drawn.texts:
            calls.set_active(text, 0)
        self.without = bytearray([PAPER]) * len(self.shown) if self.bare else canvas.draw(page, *size)
        self.tinted: list[Tinted] = []
        for band, colours in zip(bands, shown, strict=True):
            ground = np.full_like(colours, shapes.WHITE) if self.bare else self.colours(page, canvas, band)
            place = slice(band.start * self.width, band.stop * self.width)
            shapes.parted(colours, ground, *(np.frombuffer(picture, np.uint8)[place] for picture in (self.shown, self.without)))
            self.tinted.append((band, ground.reshape(-1, self.width)))

    def tinted_bands(self, page: Any, canvas: Canvas) -> list[slice]:
        """Return the rows of pixels that have colours. A coarse picture tells them: its pixels mix the colours of all that they cover."""
        width, height = max(1, self.width // COARSE), max(1, self.height // COARSE)
        coarse = shapes.pixels_of(canvas.draw(page, width, height, WITH_SPARE)).reshape(height, width)
        rows = np.logical_or.reduce(shapes.tinted(coarse), axis=1)[np.arange(self.height) * height // self.height]
        return shapes.bands(rows, APART)

    def colours(self, page: Any, canvas: Canvas, rows: slice) -> shapes.Pixels:
        """Return some rows of the page as it is now."""
        area = (0, rows.start, self.width, rows.stop)
        return shapes.pixels_of(canvas.draw_part(page, (self.width, self.height), area, depth=WITH_SPARE))

    def around(self, x0: float, x1: float) -> Span:
        """Return all pixels between these points, in part or whole."""
        return self.inside(floor(x0 * self.scale)), self.inside(ceil(x1 * self.scale))

    def text_shows(self, glyphs: Sequence[Glyph], around: Span, lines: list[int]) -> list[bool]:
        """Return for each character if text leaves a mark between its sides on one of these lines of pixels."""
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
        """Return the darkest and the lightest shade that is drawn there besides text."""
        if self.bare:
            return PAPER, PAPER
        left, right = around
        behind = b"".join([self.without[line + left : line + right] for line in lines])
        shades = behind.translate(None, WHITE)
        return min(shades, default=PAPER), PAPER if len(shades) < len(behind) else max(shades, default=PAPER)

    def stroke_shows(self, box: Box) -> bool:
        """True if the drawing behind the text has light and dark side by side here, as a character has."""
        x0, y0, x1, y1 = box
        return any(max(row) - min(row) >= PLAIN for row in self.behind(x0, x1, self.lines(y0, y1)))

    def background(self, x0: float, x1: float, lines: list[int]) -> float | None:
        """Return the mean shade behind the text, 0 black to 255 white; None outside the page."""
        shades = b"".join(self.behind(x0, x1, lines))
        return sum(shades) / len(shades) if shades else None

    def behind(self, x0: float, x1: float, lines: list[int]) -> list[bytearray]:
        """Return the pixels of the page without its text, line by line; empty outside the page."""
        left, right = map(self.inside, pixels(x0 * self.scale, x1 * self.scale))
        return [self.without[line + left : line + right] for line in lines] if left < right else []

    def inside(self, column: int) -> int:
        """Return the column, or the nearest edge of the picture if it lies beyond."""
        return min(max(0, column), self.width)

    def lines(self, y0: float, y1: float) -> list[int]:
        """Return the offset of each line of pixels, the middle ones first, in which most characters have ink."""
        top, bottom = max(0, int(y0 * self.scale)), min(self.height - 1, int(y1 * self.scale))
        middle = max(top, (top + bottom) // 2)
        stride = self.width
        return [*range(middle * stride, (bottom + 1) * stride, stride), *range(top * stride, middle * stride, stride)]


def pixels(x0: float, x1: float) -> Span:
    """Return the pixels between these places, without one that a neighbour shares if enough are left."""
    left, right = ceil(x0), floor(x1)
    return (left, right) if right - left >= NARROW else (floor(x0), ceil(x1))


def marked(ink: bytearray, paper: bytearray) -> bytearray | bytes:
    """Return a MARK for each pixel whose difference is visible."""
    shade = paper[0]
    if paper.count(shade) == len(paper):
        return ink.translate(marks_on(shade))
    return bytes([abs(shade - other) >= FAINT for shade, other in zip(ink, paper, strict=True)])


@cache
def marks_on(shade: int) -> bytes:
    """Return a table for `bytes.translate`: MARK for each shade of ink that is visible on paper of this shade, else 0."""
    return bytes([abs(ink - shade) >= FAINT for ink in range(256)])


CELL = 8.0  # side in points of the squares in which overlapping characters meet
GIANT = 64.0  # points of a wide character that are examined
TOUCH = 0.5  # most points that neighbours may share
LYING_ON = 0.25  # least overlap of characters that lie on each other, as a share of the width


def lying_on_others(stretches: Sequence[Stretch]) -> set[int]:
    """Return the ids of characters that share their place with one of another text object: ink there may be the other's."""
    suspects = entangled(stretches)
    cells: dict[tuple[int, int], list[tuple[int, Glyph]]] = {}
    for stretch in stretches:
        for line in bands(stretch) if stretch.painted_by in suspects else ():
            for glyph in stretch.glyphs:
                _, x0, x1, _ = glyph
                for column in range(int(x0 / CELL), int(min(x1, x0 + GIANT) / CELL) + 1):
                    cells.setdefault((column, line), []).append((stretch.painted_by, glyph))
    shared = [sharing for sharing in cells.values() if len({key for key, _ in sharing}) > 1]
    return {
        id(glyph)
        for sharing in shared
        for key, glyph in sharing
        if any(other_key != key and overlaps(glyph, other) for other_key, other in sharing)
    }


def entangled(stretches: Sequence[Stretch]) -> set[int]:
    """Return the text objects whose stretches of line overlap those of another one: next to none on most pages."""
    extents: dict[tuple[int, int], tuple[float, float]] = {}
    for stretch in stretches:
        left, right = min([x0 for _, x0, _, _ in stretch.glyphs]), max([x1 for _, _, x1, _ in stretch.glyphs])
        for line in bands(stretch):
            x0, x1 = extents.get((line, stretch.painted_by), (left, right))
            extents[line, stretch.painted_by] = min(x0, left), max(x1, right)
    hidden: set[int] = set()
    reach: dict[int, tuple[float, int]] = {}
    for (line, key), (x0, x1) in sorted(extents.items(), key=itemgetter(1)):
        farthest, by = reach.get(line, (x0, key))
        if x0 < farthest - TOUCH:
            hidden |= {key, by}
        reach[line] = max((farthest, by), (x1, key))
    return hidden


def bands(stretch: Stretch) -> set[int]:
    """Return the bands of the page that its ink touches."""
    return {int((stretch.baseline - part * stretch.size) / CELL) for part in (0.1, 0.7)}


def overlaps(glyph: Glyph, other: Glyph) -> bool:
    (_, x0, x1, _), (_, other_x0, other_x1, _) = glyph, other
    enough = LYING_ON * (x1 - x0)
    return other_x1 - x0 > enough and x1 - other_x0 > enough and other_x1 - other_x0 > enough


TINY = 2.0  # least size of readable type, in points
LEFT, RIGHT = itemgetter(1), itemgetter(2)  # edges of a glyph
LATIN = 0x250  # first code point that cannot be drawn without the document's own font


def parted(stretches: Sequence[Stretch], styles: dict[int, Style], look: Look, frame: Frame) -> tuple[list[Stretch], list[Stretch]]:
    """Return the page's visible characters and its hidden ones, still in the engine's order.

    A letter or digit is judged by its own ink; a character with little ink goes with the one before it, or after it, in its object.
    """
    eye = Eye(stretches, styles, look, frame)
    judged = [eye.judged(stretch) for stretch in stretches]
    verdicts = [eye.sees([*compress(stretch.glyphs, own)], stretch) for stretch, own in zip(stretches, judged, strict=True)]
    latest: dict[int, bool] = {}  # at first the first verdict on a character of each text object
    for stretch, sees in zip(stretches, verdicts, strict=True):
        if sees:
            latest.setdefault(stretch.painted_by, sees[0])
    visible: list[Stretch] = []
    unseen: list[Stretch] = []
    for stretch, own, sees in zip(stretches, judged, verdicts, strict=True):
        key = stretch.painted_by
        if latest.get(key) and False not in sees:
            visible.append(stretch)
            continue
        divided: tuple[list[Glyph], list[Glyph]] = [], []
        verdict = iter(sees)
        for glyph, is_judged in zip(stretch.glyphs, own, strict=True):
            if is_judged:
                latest[key] = next(verdict)
            elif key not in latest:
                latest[key] = eye.sees([glyph], stretch)[0]
            divided[latest[key]].append(glyph)
        for part, glyphs in zip((unseen, visible), divided, strict=True):
            if glyphs:
                part.append(replace(stretch, glyphs=glyphs))
    return visible, unseen


class Eye:
    """Looks at the characters of one page."""

    def __init__(self, stretches: Sequence[Stretch], styles: dict[int, Style], look: Look, frame: Frame) -> None:
        self.stretches, self.styles, self.look = stretches, styles, look
        self.width, self.height = frame.size

    @cached_property
    def crowded(self) -> set[int]:
        """The characters that lie on others; computed on demand, because most pages need none."""
        return lying_on_others(self.stretches)

    def judged(self, stretch: Stretch) -> list[bool]:
        """Return for each character if it is judged by its own ink: it needs enough of it, and pixels that it does not share."""
        scale = self.look.scale
        return [text.isalnum() and (x1 - x0) * scale >= NARROW for text, x0, x1, _ in stretch.glyphs]

    def sees(self, glyphs: Sequence[Glyph], stretch: Stretch) -> list[bool]:
        """Return for each of these characters of a stretch if a reader sees it."""
        lines, style = self.lines(stretch), self.styles[stretch.painted_by]
        if not lines or not glyphs:
            return [False] * len(glyphs)
        left, right = min(map(LEFT, glyphs)), max(map(RIGHT, glyphs))
        around = self.look.around(left, right)
        visible = self.look.text_shows(glyphs, around, lines)
        if style.shade is not None and any(visible) and not self.is_plain(around, lines, style.shade):
            visible = [shows and not self.is_lost(glyph, lines, style.shade) for shows, glyph in zip(visible, glyphs, strict=True)]
        if not style.drawable and not all(visible):
            visible = [shows or ord(text[0]) >= LATIN for shows, (text, *_) in zip(visible, glyphs, strict=True)]
        if left < 0 or right > self.width:
            in_page = [0 <= x0 + x1 <= 2 * self.width for _, x0, x1, _ in glyphs]  # their middles
            visible = [shows and inside for shows, inside in zip(visible, in_page, strict=True)]
        return visible

    def lines(self, stretch: Stretch) -> list[int]:
        """Return the lines of pixels in which its characters have ink; an empty list if no reader sees them."""
        size, baseline = stretch.size, stretch.baseline
        if self.styles[stretch.painted_by].invisible or size < TINY or not 0 <= baseline - 0.3 * size <= self.height:
            return []
        return self.look.lines(baseline - 0.7 * size, baseline + 0.05 * size)

    def is_plain(self, around: Span, lines: list[int], shade: float) -> bool:
        """True if everything behind the characters is darker, or everything is lighter, than they are, so that each is visible."""
        darkest, lightest = self.look.shades_behind(around, lines)
        return not darkest - FAINT < shade < lightest + FAINT

    def is_lost(self, glyph: Glyph, lines: list[int], shade: float) -> bool:
        """True if the character has the shade of the background and lies on other text, to which the ink there belongs."""
        _, x0, x1, _ = glyph
        background = self.look.background(x0, x1, lines)
        return background is not None and abs(background - shade) < FAINT and id(glyph) in self.crowded


# Words that programs leave in every file that they write: a credit, and marks where a section begins and ends.
LEFT_BY_SOFTWARE = re.compile(r"(powered by tcpdf \(www\.tcpdf\.org\)|\*(start|end)\*[\w ]{1,60})", re.IGNORECASE)
ENOUGH_WORDS = 3  # fewest words with two letters or digits each that count as text
ENOUGH_DIGITS = 3  # fewest digits in one word that make it a figure
LETTERS_OF_A_WORD = 6  # letters that count as a word in text without spaces
PART = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}|[^\W_]+")
"""Two ideographs say a word; marks divide words as spaces do, as in JSON."""


def says_something(lines: list[str]) -> bool:
    """True if the lines have a few words or one figure."""
    texts = [word for line in lines if not LEFT_BY_SOFTWARE.fullmatch(line) for word in line.split()]
    figures = any(sum(character.isdigit() for character in word) >= ENOUGH_DIGITS for word in texts)
    words = 0
    for text in texts:
        if sum(character.isalnum() for character in text) >= 2:
            words += max(1, sum(max(len(part) > 1, len(part) // LETTERS_OF_A_WORD) for part in PART.findall(text)))
    return figures or words >= ENOUGH_WORDS
