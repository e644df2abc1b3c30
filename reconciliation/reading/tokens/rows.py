"""Words to rows: what stands on one baseline, left to right, with wide gaps kept as tabs."""

import statistics
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import attrgetter, itemgetter

from reconciliation.documents.pages import Box, Page, Word
from reconciliation.reading.tokens.frames import without_frames
from reconciliation.reading.tokens.panels import panels_of
from reconciliation.reading.tokens.spacing import unspaced

LEFT = attrgetter("x0")
WIDE_GAP = 0.62  # of the type's height: more than a space between words, less than one between columns
SAME_PITCH, FEWEST_OF_PITCH = 0.1, 3  # share by which characters of fixed pitch may differ in width; words of a line that tell
ONE_SPACE = 1.1  # times the pitch
SAME_BASE, LOWEST = 1.0, 1.0  # points; no type is lower
COLUMN_REACH, COLUMN_SHARE = 12.0, 0.75  # heights around a mark of a column; how many there stand on a row's baseline
LETTERS, PADDED = 3, 2.5  # of a month's name; times their width
SPACED, FEWEST_BESIDE = 3.0, 2  # heights to the letters beside one of a spaced word, and how many there are
FEWEST_ON_LINE = 8  # letters of a line that is spaced throughout, where a word may have two
SAME_LINE = 0.42  # of the type's height between two centres
LARGE = 3.0  # times the height of most words
FEWEST_STAMPS, MOST_STAMPS, MOST_NEAR = 8, 2_000, 400  # letters of a stamp on a page; beyond that the look would cost too much


@dataclass(frozen=True, eq=False)
class Row:
    """One printed line. `text` joins the words by a space, or by a tab where the gap is a column's; `height` is the tallest word's."""

    page: int
    words: tuple[Word, ...]
    text: str
    offsets: tuple[int, ...]
    top: float
    bottom: float
    height: float

    @cached_property
    def box(self) -> Box:
        return box_of(self.words)

    @property
    def left(self) -> float:
        return self.words[0].x0

    @cached_property
    def across(self) -> bool:
        """Are words printed across one another, so that the order of the text may not be theirs?"""
        return any(after.x0 < before.x1 - SAME_BASE for before, after in pairwise(self.words))

    def right_behind(self, x1: float) -> str:
        """The first word that begins no further than a space from there, whatever is printed across; empty where there is none."""
        beside = (word for word in self.words if 0 <= word.x0 - x1 <= WIDE_GAP * self.height)
        return next((word.text for word in beside), "")

    def span(self, start: int, end: int) -> tuple[float, float]:
        """The x range of some characters of the text, by the share of the word that they are."""
        return self._x(start), self._x(end - 1, right=True)

    def _x(self, offset: int, *, right: bool = False) -> float:
        index = max(0, bisect_right(self.offsets, offset) - 1)
        word = self.words[index]
        within = min(offset - self.offsets[index] + right, len(word.text))
        return word.x0 + (word.x1 - word.x0) * within / max(1, len(word.text))


def box_of(words: Iterable[Word]) -> Box:
    """The union of the words' boxes, in points."""
    lefts, tops, rights, bottoms = zip(*[word.box for word in words], strict=True)
    return round(min(lefts), 2), round(min(tops), 2), round(max(rights), 2), round(max(bottoms), 2)


def rows_of(page: Page) -> list[Row]:
    """The page's rows from top to bottom, a panel's above those of the table beside it; vertical stamps and watermarks are left out."""
    words = _without_stamps(without_frames([word for word in page.words if word.text.strip()]))
    panels = panels_of(words)
    beside = {id(word) for panel in panels for word in panel.words}
    rows = _rows(page.number, [word for word in words if id(word) not in beside])
    for panel in panels:
        place = next((index for index, row in enumerate(rows) if row.bottom > panel.top), len(rows))
        place = place if panel.top < panel.rows_from else 0
        rows[place:place] = _rows(page.number, panel.words)
    return rows


def _rows(page: int, words: Sequence[Word]) -> list[Row]:
    """The rows that these words make, from top to bottom. Words much taller than most, as of a stamp or a title, make rows of their own."""
    usual = statistics.median(map(_tall, words)) if words else 0.0
    large = [word for word in words if _tall(word) > LARGE * usual]
    if not large:
        return _lines(page, words)
    return sorted([*_lines(page, [word for word in words if _tall(word) <= LARGE * usual]), *_lines(page, large)], key=_middle)


def _middle(row: Row) -> float:
    return row.top + row.bottom


def _lines(page: int, words: Sequence[Word]) -> list[Row]:
    lines: list[list[Word]] = []
    centre = tall = 0.0
    for own_centre, _, word in sorted([(_centre(word), word.x0, word) for word in words], key=itemgetter(0, 1)):
        if lines and own_centre - centre <= SAME_LINE * min(_tall(word), tall):
            lines[-1].append(word)
            centre += (own_centre - centre) / len(lines[-1])
        else:
            lines.append([word])
            centre, tall = own_centre, _tall(word)
    return [row_of(page, unspaced(sorted(line, key=LEFT))) for line in lines]


def row_of(page: int, words: Sequence[Word]) -> Row:
    """The row that these words make, from left to right."""
    ordered = sorted(words, key=LEFT)
    heights, space = [word.y1 - word.y0 for word in ordered], ONE_SPACE * _pitch(ordered)
    text, offsets = ordered[0].text, [0]
    for (before, word), lower in zip(pairwise(ordered), map(min, pairwise(heights)), strict=True):
        wide = word.x0 - before.x1 > WIDE_GAP * max(lower, LOWEST) and not _pads_day(before, word, text)
        wide = wide and word.x0 - before.x1 > space
        text += "\t" if wide else " "
        offsets.append(len(text))
        text += word.text
    return Row(
        page=page,
        words=tuple(ordered),
        text=text,
        offsets=tuple(offsets),
        top=min([word.y0 for word in ordered]),
        bottom=max([word.y1 for word in ordered]),
        height=max(heights),
    )


def _pitch(words: Sequence[Word]) -> float:
    """Return the width that all characters of a line share, in points; 0 for proportional type and for lines too short to tell."""
    widths = [(word.x1 - word.x0) / len(word.text) for word in words if len(word.text) >= LETTERS]
    return min(widths) if len(widths) >= FEWEST_OF_PITCH and max(widths) <= (1 + SAME_PITCH) * min(widths) else 0.0


def _pads_day(month: Word, day: Word, text: str) -> bool:
    """Does one digit follow three letters that begin a cell, with no more than a second space between them, as "Feb  1" above "Feb 10"?"""
    begins = len(month.text) == LETTERS and month.text.isalpha() and text.rpartition("\t")[2] == month.text
    return begins and len(day.text) == 1 and day.text.isdecimal() and day.x0 - month.x1 <= PADDED * (month.x1 - month.x0) / LETTERS


def _without_stamps(words: list[Word]) -> list[Word]:
    """Leave out letters that run down or across the page: a column or a diagonal of single characters, but none of a table."""
    singles = [word for word in words if len(word.text) == 1]
    if not FEWEST_STAMPS <= len(singles) <= MOST_STAMPS:
        return words
    usual = statistics.median(_tall(word) for word in words)
    near_singles, near_words = _Nearby(singles), _Nearby([word for word in words if len(word.text) > 1])
    stamps = [
        word
        for word in singles
        if _in_a_run(word, near_singles) and not (_beside_words(word, near_words, usual) or _in_a_spaced_word(word, near_singles))
    ]
    in_lines, near_stamps = {id(word) for word in stamps if _on_a_line(word, near_words)}, _Nearby(stamps)
    left_out = {id(word) for word in stamps if not _of_a_column(word, near_stamps, in_lines)}
    return [word for word in words if id(word) not in left_out]


class _Nearby:
    """Words by height on the page, so that a look around one of them stays short."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = sorted(words, key=_centre)
        self.centres = [_centre(word) for word in self.words]

    def around(self, word: Word, reach: float) -> list[Word]:
        centre = _centre(word)
        start, end = bisect_left(self.centres, centre - reach), bisect_right(self.centres, centre + reach)
        return self.words[start : min(end, start + MOST_NEAR)]


def _in_a_run(word: Word, singles: _Nearby) -> bool:
    """Do others of its kind follow it at steady steps up and down the page?"""
    reach = 2.6 * max(_tall(word), 8.0)
    near = [one for one in singles.around(word, reach) if abs(one.x0 - word.x0) < reach and abs(_centre(one) - _centre(word)) > 0.5]
    return any(_centre(one) < _centre(word) for one in near) and any(_centre(one) > _centre(word) for one in near)


def _in_a_spaced_word(word: Word, singles: _Nearby) -> bool:
    """Do letters stand on either side of it, or two on one, on its baseline and in its size, no further than in a spaced word? Of a line
    that has many, one is enough."""
    reach = SPACED * _tall(word)
    level = [one for one in singles.around(word, SAME_BASE) if one.text.isalpha() and abs(_tall(one) - _tall(word)) <= SAME_BASE]
    beside = sum(one is not word and abs(one.x0 - word.x0) <= reach for one in level)
    return beside >= (1 if len(level) > FEWEST_ON_LINE else FEWEST_BESIDE)


def _on_a_line(word: Word, words: _Nearby) -> bool:
    """Does it stand on the baseline of words, in their size?"""
    near = words.around(word, SAME_BASE)
    return any(abs(other.y1 - word.y1) <= SAME_BASE and abs(_tall(other) - _tall(word)) <= SAME_BASE for other in near)


def _of_a_column(word: Word, stamps: _Nearby, in_lines: set[int]) -> bool:
    """Do it and those above and below it stand each on a row's baseline, as the marks of a column do?"""
    near = [one for one in stamps.around(word, COLUMN_REACH * _tall(word)) if abs(one.x0 - word.x0) <= _tall(word)]
    return COLUMN_SHARE * len(near) <= sum(id(one) in in_lines for one in near)


def _beside_words(word: Word, words: _Nearby, usual: float) -> bool:
    return any(-0.1 < min(abs(other.x0 - word.x1), abs(word.x0 - other.x1)) < WIDE_GAP * usual for other in words.around(word, 0.2 * usual))


def _centre(word: Word) -> float:
    return (word.y0 + word.y1) / 2


def _tall(word: Word) -> float:
    return max(word.y1 - word.y0, LOWEST)
