"""Figures that something crosses out or covers: a line through them, drawn or of text, or a bar over them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from reconciliation.documents.child.glyphs import DIGIT_HEIGHT
from reconciliation.documents.child.shapes import Mask, Picture
from reconciliation.documents.child.words import Piece

CONTRAST, PALE, TRACE = 40, 18, 8  # of 255 shades: of a stroke, of a level one through the whole figure, and of any ink
LOW, HIGH = 0.2, 0.8  # of the height of the digits: between them a stroke crosses a figure
WHOLE, FREE = 0.95, 0.3  # share of a figure's width that a level stroke crosses; share of its lines that are without one
SLANTED = 0.5  # share of its width that another stroke crosses
WIDE = 4.0  # times as wide as its part that is looked at: the ink of fewer digits may leave no gap
DENSE = 0.9  # share of a figure's box that no digits fill with ink: a bar does


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
        top, bottom = (max(0, round((word.baseline - part * tall) * scale)) for part in (HIGH, LOW))
        place = np.s_[top : bottom + 1, left:right]
        if views.ink[place].size and (_is_crossed(views, place) or _is_covered(views.ink[place])):
            yield word


def _is_crossed(views: Views, place: tuple[slice, slice]) -> bool:
    behind = views.without[place]
    return behind.min() != behind.max() and (_has_level_line(behind, PALE) or (views.thin is not None and _is_slanted(views.thin[place])))


def _is_slanted(thin: Mask) -> bool:
    return bool(thin.any(axis=0).mean() >= SLANTED)


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
    unbroken = np.count_nonzero(inner.min(axis=1) >= CONTRAST)
    return bool(0 < unbroken <= (1 - FREE) * len(inner) or np.count_nonzero(ink >= CONTRAST) >= DENSE * ink.size)
