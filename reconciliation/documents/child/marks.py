"""Printed marks that are not in the text of a page: shapes that look like type, lines and bars through figures."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import numpy as np

from reconciliation.documents.child import shapes
from reconciliation.documents.child.content_stream import Box
from reconciliation.documents.child.drawn_text import drawn_rows, drawn_signs
from reconciliation.documents.child.shapes import Mask, Picture, Shapes, joined, shapes_of, thin_dark, thin_light
from reconciliation.documents.child.visibility import Look
from reconciliation.documents.child.words import DIGIT_HEIGHT, Piece, Stretch

STROKE_CONTRAST, LEVEL_CONTRAST, TRACE = 40, 18, 8  # of 255 shades: of a stroke, of a level one through the whole figure, and of any ink
CROSSED_FROM, CROSSED_TO = 0.2, 0.8  # of the height of the digits: between them a stroke crosses a figure
WHOLE, FREE = 0.95, 0.3  # share of a figure's width that a level stroke crosses; share of its lines that are without one
SLANTED = 0.5  # share of its width that another stroke crosses
WIDE = 4.0  # times as wide as its part that is looked at: the ink of fewer digits may leave no gap
DENSE = 0.9  # share of a figure's box that no digits fill with ink: a bar does

USUAL = 9.0  # points of type, where a page has no figure
CONTRAST, PALE = 40, 24  # of 255 shades: by which a mark differs from what is around it, and by which several do
FINE = 0.45  # digit heights: strokes of type are narrower, bars and boxes are not
# In digit heights.
LOW, HIGH, LONG = 0.55, 1.6, 25.0  # of a shape that looks like type
FEWEST = 4  # pale marks side by side; parts of a logo are fewer
LETTER = 0.7  # height of the tallest of several marks
STROKE = 0.6  # width for which letters that run together have one stroke
BESIDE = 1.5  # from one mark to the next of the same line or column
NEAR_FIGURE, NEAR_DASH = 2.0, 2.5  # from a mark by itself to a figure on its line
DASH = (0.2, 1.9, 0.35)  # least and largest width, and largest height, of a minus sign
SLIVER = 0.22  # width of what may be left of a character beside its box
SPARSE = 0.6  # share of the strokes that letters of this width have
SOLID, BARS = 0.85, 8  # share of its box that a bar fills; so many bars beside each other are a bar code
MOST, MOST_MARKS = 3000, 500  # shapes that look like type, and marks of a page; more are reported as one mark around them all
DASHES, POINTS = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2212_=~"), frozenset(".,\u00b7:;'`\u2019\u02bc")


class Views(NamedTuple):
    """Pictures of one page: without its text, how much text changes each pixel, and the thin lines of what is no text."""

    without: Picture
    ink: Picture
    thin: Mask | None


def struck(views: Views, words: Iterable[Piece], scale: float) -> Iterator[Piece]:
    """Yield the figures that are crossed out or covered."""
    for word in words:
        if not any(map(str.isdigit, word.text)):
            continue
        tall = DIGIT_HEIGHT * word.size
        left, right = max(0, round(word.x0 * scale)), max(0, round(word.x1 * scale))
        top, bottom = (max(0, round((word.baseline - part * tall) * scale)) for part in (CROSSED_TO, CROSSED_FROM))
        place = np.s_[top : bottom + 1, left:right]
        if views.ink[place].size and (_is_crossed(views, place) or _is_covered(views.ink[place])):
            yield word


def _is_crossed(views: Views, place: tuple[slice, slice]) -> bool:
    behind = views.without[place]
    return behind.min() != behind.max() and (
        _has_level_line(behind, LEVEL_CONTRAST) or (views.thin is not None and bool(views.thin[place].any(axis=0).mean() >= SLANTED))
    )


def _has_level_line(part: Picture, contrast: int) -> bool:
    """True if some lines of a part of a picture differ from its median from side to side, and others do not."""
    usual = int(np.partition(part, part.size // 2, axis=None)[part.size // 2])
    across = (np.abs(part.astype(np.int16) - usual) > contrast).mean(axis=1) >= WHOLE
    return bool(across.any() and across.mean() <= 1 - FREE)


def _is_covered(ink: Picture) -> bool:
    """True if the ink of a figure leaves out a line of its digits, fills its box, or runs through it without a gap."""
    inner = ink[:-1]  # the last line may lie on the points
    if len(inner) and inner.max(axis=1).min() < TRACE:
        return True
    height, width = ink.shape
    if width <= WIDE * height:
        return False
    unbroken = np.count_nonzero(inner.min(axis=1) >= STROKE_CONTRAST)
    return bool(0 < unbroken <= (1 - FREE) * len(inner) or np.count_nonzero(ink >= STROKE_CONTRAST) >= DENSE * ink.size)


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
        places = [(word.x0, word.x1, word.baseline, DIGIT_HEIGHT * word.size) for word in words if any(map(str.isdigit, word.text))]
        return cls(*(np.array(places, float).reshape(-1, 4).T * scale))

    def near(self, shapes: Shapes, reach: float, *, dash: bool) -> Mask:
        """Which shapes stand at most `reach` heights beside a figure: a dash at the middle of its height, others on its line."""
        found = np.zeros(len(shapes.x0), bool)
        middle = (shapes.y0 + shapes.y1) / 2
        for left, right, base, tall in zip(self.left, self.right, self.base, self.tall, strict=True):
            gap = np.maximum(left - shapes.x1, shapes.x0 - right)
            up = (base - middle) / tall
            found |= (gap <= reach * tall) & ((up > 0.1) & (up < 0.75) if dash else (up > 0.1) & (up < 0.9))
        return found


def unread_marks(
    look: Look, words: Sequence[Piece], stretches: Sequence[Stretch], silent: Sequence[Box], turned: Sequence[Sequence[Box]]
) -> list[Mark]:
    """The marks of a page that no word explains. `stretches` are the characters that were read; `silent` are boxes of text that may
    stay unread, such as notes along the margin; `turned` are those of texts that were not read and have a figure."""
    figures = Figures.of(words, look.scale)
    digit = median(figures.tall.tolist()) if len(figures.tall) else DIGIT_HEIGHT * USUAL * look.scale
    shown, without = as_picture(look.shown, look), as_picture(look.without, look)
    found: list[Box] = []
    thin: list[Mask] = []
    if not look.bare:
        size = max(2, round(FINE * digit))
        reliefs = [lines(without, size) for lines in (thin_dark, thin_light)]
        thin = [relief > CONTRAST for relief in reliefs]
        for mask, pale in zip(thin, (relief > PALE for relief in reliefs), strict=True):
            found += type_like(mask, digit, figures, narrowest=0.0)
            if (pale & ~mask).sum() > digit / 2:
                found += type_like(pale, digit, figures, narrowest=0.0, fewest=FEWEST)
        found += coloured_type(look, thin[0] | thin[1], digit, figures, size)
        found += drawn_signs(without, words, look.scale)
    if look.on_paper and look.on_screen:
        found += type_like(
            gaps(as_picture(look.on_paper, look), as_picture(look.on_screen, look)) >= CONTRAST, digit, figures, narrowest=0.0
        )
    changes = gaps(shown, without)
    ink = changes >= CONTRAST
    found += [scaled(union(boxes), look.scale) for boxes in turned if any(inside(ink, box, look.scale).any() for box in boxes)]
    left_over = cleared(ink, stretches, silent, look)
    found += type_like(left_over, digit, figures, narrowest=SLIVER * digit)
    rows = [Mark(scaled(box, 1 / look.scale), "row") for box in drawn_rows(without, found, digit)] if not look.bare else []
    if len(found) > MOST_MARKS:
        found = [union(found)]
    views = Views(without, changes, thin[0] | thin[1] if thin else None)
    strokes = [Mark(word.box, "stroke") for word in struck(views, words, look.scale)]
    return [Mark(scaled(box, 1 / look.scale), "type") for box in found] + strokes + rows


def coloured_type(look: Look, thin: Mask, digit: float, figures: Figures, size: int) -> list[Box]:
    """Boxes of what looks like type in one channel of the page without its text, and is as dark as what is around it."""
    place = shapes.coloured(look.behind_text, look.width)
    if place is None:
        return []
    top, left = (side.start for side in place)
    shifted = Figures(figures.left - left, figures.right - left, figures.base - top, figures.tall)
    found: list[Box] = []
    for channel in shapes.channels(look.behind_text.reshape(thin.shape)[place]):
        for lines in (thin_dark, thin_light):
            mask = lines(channel, size) > CONTRAST
            if (mask & ~thin[place]).sum() > digit * digit:
                found += type_like(mask, digit, shifted, narrowest=0.0)
    return [(x0 + left, y0 + top, x1 + left, y1 + top) for x0, y0, x1, y1 in found]


def as_picture(pixels: bytes | bytearray, look: Look) -> Picture:
    return np.frombuffer(pixels, np.uint8).reshape(look.height, look.width)


def gaps(one: Picture, other: Picture) -> Picture:
    """Return by how much two pictures differ."""
    return np.asarray(np.maximum(one, other) - np.minimum(one, other), np.uint8)


def cleared(ink: Mask, stretches: Sequence[Stretch], silent: Sequence[Box], look: Look) -> Mask:
    """The ink of text where no character stands that says it: a dash says a line at half height, a point a dot on the baseline."""
    scale = look.scale
    for stretch in stretches:
        base, size = stretch.baseline * scale, stretch.size * scale
        grown = 0.08 * size
        for text, x0, x1, _ in stretch.glyphs:
            if text in DASHES:
                top, bottom = base - 0.6 * size, base + (0.3 * size if text in "_=" else 0.0)
            elif text in POINTS:
                top, bottom = base - (0.85 * size if text in "'`\u2019\u02bc:;\u00b7" else 0.3 * size), base + 0.35 * size
            else:
                top, bottom = base - 1.1 * size, base + 0.4 * size
            ink[max(0, int(top)) : max(0, int(bottom) + 2), max(0, int(x0 * scale - grown)) : max(0, int(x1 * scale + grown) + 1)] = False
    for box in silent:
        inside(ink, box, scale)[:] = False
    return ink


def inside(ink: Mask, box: Box, scale: float) -> Mask:
    """The part of a mask in a box of points."""
    x0, y0, x1, y1 = scaled(box, scale)
    return ink[max(0, int(y0)) : max(0, int(y1) + 1), max(0, int(x0)) : max(0, int(x1) + 1)]


def type_like(mask: Mask, digit: float, figures: Figures, *, narrowest: float, fewest: int = 2) -> list[Box]:
    """Boxes, in pixels, of what looks like type: several marks side by side, or one beside a figure if two are enough."""
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
    found = [
        box
        for members in groups
        if (len(members) >= fewest and (letters.heights[members].max() >= LETTER * digit)) or alone[members].any()
        for box in [around(letters, members)]
    ]
    return found + [around(dashes, [index]) for index in range(len(dashes.x0))]


def without_bars(shapes: Shapes, digit: float) -> Shapes:
    """Without bars of a bar code."""
    solid = (shapes.area >= SOLID * shapes.widths * shapes.heights) & (shapes.heights > 2 * shapes.widths)
    rows = (shapes.y0 / digit).astype(int)
    counted = np.bincount(rows[solid], minlength=int(rows.max(initial=0)) + 1)
    return shapes.where(~(solid & (counted[rows] >= BARS)))


def grouped(shapes: Shapes, digit: float) -> list[list[int]]:
    """Return the indices of shapes that follow one another on a line or in a column, a list for each group."""
    reach = BESIDE * digit
    from_top = np.argsort(shapes.y0, kind="stable")
    x0, y0, x1, y1 = (values[from_top] for values in shapes[:4])
    counts = np.searchsorted(y0, y1 + reach, "right") - np.arange(1, len(y0) + 1)  # of those below whose tops are within reach
    one = np.repeat(np.arange(len(y0)), counts)
    other = one + 1 + np.arange(len(one)) - np.repeat(np.cumsum(counts) - counts, counts)
    over = np.minimum(x1[one], x1[other]) - np.maximum(x0[one], x0[other])
    down = np.minimum(y1[one], y1[other]) - np.maximum(y0[one], y0[other])
    widths, heights = x1 - x0, y1 - y0
    on_line = (2 * down >= np.minimum(heights[one], heights[other])) & (over >= -reach)
    in_column = (2 * over >= np.minimum(widths[one], widths[other])) & (down >= -reach / 2)
    near = on_line | in_column
    groups: dict[int, list[int]] = {}
    labels = joined(len(y0), one[near], other[near]).tolist()
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
