"""Signs, points, commas, brackets and currency signs of figures: whether their ink has the shape of the claimed character."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple
from unicodedata import category

import numpy as np

from reconciliation.documents.child.digits import FAINTEST, Flags, Numbers, Pixels, ink_of, reduction, stacked
from reconciliation.documents.child.shapes import shapes_of

DASH, PLUS, POINT, BRACKET, CURRENCY, LETTER, SLIM = range(7)  # SLIM is a point without an advance
SHAPES = {
    **dict.fromkeys("-\u2010\u2011\u2012\u2013\u2014\u2212", DASH),
    "+": PLUS,
    **dict.fromkeys(".,", POINT),
    **dict.fromkeys("()|", BRACKET),
}
LATIN = 0x250  # first code point above the Latin letters
INKED = 0.4  # least ink of an inked line, as a share of the strongest ink of a crop
WITHOUT_NEIGHBOURS = 0.15  # share of the advance that is left out on either side
# Heights above the baseline, in parts of the type's size.
BODY, MIDDLE, LOW, STEM = (0.02, 0.74), (0.08, 0.62), (-0.3, 0.15), (0.25, 0.45)
FLAT, TALL = 0.25, 0.55  # shares of inked lines: most of a dash, least of a bracket
ABOVE_A_PLUS = (0.67, 0.9)  # heights where digits, letters and rules have ink and a plus has none
ABOVE_A_POINT = 0.1  # share of inked lines of STEM that no point or comma has
LEVEL = 0.45  # least share of the width that a dash fills
POINT_TOP, POINT_FOOT, POINT_WIDTH, POINT_AREA = (
    0.3,
    0.06,
    0.35,
    0.002,
)  # of a point or comma by itself, in parts of the type's size and of its square
DASH_HEIGHT, DASH_WIDTH = 0.2, 0.18  # height and width of a dash by itself
NARROW = 0.27  # most width of a bracket, in parts of the type's size; a currency sign is wider


class SignShape(NamedTuple):
    """The shape of the ink of some characters, an entry for each: whether it is a level stroke in the middle of the height, has a stroke
    across that, reaches the baseline, has a stem, is as tall as a bracket, goes through its line, is as narrow as a bracket."""

    level: Flags
    crossed: Flags
    low: Flags
    stem: Flags
    tall: Flags
    through: Flags
    narrow: Flags


@cache
def shape_of(text: str) -> int | None:
    """Return the kind of sign of a character beside a digit; None if it is not looked at."""
    kind = SHAPES.get(text)
    if kind is None and len(text) == 1 and category(text) == "Sc":
        return CURRENCY
    return LETTER if kind is None and text.isalpha() and ord(text[0]) < LATIN else kind


def signs_among(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the index and the kind of each sign of a figure that is beside a digit or another sign, or of all if there are only signs."""
    if all(map(str.isalpha, texts)):
        return
    kinds = [None if text.isdigit() else shape_of(text) for text in texts]
    alone = None not in kinds and LETTER not in kinds
    for index, kind in enumerate(kinds):
        beside = [*texts[max(0, index - 1) : index], *texts[index + 1 : index + 2]]
        if kind is not None and (
            alone or any(text.isdigit() or (kind != LETTER and shape_of(text) in {DASH, PLUS, BRACKET, CURRENCY}) for text in beside)
        ):
            yield index, kind


def unlike_signs(crops: Sequence[Pixels], kinds: Sequence[int], ems: Sequence[float], baselines: Sequence[float]) -> Flags:
    """Return for each of these characters whether it does not have the shape of its kind. `ems` are the sizes of their type, `baselines`
    their places from the upper side of their crops, in pixels."""
    if not len(crops):
        return np.zeros(0, np.bool_)
    shape, kind = shape_in(crops, np.array(ems), np.array(baselines)), np.array(kinds)
    dash = shape.level & ~shape.crossed
    like = [
        dash,
        shape.crossed,
        shape.low & ~shape.stem,
        shape.tall & shape.narrow,
        ~dash & ~(shape.narrow & shape.tall),
        ~dash,
        np.zeros(len(kind), np.bool_),
    ]
    return np.asarray(~np.choose(kind, like), np.bool_)


def shape_in(crops: Sequence[Pixels], ems: Numbers, baselines: Numbers) -> SignShape:
    thinned = np.array([reduction(crop) for crop in crops])
    ems, baselines = ems / thinned, baselines / thinned
    stack, heights, widths = stacked(crops)
    ink, _ = ink_of(stack, heights, widths)
    across = np.arange(ink.shape[2])
    aside = 1 + WITHOUT_NEIGHBOURS * (widths - 2)
    inside = (across >= aside[:, None].round()) & (across < (widths - aside)[:, None].round())
    mask = (ink > INKED) & inside[:, None, :]
    lines = mask.any(axis=2)
    up = (baselines[:, None] - np.arange(ink.shape[1]) - 0.5) / ems[:, None]

    def inked(band: tuple[float, float]) -> Any:
        return (lines & (up > band[0]) & (up < band[1])).sum(axis=1) / ems

    filled = mask.sum(axis=2) / np.maximum(inside.sum(axis=1), 1)[:, None]
    middle = (up > MIDDLE[0]) & (up < MIDDLE[1])
    return SignShape(
        level=(filled * middle).max(axis=1) >= LEVEL,
        crossed=inked(BODY) > FLAT,
        low=inked(LOW) > 0,
        stem=inked(STEM) >= ABOVE_A_POINT,
        tall=inked((LOW[0], 0.9)) >= TALL,
        through=inked(ABOVE_A_PLUS) > 0,
        narrow=mask.any(axis=1).sum(axis=1) <= NARROW * ems,
    )


def is_plus(crops: Sequence[Pixels], ems: Sequence[float], baselines: Sequence[float]) -> Flags:
    """Return for each of these characters whether it has the shape of a plus: a level stroke that another one crosses, which ends above
    and below it."""
    shape = shape_in(crops, np.array(ems), np.array(baselines))
    return np.asarray(shape.level & shape.crossed & ~shape.through, np.bool_)


def stands_free(crop: Pixels, em: float, baseline: float, kind: int) -> bool:
    """True if a dash is by itself at half height, or a point at the foot of the line, even if other ink runs into its place."""
    own = crop.astype(np.int16)
    contrast = np.abs(own - int(np.median(own))) if own.size else own
    shapes = shapes_of(contrast > INKED * max(int(contrast.max(initial=0)), FAINTEST))
    above, below = (baseline - shapes.y0) / em, (baseline - shapes.y1) / em
    if kind == DASH:
        free = (above <= MIDDLE[1]) & (below >= MIDDLE[0]) & (above - below <= DASH_HEIGHT) & (shapes.widths >= DASH_WIDTH * em)
    else:
        small = (shapes.widths <= POINT_WIDTH * em) & (shapes.area >= POINT_AREA * em * em)
        free = small & (above <= POINT_TOP) & (below >= LOW[0]) & (below <= POINT_FOOT)
        free &= (shapes.x0 > 0) & (shapes.x1 < crop.shape[1])
    return bool(free.any())
