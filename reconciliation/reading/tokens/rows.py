"""Words to rows: the words of one baseline, left to right, with wide gaps kept as tabs and spaced letters joined to words."""

import itertools
import math
import re
import statistics
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from reconciliation.documents.pages import Box, Page, Word
from reconciliation.reading.tokens.apart import LEFT, LOWEST, SAME_BASE, WIDE_GAP, centre_of, height_of, parted, runs_of
from reconciliation.reading.tokens.money_marks import CURRENCY, MINUS

SIGNS, SIGN_WIDTH = frozenset({"+", *MINUS}), 3  # points: one sign may be so much wider than another
FIGURE_BEHIND = re.compile(rf"\t{CURRENCY}? ?\d[\d.,' ]*(?:\t|$)")
SAME_PITCH, FEWEST_OF_PITCH = 0.1, 3  # share by which characters of fixed pitch may differ in width; words of a line that tell
ONE_SPACE = 1.1  # times the pitch
LETTERS, PADDED = 3, 2.5  # of a month's name; times their width
SAME_LINE = 0.42  # of the type's height between two centres
LARGE, MOST_LARGE, FEWEST_COVERED = 3.0, 100, 2  # times the height of most words; words of a stamp; lines over which it is printed
FEWEST_SPACED = 4  # letters of a spaced word
SAME_WORD, SAME_CELL = 1.6, 3.3  # times the narrowest gap between two letters: to the next letter, to the next word
TOUCHING = 0.1  # points
NARROW, APART = 1.2, 2.0  # heights: letters farther apart than that are no word, and words no cell
MOSTLY = 0.7  # of the characters are letters


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
        """True if words are printed across one another, so that the order of the text may not be theirs."""
        return any(after.x0 < before.x1 - SAME_BASE for before, after in pairwise(self.words))

    def span(self, start: int, end: int) -> tuple[float, float]:
        """The x range of some characters of the text, by the share of the word that they are."""
        return self._edge_of(start, right=False), self._edge_of(end - 1, right=True)

    def _edge_of(self, offset: int, *, right: bool) -> float:
        index = max(0, bisect_right(self.offsets, offset) - 1)
        word, within = self.words[index], offset - self.offsets[index] + right
        return word.x0 + (word.x1 - word.x0) * min(within, len(word.text)) / max(1, len(word.text))


def box_of(words: Iterable[Word]) -> Box:
    """The union of the words' boxes, in points."""
    lefts, tops, rights, bottoms = zip(*[word.box for word in words], strict=True)
    return round(min(lefts), 2), round(min(tops), 2), round(max(rights), 2), round(max(bottoms), 2)


def rows_of(page: Page) -> list[Row]:
    """The page's rows from top to bottom, a panel's above those of the table beside it; vertical stamps and watermarks are left out."""
    words, panels = parted([word for word in page.words if word.text.strip()])
    rows = _rows(page.number, words)
    for panel in panels:
        beside = panel.top >= panel.rows_from
        place = 0 if beside else next((index for index, row in enumerate(rows) if row.bottom > panel.top), len(rows))
        rows[place:place] = _rows(page.number, panel.words)
    return rows


def _rows(page: int, words: Sequence[Word]) -> list[Row]:
    """The rows that these words make, from top to bottom. Words much taller than most, as of a title, make rows of their own, and a stamp
    across several lines none."""
    highest = LARGE * statistics.median(map(height_of, words)) if words else 0.0
    usual, large = ([word for word in words if (height_of(word) > highest) is is_large] for is_large in (False, True))
    titles = [row for row in _lines(page, large) if len(large) > MOST_LARGE or not _is_stamp(row, usual)]
    return sorted([*_lines(page, usual), *titles], key=lambda row: row.top + row.bottom) if large else _lines(page, usual)


def _is_stamp(row: Row, words: Sequence[Word]) -> bool:
    """True for a row without digits that is printed over words of several lines."""
    left, top, right, bottom = row.box
    over = (word for word in words if word.x0 < right and left < word.x1 and word.y0 < bottom and top < word.y1)
    return len({round(word.baseline) for word in over}) >= FEWEST_COVERED and not any(map(str.isdigit, row.text))


def _lines(page: int, words: Sequence[Word]) -> list[Row]:
    lines: list[list[Word]] = []
    line_centre = line_height = 0.0
    for word in sorted(words, key=lambda word: (centre_of(word), word.x0)):
        centre, height = centre_of(word), height_of(word)
        if lines and centre - line_centre <= SAME_LINE * min(height, line_height):
            lines[-1].append(word)
            line_centre += (centre - line_centre) / len(lines[-1])
        else:
            lines.append([word])
            line_centre, line_height = centre, height
    return [row_of(page, unspaced(sorted(line, key=LEFT))) for line in lines]


def row_of(page: int, words: Sequence[Word]) -> Row:
    """The row that these words make, from left to right."""
    ordered = sorted(words, key=LEFT)
    heights = [word.y1 - word.y0 for word in ordered]
    widths = [(word.x1 - word.x0) / len(word.text) for word in ordered if len(word.text) >= LETTERS]  # of a character
    fixed_pitch = len(widths) >= FEWEST_OF_PITCH and max(widths) <= (1 + SAME_PITCH) * min(widths)
    space = ONE_SPACE * min(widths) if fixed_pitch else 0.0
    text, offsets = ordered[0].text, [0]
    for (before, word), lower in zip(pairwise(ordered), map(min, pairwise(heights)), strict=True):
        gap = word.x0 - before.x1
        wide = gap > WIDE_GAP * max(lower, LOWEST) and not _pads_day(before, word, text) and gap > space
        text += "\t" if wide else " "
        offsets.append(len(text))
        text += word.text
    top, bottom = min([word.y0 for word in ordered]), max([word.y1 for word in ordered])
    return Row(page, tuple(ordered), text, tuple(offsets), top, bottom, height=max(heights))


def with_signs(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with the signs in a narrow column beside figures next to them. A column of nothing but dashes has no signs."""
    signs = [(place, index, gap) for place, row in enumerate(rows) for index, gap in _signs_alone(row)]
    edges = {(rows[place].words[index].text == "+", round(rows[place].words[index].x0)) for place, index, _ in signs}
    texts = [row.text for row in rows]
    for place, index, gap in signs:
        word = rows[place].words[index]
        if any((word.text != "+", round(word.x0) + step) in edges for step in range(-SIGN_WIDTH, SIGN_WIDTH + 1)):
            texts[place] = f"{texts[place][:gap]} {texts[place][gap + 1 :]}"
    return [row if row.text == text else replace(row, text=text) for row, text in zip(rows, texts, strict=True)]


def _signs_alone(row: Row) -> Iterator[tuple[int, int]]:
    """Yield the place of each sign alone in a cell, and of the gap between it and its figure: that before it, if it is nearer than what is
    behind it; where none is before it, that behind it."""
    gaps = [after.x0 - before.x1 for before, after in pairwise(row.words)]
    for index, (gap, behind) in enumerate(pairwise([*gaps, math.inf]), start=1):
        at = row.offsets[index]
        if row.words[index].text not in SIGNS or row.text[at - 1] != "\t":
            continue
        if row.text[at - 2].isdigit() and gap < behind:
            yield index, at - 1
        elif not row.text[at - 2].isdigit() and FIGURE_BEHIND.match(row.text, at + 1):
            yield index, at + 1


def _pads_day(month: Word, day: Word, text: str) -> bool:
    """True for one digit no more than two spaces behind three letters that begin a cell, as "Feb  1" above "Feb 10"."""
    begins = len(month.text) == LETTERS and month.text.isalpha() and text.rpartition("\t")[2] == month.text
    return begins and len(day.text) == 1 and day.text.isdecimal() and day.x0 - month.x1 <= PADDED * (month.x1 - month.x0) / LETTERS


def unspaced(line: Sequence[Word]) -> list[Word]:
    """The words of a line, from left to right, with each run of spaced letters as one word, which may hold spaces."""
    runs: list[list[Word]] = []
    for single, group in itertools.groupby(line, key=lambda word: len(word.text) == 1):
        words = list(group)
        runs += _runs_of_letters(words) if single else [words]
    if not any(_is_spaced(run, FEWEST_SPACED) for run in runs):
        return list(line)
    return [word for run in runs for word in ([_joined(run)] if _is_spaced(run, 2) else run)]


def _runs_of_letters(letters: Sequence[Word]) -> Iterator[list[Word]]:
    """Letters that stand as close as the letters and words of one cell do."""
    narrowest = _narrowest_gap(letters)

    def apart(before: Word, letter: Word) -> bool:
        height = letter.y1 - letter.y0
        return narrowest > NARROW * height or letter.x0 - before.x1 > min(SAME_CELL * narrowest, APART * height)

    return runs_of(letters, apart)


def _narrowest_gap(letters: Sequence[Word]) -> float:
    """The narrowest that is a gap: letters may touch, or be printed over one another."""
    gaps = [after.x0 - before.x1 for before, after in pairwise(letters)]
    return min((gap for gap in gaps if gap > TOUCHING), default=0.0)


def _is_spaced(run: Sequence[Word], fewest: int) -> bool:
    single = all(len(word.text) == 1 for word in run)
    return single and len(run) >= fewest and sum(word.text.isalpha() for word in run) >= MOSTLY * len(run)


def _joined(run: Sequence[Word]) -> Word:
    text, narrowest = run[0].text, _narrowest_gap(run)
    for before, letter in pairwise(run):
        text += letter.text if letter.x0 - before.x1 <= SAME_WORD * narrowest else f" {letter.text}"
    return replace(run[0], text=text, x1=run[-1].x1, y0=min(word.y0 for word in run), y1=max(word.y1 for word in run))
