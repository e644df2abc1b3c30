"""Signs that are drawn and not written: a dash before or after a figure, however thick, and a point among its digits."""

from collections.abc import Iterable, Iterator

import numpy as np

from reconciliation.documents.child.glyphs import DIGIT_HEIGHT
from reconciliation.documents.child.handles import Box
from reconciliation.documents.child.shapes import Mask, Picture, Shapes, shapes_of
from reconciliation.documents.child.words import Piece

CONTRAST = 24  # of 255 shades
# In heights of the figure's digits.
BEFORE, AFTER = 12.0, 4.0  # how far from the figure a dash may stand
TOP, FOOT = 1.0, 0.2  # above and below the baseline: between them a sign stands free
WIDTH, HIGHEST = (0.25, 3.0), 0.7  # of a dash
FLAT = 1.15  # times as wide as high it is at least
CLOSE, BLOCK, TALLEST = 1.5, 0.75, 1.0  # before a figure, so near: it may be a block of this width, in parts of its height, and so high
MIDDLE = (0.15, 0.75)  # where its middle is
POINT = (0.08, 0.3)  # its sides, and how far it may be from the baseline
MOST_POINTS = 2  # in one figure; more are a dotted rule


def drawn_signs(without: Picture, words: Iterable[Piece], scale: float) -> Iterator[Box]:
    """Yield the boxes, in pixels, of the dashes and points that are drawn on the page without its text."""
    for word in words:
        if not any(map(str.isdigit, word.text)):
            continue
        tall, base = DIGIT_HEIGHT * word.size * scale, word.baseline * scale
        left, right = word.x0 * scale, word.x1 * scale
        x0, y0 = max(0, round(left - BEFORE * tall)), max(0, round(base - TOP * tall))
        part = without[y0 : max(0, round(base + FOOT * tall)), x0 : max(0, round(right + AFTER * tall))]
        marked = _marked(part) if part.size else None
        if marked is None:
            continue
        found = shapes_of(marked)
        shapes = found.where((found.y0 > 0) & (found.y1 < marked.shape[0]) & (found.x0 > 0) & (found.x1 < marked.shape[1]))
        shapes = shapes._replace(x0=shapes.x0 + x0, x1=shapes.x1 + x0, y0=shapes.y0 + y0, y1=shapes.y1 + y0)
        inside = (shapes.x0 >= left) & (shapes.x1 <= right)
        yield from _boxes(shapes.where(_are_dashes(shapes, base, tall, left) & ((shapes.x1 <= left + 1) | (shapes.x0 >= right - 1))))
        points = shapes.where(_are_points(shapes, base, tall) & inside)
        if len(points.x0) <= MOST_POINTS:
            yield from _boxes(points)


def _marked(part: Picture) -> Mask | None:
    """Return what differs from most of a part of a picture; None if nothing does, or only what runs through its height."""
    if part.min() == part.max():
        return None
    usual = int(np.partition(part[0], part.shape[1] // 2)[part.shape[1] // 2])
    marked = np.abs(part.astype(np.int16) - usual) > CONTRAST
    return marked if (marked.any(axis=0) & ~marked[0] & ~marked[-1]).any() else None


def _are_dashes(shapes: Shapes, base: float, tall: float, figure: float) -> Mask:
    least, widest = (part * tall for part in WIDTH)
    up = (base - (shapes.y0 + shapes.y1) / 2) / tall
    level = (shapes.widths >= FLAT * shapes.heights) & (shapes.heights <= HIGHEST * tall + 1)
    close = (shapes.x1 <= figure + 1) & (figure - shapes.x1 <= CLOSE * tall)
    level |= close & (shapes.widths >= BLOCK * shapes.heights) & (shapes.heights <= TALLEST * tall + 1)
    return np.asarray(level & (shapes.widths >= least) & (shapes.widths <= widest) & (up > MIDDLE[0]) & (up < MIDDLE[1]))


def _are_points(shapes: Shapes, base: float, tall: float) -> Mask:
    least, largest = (part * tall for part in POINT)
    small = (np.minimum(shapes.widths, shapes.heights) >= least) & (np.maximum(shapes.widths, shapes.heights) <= largest + 1)
    return np.asarray(small & (np.abs(base - shapes.y1) <= largest))


def _boxes(shapes: Shapes) -> Iterator[Box]:
    for x0, y0, x1, y1 in zip(*(side.tolist() for side in (shapes.x0, shapes.y0, shapes.x1, shapes.y1)), strict=True):
        yield float(x0), float(y0), float(x1), float(y1)
