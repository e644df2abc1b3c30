"""Signs that are drawn and not written: a dash before or after a figure, however thick, and a point among its digits."""

from collections.abc import Iterable, Iterator

import numpy as np

from reconciliation.documents.child.glyphs import DIGIT_HEIGHT
from reconciliation.documents.child.handles import Box
from reconciliation.documents.child.shapes import Picture, Shapes, shapes_of
from reconciliation.documents.child.words import Piece

CONTRAST = 24  # of 255 shades
# In heights of the figure's digits.
BEFORE, AFTER = 12.0, 4.0  # how far from the figure a dash may stand
TOP, FOOT = 1.0, 0.05  # above the baseline: between them a dash stands free
WIDTH, HIGHEST = (0.25, 3.0), 0.7  # of a dash
FLAT = 1.2  # times as wide as high it is at least
MIDDLE = (0.15, 0.75)  # where its middle is
POINT_TOP, POINT_FOOT, POINT = 0.4, -0.2, (0.08, 0.3)  # where a point stands, and its sides
MOST_POINTS = 2  # in one figure; more are a dotted rule


def drawn_signs(without: Picture, words: Iterable[Piece], scale: float) -> Iterator[Box]:
    """Yield the boxes, in pixels, of the dashes and points that are drawn on the page without its text."""
    for word in words:
        if not any(map(str.isdigit, word.text)):
            continue
        tall, base = DIGIT_HEIGHT * word.size * scale, word.baseline * scale
        left, right = word.x0 * scale, word.x1 * scale
        for x0, x1 in ((left - BEFORE * tall, left), (right, right + AFTER * tall)):
            shapes = _shapes_in(without, x0, base - TOP * tall, x1, base - FOOT * tall)
            if shapes is not None:
                yield from _boxes(shapes.where(_are_dashes(shapes, base, tall)))
        shapes = _shapes_in(without, left, base - POINT_TOP * tall, right, base - POINT_FOOT * tall)
        if shapes is not None:
            least, largest = (part * tall for part in POINT)
            points = shapes.where(
                (np.minimum(shapes.widths, shapes.heights) >= least)
                & (np.maximum(shapes.widths, shapes.heights) <= largest + 1)
                & (np.abs(base - shapes.y1) <= largest)
            )
            if len(points.x0) <= MOST_POINTS:
                yield from _boxes(points)


def _shapes_in(without: Picture, x0: float, y0: float, x1: float, y1: float) -> Shapes | None:
    """Return the shapes of a part of a picture that touch none of its sides; None where there are none."""
    left, top = max(0, round(x0)), max(0, round(y0))
    part = without[top : max(0, round(y1)) + 1, left : max(0, round(x1))]
    if not part.size or part.min() == part.max():
        return None
    usual = int(np.partition(part, part.size // 2, axis=None)[part.size // 2])
    height, width = part.shape
    found = shapes_of(np.abs(part.astype(np.int16) - usual) > CONTRAST)
    free = found.where((found.y0 > 0) & (found.y1 < height) & (found.x0 > 0) & (found.x1 < width))
    return free._replace(x0=free.x0 + left, x1=free.x1 + left, y0=free.y0 + top, y1=free.y1 + top)


def _are_dashes(shapes: Shapes, base: float, tall: float) -> np.ndarray:
    least, widest = (part * tall for part in WIDTH)
    up = (base - (shapes.y0 + shapes.y1) / 2) / tall
    level = (shapes.widths >= FLAT * shapes.heights) & (shapes.heights <= HIGHEST * tall + 1)
    return level & (shapes.widths >= least) & (shapes.widths <= widest) & (up > MIDDLE[0]) & (up < MIDDLE[1])


def _boxes(shapes: Shapes) -> Iterator[Box]:
    for x0, y0, x1, y1 in zip(*(side.tolist() for side in (shapes.x0, shapes.y0, shapes.x1, shapes.y1)), strict=True):
        yield float(x0), float(y0), float(x1), float(y1)
