"""Printed marks that are not in the text of a page: shapes that look like type, lines and bars through figures."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median
from typing import NamedTuple

import numpy as np

from reconciliation.documents.child import shapes
from reconciliation.documents.child.canvas import PAPER
from reconciliation.documents.child.content_stream import Box
from reconciliation.documents.child.drawn_text import drawn_rows, drawn_signs
from reconciliation.documents.child.shapes import Mask, Numbers, Picture, Shapes, begins, joined, shapes_of, spread, thin_dark, thin_light
from reconciliation.documents.child.visibility import Look
from reconciliation.documents.child.words import DIGIT_HEIGHT, Glyph, Piece, Stretch

STROKE_CONTRAST, LEVEL_CONTRAST, TRACE = 40, 18, 8  # least contrast of a stroke, a level stroke and any ink, of 255
CROSSED_FROM, CROSSED_TO = 0.2, 0.8  # range of the digits' height in which a stroke crosses a figure
WHOLE, FREE = 0.95, 0.3  # least share of a figure's width that a level stroke crosses; least share of its lines without one
SLANTED = 0.5  # share of a stroke's width that another stroke crosses
WIDE = 4.0  # least width of a wide mark, in heights; the ink of fewer digits may leave no gap
DENSE = 0.9  # least inked share of a figure's box that shows a bar; digits fill less

USUAL = 9.0  # points of type assumed for a page without a figure
CONTRAST, PALE = 40, 24  # least contrast of a mark with its surroundings, and of several pale marks, of 255 shades
FINE = 0.45  # most width of a stroke of type, in digit heights; bars and boxes are wider
# In digit heights.
LOW, HIGH, LONG = 0.55, 1.6, 25.0  # least height, most height and most width of a shape like type, in digit heights
FEWEST = 4  # fewest pale marks side by side that count; a logo has fewer parts
LETTER = 0.7  # least height of the tallest of several marks, in digit heights
STROKE = 0.6  # width of joined letters for every stroke, in digit heights
BESIDE = 1.5  # most distance between two marks of the same line or column, in digit heights
NEAR_FIGURE, NEAR_DASH = 2.0, 2.5  # most distance from a single mark, and from a dash, to a figure on its line, in digit heights
DASH = (0.2, 1.9, 0.35)  # least width, largest width and largest height of a minus sign, in digit heights
DASH_UP, LINE_UP = (0.1, 0.75), (0.1, 0.9)  # range from the baseline to the middle of a dash, and of another mark, on a figure's line
SLIVER = 0.22  # most width of the rest of a character beside its box, in digit heights
SPARSE = 0.6  # least strokes, as a share of those that letters of this width have
SOLID, BARS = 0.85, 8  # least inked share of a bar's box; fewest bars side by side in a bar code
MOST, MOST_MARKS = 3000, 500  # most shapes like type and most marks of a page; more are reported as one mark around them all
WHOLE_REACH = (1.1, 0.4)  # reach above and below the baseline in which a character explains ink, in parts of the type's size
REACHES = {
    **dict.fromkeys("-\u2010\u2011\u2012\u2013\u2014\u2212~", (0.6, 0.0)),
    **dict.fromkeys("_=", (0.6, 0.3)),
    **dict.fromkeys(".,", (0.3, 0.35)),
    **dict.fromkeys("\u00b7:;'`\u2019\u02bc", (0.85, 0.35)),
}
"""Reach above and below the baseline of characters that are lower than a letter, in parts of the type's size."""


class Views(NamedTuple):
    """Pictures of one page: without its text, how much text changes each pixel, and the thin lines that are no text."""

    without: Picture
    ink: Picture
    thin: Mask | None


def struck(views: Views, words: Sequence[Piece], scale: float) -> list[Piece]:
    """Return the figures that are crossed out or covered."""
    height, width = views.ink.shape
    words = [word for word in words if has_digit(word)]
    figures = Figures.of(words, scale)
    left, right, top, bottom = (
        np.rint(side).astype(int)
        for side in (figures.left, figures.right, figures.base - CROSSED_TO * figures.tall, figures.base - CROSSED_FROM * figures.tall)
    )
    boxes = np.clip(np.stack([left, top, right, bottom + 1], axis=1), 0, (width, height, width, height))
    some = np.flatnonzero((boxes[:, 0] < boxes[:, 2]) & (boxes[:, 1] < boxes[:, 3]))
    if not len(some):
        return []
    lines = Lines.of(boxes[some], width)
    marked = are_covered(lines, views.ink)
    behind = views.without.ravel()[lines.pixels]
    varied = np.minimum.reduceat(behind, lines.starts[lines.firsts]) != np.maximum.reduceat(behind, lines.starts[lines.firsts])
    for index in np.flatnonzero(varied & ~marked).tolist():
        x0, y0, x1, y1 = boxes[some[index]].tolist()
        marked[index] = is_crossed(views, np.s_[y0:y1, x0:x1])
    return [words[index] for index in some[marked].tolist()]


class Lines(NamedTuple):
    """The lines of pixels of boxes, each with the number of its box: all their pixels' places in a picture, where each line starts among
    these, and the first line of each box."""

    box: Numbers
    pixels: Numbers
    starts: Numbers
    firsts: Numbers

    @classmethod
    def of(cls, boxes: Numbers, width: int) -> "Lines":
        """Return the lines of pixels of these boxes: left, top, right and bottom, none empty, all within a picture of this width."""
        left, top, right, bottom = boxes.T
        box, row = spread(top, bottom)
        line, pixels = spread(row * width + left[box], row * width + right[box])
        return cls(box, pixels, begins(line), begins(box))


def is_crossed(views: Views, place: tuple[slice, slice]) -> bool:
    """True if something besides text crosses a figure."""
    return has_level_line(views.without[place], LEVEL_CONTRAST) or (
        views.thin is not None and bool(views.thin[place].any(axis=0).mean() >= SLANTED)
    )


def has_level_line(part: Picture, contrast: int) -> bool:
    """True if some lines of a part of a picture differ from its median from side to side, and others do not."""
    usual = int(np.partition(part, part.size // 2, axis=None)[part.size // 2])
    across = (np.abs(part.astype(np.int16) - usual) > contrast).mean(axis=1) >= WHOLE
    return bool(across.any() and across.mean() <= 1 - FREE)


def are_covered(lines: Lines, picture: Picture) -> Mask:
    """Return for each box whether the ink of a figure leaves out a line of its digits, fills its box, or runs through it without a gap."""
    ink = picture.ravel()[lines.pixels]
    least, most = np.minimum.reduceat(ink, lines.starts), np.maximum.reduceat(ink, lines.starts)
    inner = np.append(lines.box[1:] == lines.box[:-1], False)  # the last line may lie on the points
    lacking = np.logical_or.reduceat(inner & (most < TRACE), lines.firsts)
    inner_lines, unbroken = (np.add.reduceat(some.astype(int), lines.firsts) for some in (inner, inner & (least >= STROKE_CONTRAST)))
    sizes = np.diff(lines.starts[lines.firsts], append=len(ink))
    heights = inner_lines + 1
    wide = sizes > WIDE * heights**2
    filled = np.add.reduceat((ink >= STROKE_CONTRAST).astype(int), lines.starts[lines.firsts]) >= DENSE * sizes
    return np.asarray(lacking | wide & ((unbroken > 0) & (unbroken <= (1 - FREE) * inner_lines) | filled))


def has_digit(word: Piece) -> bool:
    return any(map(str.isdigit, word.text))


class Mark(NamedTuple):
    """Something printed that was not read: its box in points, and `type`, `stroke`, `digit`, `row` or `cover`."""

    box: Box
    kind: str


@dataclass(frozen=True, slots=True)
class Figures:
    """Positions of the figures of a page in pixels: left, right, baseline, height of the digits."""

    left: np.ndarray
    right: np.ndarray
    base: np.ndarray
    tall: np.ndarray

    @classmethod
    def of(cls, words: Iterable[Piece], scale: float) -> "Figures":
        places = [(word.x0, word.x1, word.baseline, DIGIT_HEIGHT * word.size) for word in words if has_digit(word)]
        return cls(*(np.array(places, float).reshape(-1, 4).T * scale))

    def near(self, shapes: Shapes, reach: float, *, dash: bool) -> Mask:
        """Return which shapes are at most `reach` heights beside a figure: a dash at the middle of its height, others on its line."""
        lowest, highest = DASH_UP if dash else LINE_UP
        middle = (shapes.y0 + shapes.y1) / 2
        from_top = np.argsort(middle, kind="stable")
        first = np.searchsorted(middle[from_top], self.base - highest * self.tall, "right")
        end = np.searchsorted(middle[from_top], self.base - lowest * self.tall, "left")
        figure, place = spread(first, end)
        shape = from_top[place]
        gap = np.maximum(self.left[figure] - shapes.x1[shape], shapes.x0[shape] - self.right[figure])
        struck_rows = np.zeros(len(middle), bool)
        struck_rows[shape[gap <= reach * self.tall[figure]]] = True
        return struck_rows


def unread_marks(
    look: Look, words: Sequence[Piece], stretches: Sequence[Stretch], silent: Sequence[Box], turned: Sequence[Sequence[Box]]
) -> list[Mark]:
    """Return the marks of a page that no word explains. `stretches` are the characters that were read; `silent` are boxes of text that
    may stay unread, such as notes along the margin; `turned` are those of texts that were not read and have a figure."""
    figures = Figures.of(words, look.scale)
    digit = median(figures.tall.tolist()) if len(figures.tall) else DIGIT_HEIGHT * USUAL * look.scale
    shown, without = as_picture(look.shown, look), as_picture(look.without, look)
    unread: list[Box] = []
    thin: list[Mask] = []
    if not look.bare:
        size = max(2, round(FINE * digit))
        reliefs = [relief(without, lines, size) for lines in (thin_dark, thin_light)]
        thin = [relief > CONTRAST for relief in reliefs]
        for mask, pale in zip(thin, (relief > PALE for relief in reliefs), strict=True):
            unread += type_like(mask, digit, figures, narrowest=0.0)
            if (pale & ~mask).sum() > digit / 2:
                unread += type_like(pale, digit, figures, narrowest=0.0, fewest=FEWEST)
        unread += coloured_type(look, thin[0] | thin[1], digit, figures, size)
        unread += drawn_signs(without, words, look.scale)
    if look.on_paper and look.on_screen:
        unread += type_like(
            gaps(as_picture(look.on_paper, look), as_picture(look.on_screen, look)) >= CONTRAST, digit, figures, narrowest=0.0
        )
    changes = gaps(shown, without)
    ink = changes >= CONTRAST
    unread += [scaled(union(boxes), look.scale) for boxes in turned if any(inside(ink, box, look.scale).any() for box in boxes)]
    left_over = cleared(ink, stretches, silent, look)
    unread += type_like(left_over, digit, figures, narrowest=SLIVER * digit)
    rows = [Mark(scaled(box, 1 / look.scale), "row") for box in drawn_rows(without, unread, digit)] if not look.bare else []
    if len(unread) > MOST_MARKS:
        unread = [union(unread)]
    views = Views(without, changes, thin[0] | thin[1] if thin else None)
    strokes = [Mark(word.box, "stroke") for word in struck(views, words, look.scale)]
    return [Mark(scaled(box, 1 / look.scale), "type") for box in unread] + strokes + rows


def relief(picture: Picture, lines: Callable[[Picture, int], Picture], size: int) -> Picture:
    """Return the thin lines of a picture. Rows of paper have none, and are left out."""
    changed = np.zeros_like(picture)
    for band in shapes.bands(picture.min(axis=1) < PAPER, size):
        changed[band] = lines(picture[band], size)
    return changed


def coloured_type(look: Look, thin: Mask, digit: float, figures: Figures, size: int) -> list[Box]:
    """Return boxes that look like type in one channel of the page without its text, and are as dark as their surroundings."""
    marks: list[Box] = []
    for band, colours in look.tinted:
        place = shapes.coloured(colours)
        if place is None:
            continue
        top, left = band.start + place[0].start, place[1].start
        shifted = Figures(figures.left - left, figures.right - left, figures.base - top, figures.tall)
        for channel in shapes.channels(colours[place]):
            for lines in (thin_dark, thin_light):
                mask = lines(channel, size) > CONTRAST
                if (mask & ~thin[band][place]).sum() > digit * digit:
                    boxes = type_like(mask, digit, shifted, narrowest=0.0)
                    marks += [(x0 + left, y0 + top, x1 + left, y1 + top) for x0, y0, x1, y1 in boxes]
    return marks


def as_picture(pixels: bytes | bytearray, look: Look) -> Picture:
    return np.frombuffer(pixels, np.uint8).reshape(look.height, look.width)


def gaps(picture: Picture, other: Picture) -> Picture:
    """Return by how much two pictures differ."""
    return np.asarray(np.maximum(picture, other) - np.minimum(picture, other), np.uint8)


def cleared(ink: Mask, stretches: Sequence[Stretch], silent: Sequence[Box], look: Look) -> Mask:
    """Return the ink of text at which no character is: a dash says a line at half height, a point a dot on the baseline."""
    scale = look.scale
    for stretch in stretches:
        base, size = stretch.baseline * scale, stretch.size * scale
        grown = 0.08 * size
        for (above, below), glyphs in groupby(stretch.glyphs, reach_of):
            rows = slice(max(0, int(base - above * size)), max(0, int(base + below * size) + 2))
            spans = [(max(0, int(x0 * scale - grown)), max(0, int(x1 * scale + grown) + 1)) for _, x0, x1, _ in glyphs]
            for left, right in overlaid(spans):
                ink[rows, left:right] = False
    for box in silent:
        inside(ink, box, scale)[:] = False
    return ink


def reach_of(glyph: Glyph) -> tuple[float, float]:
    """Return how far above and below the baseline a character explains ink, in parts of its size."""
    return REACHES.get(glyph[0], WHOLE_REACH)


def overlaid(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans of pixels, those that meet the one before them joined with it."""
    joined_spans: list[tuple[int, int]] = []
    for first, end in spans:
        if joined_spans and joined_spans[-1][0] <= first <= joined_spans[-1][1]:
            joined_spans[-1] = (joined_spans[-1][0], max(joined_spans[-1][1], end))
        else:
            joined_spans.append((first, end))
    return joined_spans


def inside(ink: Mask, box: Box, scale: float) -> Mask:
    """Return the part of a mask in a box of points."""
    x0, y0, x1, y1 = scaled(box, scale)
    return ink[max(0, int(y0)) : max(0, int(y1) + 1), max(0, int(x0)) : max(0, int(x1) + 1)]


def type_like(mask: Mask, digit: float, figures: Figures, *, narrowest: float, fewest: int = 2) -> list[Box]:
    """Return boxes, in pixels, that look like type: several marks side by side, or one beside a figure if two are enough."""
    if not mask.any():
        return []
    shapes = shapes_of(mask)
    low, high = LOW * digit, HIGH * digit
    widths, heights = shapes.widths, shapes.heights
    sized = (heights >= low) & (heights <= high) & (widths <= LONG * digit) & (widths >= narrowest) & (shapes.area >= 0.5 * digit)
    sparse = (widths > high) & (shapes.runs / heights < SPARSE * widths / (STROKE * digit))
    letters = without_bars(shapes.where(sized & ~sparse), digit)
    if len(letters.x0) > MOST:
        return [around(letters, range(len(letters.x0)))]
    least, largest, thick = (part * digit for part in DASH)
    flat = shapes.where((widths >= max(least, narrowest)) & (widths <= largest) & (heights <= max(thick, 2)))
    dashes = flat.where(figures.near(flat, NEAR_DASH, dash=True))
    groups = grouped(letters, digit)
    alone = figures.near(letters, NEAR_FIGURE, dash=False) & (fewest == 2)
    boxes = [
        box
        for members in groups
        if (len(members) >= fewest and (letters.heights[members].max() >= LETTER * digit)) or alone[members].any()
        for box in [around(letters, members)]
    ]
    return boxes + [around(dashes, [index]) for index in range(len(dashes.x0))]


def without_bars(shapes: Shapes, digit: float) -> Shapes:
    """Return the shapes except the bars of a bar code."""
    solid = (shapes.area >= SOLID * shapes.widths * shapes.heights) & (shapes.heights > 2 * shapes.widths)
    rows = (shapes.y0 / digit).astype(int)
    counted = np.bincount(rows[solid], minlength=int(rows.max(initial=0)) + 1)
    return shapes.where(~(solid & (counted[rows] >= BARS)))


def grouped(shapes: Shapes, digit: float) -> list[list[int]]:
    """Return the indices of shapes that follow one another on a line or in a column, a list for each group."""
    reach = BESIDE * digit
    from_top = np.argsort(shapes.y0, kind="stable")
    x0, y0, x1, y1 = (values[from_top] for values in shapes[:4])
    upper, other = spread(np.arange(1, len(y0) + 1), np.searchsorted(y0, y1 + reach, "right"))  # below it, with the top within reach
    over = np.minimum(x1[upper], x1[other]) - np.maximum(x0[upper], x0[other])
    down = np.minimum(y1[upper], y1[other]) - np.maximum(y0[upper], y0[other])
    widths, heights = x1 - x0, y1 - y0
    on_line = (2 * down >= np.minimum(heights[upper], heights[other])) & (over >= -reach)
    in_column = (2 * over >= np.minimum(widths[upper], widths[other])) & (down >= -reach / 2)
    near = on_line | in_column
    groups: dict[int, list[int]] = {}
    labels = joined(len(y0), upper[near], other[near]).tolist()
    for index, label in sorted(zip(from_top.tolist(), labels, strict=True)):
        groups.setdefault(label, []).append(index)
    return list(groups.values())


def around(shapes: Shapes, members: Sequence[int]) -> Box:
    some = list(members)
    return float(shapes.x0[some].min()), float(shapes.y0[some].min()), float(shapes.x1[some].max()), float(shapes.y1[some].max())


def union(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def scaled(box: Box, factor: float) -> Box:
    x0, y0, x1, y1 = box
    return x0 * factor, y0 * factor, x1 * factor, y1 * factor
