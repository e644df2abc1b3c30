"""Type that is no text: ruled lines, frames, marks at the page's edge, and stamps that run down or across the page."""

import re
import statistics
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from reconciliation.documents.pages import Word

RULE = re.compile(r"[|\u00a6\u2502+]*(?:_{5,}|-{5,}|={5,}|\u2013{5,}|\u2014{5,}|\u2500{5,})[-_=\u2013\u2014\u2500|\u00a6\u2502+]*")
BARS = frozenset({"|", "||", "\u00a6", "\u2502"})
FEWEST_ROWS, SAME_PLACE = 2, 2.0  # of one frame; points between the middles of its bars
MARGIN = 10.0  # points at least between a mark at the edge and all text
SAME_BASE, LOWEST = 1.0, 1.0  # points; no type is lower
WIDE_GAP = 0.62  # of the type's height: more than a space between words, less than one between columns
COLUMN_REACH, COLUMN_SHARE = 12.0, 0.75  # heights around a mark of a column; how many there stand on a row's baseline
SPACED, FEWEST_BESIDE = 3.0, 2  # heights to the letters beside one of a spaced word, and how many there are
FEWEST_ON_LINE = 8  # letters of a line that is spaced throughout, where a word may have two
FEWEST_STAMPS, MOST_STAMPS, MOST_NEAR = 8, 2_000, 400  # letters of a stamp on a page; beyond that the look would cost too much


def without_frames(words: Sequence[Word]) -> list[Word]:
    """Return the words that are neither a frame nor a mark at the page's left edge, as for machines that fold it. A bar with no others
    above or below it is part of a text."""
    bars, framed = [word for word in words if word.text in BARS], set()
    for bar in bars:
        in_line = [other for other in bars if abs(bar.x0 + bar.x1 - other.x0 - other.x1) <= 2 * SAME_PLACE]
        if len({round(other.baseline) for other in in_line}) >= FEWEST_ROWS:
            framed.add(id(bar))
    edge = min((word.x0 for word in words if any(map(str.isalnum, word.text))), default=0.0) - MARGIN
    return [word for word in words if id(word) not in framed and word.x1 > edge and RULE.fullmatch(word.text) is None]


def without_stamps(words: list[Word]) -> list[Word]:
    """Leave out letters that run down or across the page: a column or a diagonal of single characters, but none of a table."""
    singles = [word for word in words if len(word.text) == 1]
    if not FEWEST_STAMPS <= len(singles) <= MOST_STAMPS:
        return words
    usual = statistics.median(height_of(word) for word in words)
    near_singles, near_words = _Nearby(singles), _Nearby([word for word in words if len(word.text) > 1])
    runs = [word for word in singles if _in_a_run(word, near_singles)]
    stamps = [word for word in runs if not (_beside_words(word, near_words, usual) or _in_a_spaced_word(word, near_singles))]
    in_lines = {id(word) for word in stamps if any(_is_level(word, other) for other in near_words.around(word, SAME_BASE))}
    near_stamps, left_out = _Nearby(stamps), set()
    for word in stamps:
        near = near_stamps.around(word, COLUMN_REACH * height_of(word))
        column = [other for other in near if abs(other.x0 - word.x0) <= height_of(word)]
        if COLUMN_SHARE * len(column) > sum(id(other) in in_lines for other in column):
            left_out.add(id(word))
    return [word for word in words if id(word) not in left_out]


class _Nearby:
    """Words by height on the page, so that a look around one of them stays short."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = sorted(words, key=centre_of)
        self.centres = [centre_of(word) for word in self.words]

    def around(self, word: Word, reach: float) -> list[Word]:
        centre = centre_of(word)
        start, end = bisect_left(self.centres, centre - reach), bisect_right(self.centres, centre + reach)
        return self.words[start : min(end, start + MOST_NEAR)]


def _in_a_run(word: Word, singles: _Nearby) -> bool:
    """True if other characters lead up to it and on from it, at steady steps up and down the page."""
    reach = 2.6 * max(height_of(word), 8.0)
    steps = [centre_of(other) - centre_of(word) for other in singles.around(word, reach) if abs(other.x0 - word.x0) < reach]
    return any(step < -0.5 for step in steps) and any(step > 0.5 for step in steps)


def _in_a_spaced_word(word: Word, singles: _Nearby) -> bool:
    """True if two letters, or one on a line of many single letters, are as close to it as in a spaced word."""
    level = [other for other in singles.around(word, SAME_BASE) if other.text.isalpha() and _same_size(word, other)]
    beside = sum(other is not word and abs(other.x0 - word.x0) <= SPACED * height_of(word) for other in level)
    return beside >= (1 if len(level) > FEWEST_ON_LINE else FEWEST_BESIDE)


def _beside_words(word: Word, words: _Nearby, usual: float) -> bool:
    gaps = [min(abs(other.x0 - word.x1), abs(word.x0 - other.x1)) for other in words.around(word, 0.2 * usual)]
    return any(gap < WIDE_GAP * usual for gap in gaps)


def _is_level(word: Word, other: Word) -> bool:
    return abs(other.y1 - word.y1) <= SAME_BASE and _same_size(word, other)


def _same_size(word: Word, other: Word) -> bool:
    return abs(height_of(other) - height_of(word)) <= SAME_BASE


def centre_of(word: Word) -> float:
    return (word.y0 + word.y1) / 2


def height_of(word: Word) -> float:
    """Return the height of a word's type in points, at least 1."""
    return max(word.y1 - word.y0, LOWEST)
