"""Printed characters, whichever engine found them, and the words that they form by geometry alone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from operator import itemgetter
from typing import Any
from unicodedata import category

HYPHEN_AT_LINE_END = 0x0002  # PDFium's own mark for such a hyphen
SOFT_HYPHEN = 0x00AD  # a soft hyphen looks like a hyphen if it is drawn
SPELLED_OUT = {
    HYPHEN_AT_LINE_END: "-",
    SOFT_HYPHEN: "-",
    **{0xFB00 + step: text for step, text in enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"))},
}
DIGIT_HEIGHT = 0.72  # height of a digit or capital letter, in parts of the type's size
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
SAYS_NOTHING = {"Cc", "Cf", "Cs", "Cn"}  # categories of control and formatting characters, halves of characters and unassigned code points


# One printed character: its text, x0 and x1 of its advance box, and whether the document prints a space before it.
# A plain tuple, for there is one for every character of every page.
Glyph = tuple[str, float, float, bool]


@dataclass(slots=True)
class Stretch:
    """Characters that one text object draws one after the other on one line: y of its baseline, size in points.

    Their common properties are stored and examined once for all of them.
    """

    painted_by: int
    baseline: float
    size: float
    glyphs: list[Glyph]

    def texts(self) -> Iterator[str]:
        return map(itemgetter(0), self.glyphs)


@cache
def printed(code: int) -> str:
    """Return the character in plain letters; empty if it prints nothing."""
    if code in SPELLED_OUT:
        return SPELLED_OUT[code]
    character = chr(code)
    return "" if category(character) in SAYS_NOTHING and not character.isspace() else character


# All in parts of the type's size.
GAP = 0.16  # least gap between two words, in parts of the type's size
GAP_AFTER_SPACE = 0.05  # least gap between two words if the document prints a space there
OVERLAP = 0.3  # most overlap of two characters by kerning or italics
LEVEL = 0.15  # most difference between the baselines of one word
LONGEST = 500  # most characters of a word
SAME_PLACE = 0.12  # most distance of a character printed twice to look bold


@dataclass(slots=True)
class Piece:
    """A word, or a part of one."""

    text: str
    x0: float
    x1: float
    baseline: float
    size: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        return self.x0, self.baseline - 0.8 * self.size, self.x1, self.baseline + 0.2 * self.size


def words(stretches: Iterable[Stretch]) -> list[Piece]:
    """Return the words row by row from the top, each row from the left."""
    return [word for row in rows(once(pieces(stretches))) for word in joined(row)]


def pieces(stretches: Iterable[Stretch]) -> list[Piece]:
    """Return runs of glyphs that follow each other in the document and on the page."""
    runs: list[Piece] = []
    piece, last_text, last_x0, last_baseline = Piece("", 0.0, 0.0, 0.0, 0.0), "", 0.0, 0.0
    for stretch in stretches:
        baseline, own_size = stretch.baseline, stretch.size
        size, near = min(piece.size, own_size), SAME_PLACE * own_size
        level = abs(baseline - piece.baseline) <= LEVEL * size and bool(runs)
        for text, x0, x1, after_space in stretch.glyphs:
            if text == last_text and abs(x0 - last_x0) < near and abs(baseline - last_baseline) < near:
                continue
            gap = (GAP_AFTER_SPACE if after_space else GAP) * size
            if level and -OVERLAP * size < x0 - piece.x1 < gap and len(piece.text) < LONGEST:
                piece.text += text
                if x1 > piece.x1:
                    piece.x1 = x1
            else:
                piece = Piece(text, x0, x1, baseline, own_size)
                runs.append(piece)
                size, level = own_size, True
            last_text, last_x0, last_baseline = text, x0, baseline
    return runs


def follows(piece: Piece, after: Piece) -> bool:
    size = min(piece.size, after.size)
    return (
        len(piece.text) < LONGEST
        and abs(after.baseline - piece.baseline) <= LEVEL * size
        and -OVERLAP * size < after.x0 - piece.x1 < GAP_AFTER_SPACE * size
    )


def once(runs: list[Piece]) -> list[Piece]:
    """Return the runs without those that are printed a second time in the same place, as fake bold does."""
    places: dict[str, dict[tuple[int, int], list[Piece]]] = {}
    single = []
    for piece in runs:
        column, line = round(piece.x0), round(piece.baseline)
        alike = places.setdefault(piece.text, {})
        if alike and any(in_place_of(piece, other) for place in around(column, line) for other in alike.get(place, ())):
            continue
        alike.setdefault((column, line), []).append(piece)
        single.append(piece)
    return single


def around(column: int, line: int) -> list[tuple[int, int]]:
    return [(column + dx, line + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]


def in_place_of(piece: Piece, other: Piece) -> bool:
    near = SAME_PLACE * piece.size
    return abs(other.x0 - piece.x0) < near and abs(other.baseline - piece.baseline) < near


def rows(runs: list[Piece]) -> list[list[Piece]]:
    by_line = sorted(runs, key=lambda piece: piece.baseline)
    lines: list[list[Piece]] = [by_line[:1]]
    for above, piece in pairwise(by_line):
        if piece.baseline - above.baseline > LEVEL * min(piece.size, above.size):
            lines.append([])
        lines[-1].append(piece)
    return lines


def joined(row: list[Piece]) -> list[Piece]:
    """Return the pieces of one row from the left; those that touch are joined: they were one word, drawn in parts or out of order."""
    pieces: list[Piece] = []
    for piece in sorted(row, key=lambda piece: piece.x0):
        if pieces and follows(pieces[-1], piece):
            pieces[-1].text += piece.text
            pieces[-1].x1 = max(pieces[-1].x1, piece.x1)
        else:
            pieces.append(piece)
    return pieces


def packed(words: Sequence[Piece]) -> list[list[Any]]:
    """Return eight lists, lengths to a hundredth of a point. An item a word: text, left, right, and the number of its line from 0; then
    an item a line: top, bottom, size, baseline. Words of one line have one size and one baseline, as most of a printed row do."""
    lines = {(word.size, word.baseline): word.box for word in words}
    numbers = {line: number for number, line in enumerate(lines)}
    return [
        [word.text for word in words],
        [round(word.x0, 2) for word in words],
        [round(word.x1, 2) for word in words],
        [numbers[word.size, word.baseline] for word in words],
        [round(top, 2) for _, top, _, _ in lines.values()],
        [round(bottom, 2) for _, _, _, bottom in lines.values()],
        [round(size, 2) for size, _ in lines],
        [round(baseline, 2) for _, baseline in lines],
    ]
