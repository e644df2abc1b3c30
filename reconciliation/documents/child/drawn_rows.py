"""Rows that are drawn and not written: lines of unread type that begin with a digit and have an amount in a word of its own.

What is drawn on a page beside its text may be an advertisement, a logo or an address. The shapes of digits and points tell a row.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from reconciliation.documents.child.digits import NONE, likelihoods
from reconciliation.documents.child.handles import Box
from reconciliation.documents.child.shapes import Picture, shapes_of

MOST_LINES, MOST_SHAPES = 60, 150  # of a page, and of a line
HIGHEST, SHORTEST = 2.0, 8.0  # digit heights of a line
INKED = 0.4  # of the strongest ink of a line
CONTRAST = 24  # of 255 shades; a line with less holds no type
SPACE, MARGIN = 0.4, 2  # of a line's height, between words; pixels around a line
TALL, SMALL, LOW = 0.7, 0.35, 0.4  # of a line's height: digits, points, and from the foot up to where a point begins
WIDTH, WIDEST = 0.72, 1.0  # of a line's height: of a digit with the gap after it, and of a single character at most
SURE, ENOUGH = 0.5, 2  # so likely a digit; so many in a figure
TYPE, ROW = "T", re.compile(r"x?T.* ([Tx.]*T[. ]TT)x{0,3}(?: |$)")
"""A character as tall as a digit; a line that begins with one, and has a figure with cents in a word of its own."""
Place = tuple[int, int, int, int]


def drawn_rows(picture: Picture, boxes: Sequence[Box], digit: float) -> Iterator[Box]:
    """Yield the first line of these boxes, in pixels, that is a row on a page drawn without its text."""
    of_lines = [box for box in boxes if box[3] - box[1] <= HIGHEST * digit]
    lines = [line for line in lines_of(of_lines) if line[2] - line[0] >= SHORTEST * digit]
    for number, (x0, y0, x1, y1) in enumerate(lines):
        top, left = max(0, int(y0) - MARGIN), max(0, int(x0) - MARGIN)
        if number < MOST_LINES and is_row(picture[top : int(y1) + MARGIN, left : int(x1) + MARGIN]):
            yield x0, y0, x1, y1
            return


def lines_of(boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes of lines, from the top: what shares half of the lower one's height is on one line."""
    lines: list[Box] = []
    for x0, y0, x1, y1 in sorted(boxes, key=lambda box: (box[1] + box[3], box[0])):
        if lines and 2 * (min(lines[-1][3], y1) - max(lines[-1][1], y0)) > min(lines[-1][3] - lines[-1][1], y1 - y0):
            own = lines[-1]
            lines[-1] = (min(own[0], x0), min(own[1], y0), max(own[2], x1), max(own[3], y1))
        else:
            lines.append((x0, y0, x1, y1))
    return lines


def is_row(part: Picture) -> bool:
    """True if a part of a picture shows a line that begins with a digit and has an amount."""
    if not part.size:
        return False
    ink = np.abs(part.astype(np.int16) - int(np.median(part)))
    shapes = shapes_of(ink > INKED * max(int(ink.max()), CONTRAST))
    if not 0 < len(shapes.x0) <= MOST_SHAPES:
        return False
    places = whole(np.stack([shapes.x0, shapes.y0, shapes.x1, shapes.y1], axis=1)[np.argsort(shapes.x0)].tolist())
    heights = sorted(y1 - y0 for _, y0, _, y1 in places)
    height = heights[3 * len(heights) // 4]
    places = [piece for place in places for piece in pieces(place, height)]
    tall = [place for place in places if is_tall(place, height)]
    foot = sorted(y1 for *_, y1 in tall)[len(tall) // 2] if tall else 0
    text, end = "", places[0][0]
    for x0, y0, x1, y1 in places:
        is_point = max(x1 - x0, y1 - y0) <= SMALL * height + 1 and y0 >= foot - LOW * height
        text += (" " if x0 - end > SPACE * height else "") + ("." if is_point else "x" if y1 - y0 < TALL * height else TYPE)
        end = x1
    found = ROW.match(text)
    if found is None:
        return False
    before = text[: found.start(1)].count(TYPE)
    chosen = [tall[0], *tall[before : before + found[1].count(TYPE)]]
    scores = likelihoods([part[max(0, y0 - 1) : y1 + 1, x0:x1] for x0, y0, x1, y1 in chosen])
    first, *figure = (scores[:, :NONE].max(axis=1) >= SURE).tolist()
    return bool(first and sum(figure) >= max(ENOUGH, len(figure) / 2))


def is_tall(place: Place, height: int) -> bool:
    return place[3] - place[1] >= TALL * height


def whole(places: Sequence[Place]) -> list[Place]:
    """Return the boxes of characters: those of parts that lie above each other are one."""
    found: list[Place] = []
    for x0, y0, x1, y1 in places:
        if found and 2 * (min(found[-1][2], x1) - x0) > min(found[-1][2] - found[-1][0], x1 - x0):
            own = found[-1]
            found[-1] = (own[0], min(own[1], y0), max(own[2], x1), max(own[3], y1))
        else:
            found.append((x0, y0, x1, y1))
    return found


def pieces(place: Place, height: int) -> list[Place]:
    """Return the box of a character, or boxes of as many as may run together in it."""
    x0, y0, x1, y1 = place
    count = round((x1 - x0) / (WIDTH * height)) if is_tall(place, height) and x1 - x0 > WIDEST * height else 1
    edges = [x0 + (x1 - x0) * step // count for step in range(count + 1)]
    return [(left, y0, right, y1) for left, right in pairwise(edges)]
