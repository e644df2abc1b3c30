"""Rows and signs that are drawn and not written: lines of unread type with an amount, dashes beside a figure, points among its digits."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from reconciliation.documents.child.canvas import PAPER
from reconciliation.documents.child.content_stream import Box
from reconciliation.documents.child.digits import NONE, likelihoods
from reconciliation.documents.child.shapes import Mask, Picture, Shapes, shapes_of
from reconciliation.documents.child.words import DIGIT_HEIGHT, Piece

MOST_LINES, MOST_SHAPES = 60, 150  # most lines of a page; most shapes of a line
HIGHEST, SHORTEST = 2.0, 8.0  # most height of a line and least width of it, in digit heights
INKED = 0.4  # least ink of an inked line, as a share of the strongest ink
CONTRAST = 24  # least contrast of a line with type, of 255 shades
SPACE, MARGIN = 0.4, 2  # gap between words, in line heights; pixels around a line
TALL, SMALL, LOW = 0.7, 0.35, 0.4  # heights in line heights: least of digits, most of points, and most from the foot to a point's top
WIDTH, WIDEST = 0.72, 1.0  # widths in line heights: of a digit with its gap, and most of a single character
SURE, ENOUGH = 0.5, 2  # least probability of a digit; fewest digits in a figure
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
    """Return the boxes of lines, from the top: boxes that share half of the lower one's height are on one line."""
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
    match = ROW.match(text)
    if match is None:
        return False
    before = text[: match.start(1)].count(TYPE)
    chosen = [tall[0], *tall[before : before + match[1].count(TYPE)]]
    scores = likelihoods([part[max(0, y0 - 1) : y1 + 1, x0:x1] for x0, y0, x1, y1 in chosen])
    first, *figure = (scores[:, :NONE].max(axis=1) >= SURE).tolist()
    return bool(first and sum(figure) >= max(ENOUGH, len(figure) / 2))


def is_tall(place: Place, height: int) -> bool:
    return place[3] - place[1] >= TALL * height


def whole(places: Sequence[Place]) -> list[Place]:
    """Return the boxes of characters: those of parts that lie above each other are one."""
    boxes: list[Place] = []
    for x0, y0, x1, y1 in places:
        if boxes and 2 * (min(boxes[-1][2], x1) - x0) > min(boxes[-1][2] - boxes[-1][0], x1 - x0):
            own = boxes[-1]
            boxes[-1] = (own[0], min(own[1], y0), max(own[2], x1), max(own[3], y1))
        else:
            boxes.append((x0, y0, x1, y1))
    return boxes


def pieces(place: Place, height: int) -> list[Place]:
    """Return the box of a character, or boxes of as many as may run together in it."""
    x0, y0, x1, y1 = place
    count = round((x1 - x0) / (WIDTH * height)) if is_tall(place, height) and x1 - x0 > WIDEST * height else 1
    edges = [x0 + (x1 - x0) * step // count for step in range(count + 1)]
    return [(left, y0, right, y1) for left, right in pairwise(edges)]


SIGN_CONTRAST = 24  # least contrast of a sign, of 255 shades
# In heights of the figure's digits.
BEFORE, AFTER = 12.0, 4.0  # most distance of a dash before and after its figure
TOP, FOOT = 1.0, 0.2  # reach above and below the baseline in which a sign touches nothing
DASH_WIDTH, DASH_HEIGHT = (0.25, 3.0), 0.7  # least and largest width of a dash; its largest height
FLAT = 1.15  # least width of a minus, in heights
CLOSE, BLOCK, TALLEST = 1.5, 0.75, 1.0  # before a figure: most distance, width and height of a block, in parts of its height
MIDDLE = (0.15, 0.75)  # lowest and highest middle of a minus
POINT = (0.08, 0.3)  # smallest and largest side of a decimal point; the largest is also its farthest distance from the baseline
MOST_POINTS = 2  # most points in one figure; more are a dotted rule


def drawn_signs(without: Picture, words: Iterable[Piece], scale: float) -> Iterator[Box]:
    """Yield the boxes, in pixels, of the dashes and points that are drawn on the page without its text."""
    inked = (without.min(axis=1) < PAPER).tolist()
    for word in words:
        if not any(map(str.isdigit, word.text)):
            continue
        tall, base = DIGIT_HEIGHT * word.size * scale, word.baseline * scale
        left, right = word.x0 * scale, word.x1 * scale
        x0, y0 = max(0, round(left - BEFORE * tall)), max(0, round(base - TOP * tall))
        y1, x1 = max(0, round(base + FOOT * tall)), max(0, round(right + AFTER * tall))
        part = without[y0:y1, x0:x1]
        if not any(inked[y0:y1]) or not part.size or part.min() == part.max():
            continue
        usual = int(np.partition(part[0], part.shape[1] // 2)[part.shape[1] // 2])
        marked = np.abs(part.astype(np.int16) - usual) > SIGN_CONTRAST
        if not (marked.any(axis=0) & ~marked[0] & ~marked[-1]).any():  # only lines through the whole height differ from most of it
            continue
        candidates = shapes_of(marked)
        shapes = candidates.where(
            (candidates.y0 > 0) & (candidates.y1 < marked.shape[0]) & (candidates.x0 > 0) & (candidates.x1 < marked.shape[1])
        )
        shapes = shapes._replace(x0=shapes.x0 + x0, x1=shapes.x1 + x0, y0=shapes.y0 + y0, y1=shapes.y1 + y0)
        inside = (shapes.x0 >= left) & (shapes.x1 <= right)
        yield from _boxes(shapes.where(_are_dashes(shapes, base, tall, left) & ((shapes.x1 <= left + 1) | (shapes.x0 >= right - 1))))
        least, largest = (part * tall for part in POINT)
        small = (np.minimum(shapes.widths, shapes.heights) >= least) & (np.maximum(shapes.widths, shapes.heights) <= largest + 1)
        points = shapes.where(small & (np.abs(base - shapes.y1) <= largest) & inside)
        if len(points.x0) <= MOST_POINTS:
            yield from _boxes(points)


def _are_dashes(shapes: Shapes, base: float, tall: float, figure: float) -> Mask:
    least, widest = (part * tall for part in DASH_WIDTH)
    up = (base - (shapes.y0 + shapes.y1) / 2) / tall
    level = (shapes.widths >= FLAT * shapes.heights) & (shapes.heights <= DASH_HEIGHT * tall + 1)
    close = (shapes.x1 <= figure + 1) & (figure - shapes.x1 <= CLOSE * tall)
    level |= close & (shapes.widths >= BLOCK * shapes.heights) & (shapes.heights <= TALLEST * tall + 1)
    return np.asarray(level & (shapes.widths >= least) & (shapes.widths <= widest) & (up > MIDDLE[0]) & (up < MIDDLE[1]))


def _boxes(shapes: Shapes) -> Iterator[Box]:
    for x0, y0, x1, y1 in zip(*(side.tolist() for side in (shapes.x0, shapes.y0, shapes.x1, shapes.y1)), strict=True):
        yield float(x0), float(y0), float(x1), float(y1)
