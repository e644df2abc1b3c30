"""A row with its figures, its days, and the words beside them."""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from reconciliation.reading.tokens.amounts import CODES, HAS_DIGIT, MARKS, Figure, NumberStyle, figures_of, without
from reconciliation.reading.tokens.dates import WEEKDAYS, Day, days_of, end_of_days, fold
from reconciliation.reading.tokens.rows import Row

WORD, WORDED = re.compile(r"[^\W\d_]{2,}"), re.compile(r"(?:(?<=\t)|^)[^\W\d_]{2}[^\t]*")  # the latter: a cell
LEADING = 3  # most characters before a row's own day
FILLING, DOTS = str.maketrans(dict.fromkeys("_:;*|", " ")), re.compile(r"\.\.+")
NAMED_NUMBER = re.compile(r"(?:^|(?<=\t))[^\t:]*:[ \t]?\d[\d.,]*\t")  # a named number or sum without decimals, as in "Fees charged (0): 0"
RATE = re.compile(r"\d[\d.,]*\s?[A-Z]{3}\s?=\s?\d[\d.,]*\s?[A-Z]{3}\b")  # an exchange rate, as in 1 JPY = 0.0065 USD
OUT_OF_STEP = 1.0  # most points between the baselines of words on one line
FEWEST_LETTERS = 50  # fewest letters of a line that continues on the next
SAME_EDGE, SAME_HEIGHT = 1.0, 0.5  # most points between equal edges; most points between equal heights
CLOSE = 0.7  # most heights between two lines of a paragraph
LONGEST_ROW = 600  # most characters of a row; no printed line is longer


@dataclass(frozen=True, eq=False)
class Printed:
    """One row, its figures and days from left to right."""

    row: Row
    figures: tuple[Figure, ...]
    days: tuple[Day, ...]
    _labels: dict[int, str] = field(default_factory=dict, init=False, repr=False)  # asked for so far, by the start of their figure

    @cached_property
    def folded(self) -> str:
        """All words of the row, folded, without figures and days."""
        return _tidy(fold(without(self.row.text, extents_of((*self.figures, *self.days)))))

    @cached_property
    def begins_with_day(self) -> bool:
        """True if at most a day of the week is before its first day."""
        before = self.row.text[: self.days[0].start] if self.days else None
        return before is not None and (len(before) <= LEADING or fold(before).strip(" .,\t") in WEEKDAYS)

    @cached_property
    def plain(self) -> str:
        """All words and figures of the row, folded."""
        return _tidy(fold(self.row.text))

    def label(self, figure: Figure) -> str:
        """Return the folded words between the figure and the one before it, without days and cells that name a number of their own."""
        if figure.start not in self._labels:
            before = max((other.end for other in self.figures if other.end <= figure.start), default=0)
            blanked = without(self.row.text, extents_of(self.days))
            self._labels[figure.start] = _tidy(fold(NAMED_NUMBER.sub(" ", blanked[before : figure.start])))
        return self._labels[figure.start]

    def cell_before(self, figure: Figure) -> str:
        """The folded words of the cell that ends before the figure, if others are before it."""
        cells = [cell for cell in self.row.text[: figure.start].split("\t") if cell.strip(" $€£+-")]
        return _tidy(fold(cells[-1])) if len(cells) > 1 else ""

    def day_beside(self, figure: Figure) -> Day | None:
        """The last day before the figure and after the figure before it; else, of a row's only figure, the first after it."""
        before = max((other.end for other in self.figures if other.end <= figure.start), default=0)
        near = [day for day in self.days if before <= day.start < figure.start]
        return near[-1] if near else self.days[0] if self.days and len(self.figures) == 1 else None

    def is_printed_over(self, figure: Figure) -> bool:
        """True if words of another line lie across the figure."""
        feet = [word.y1 for word in self.row.words if word.x0 < figure.x1 and word.x1 > figure.x0]
        return bool(feet) and max(feet) - min(feet) > OUT_OF_STEP

    def among_words(self, start: int, end: int) -> bool:
        """True if those characters share their cell with words or a rate, as in "2 x 5.00". A movement's figure has its own cell."""
        text = self.row.text
        first, last = text.rfind("\t", 0, start) + 1, text.find("\t", end)
        beside = text[first:start] + " " + text[end : last if last >= 0 else len(text)]
        return "@" in beside or any(word not in CODES and fold(word).upper() not in MARKS for word in WORD.findall(beside))

    def text_outside(self, figures: Sequence[Figure], days: Sequence[Day]) -> str:
        """The words as printed, without these figures and days."""
        return " ".join(without(self.row.text, extents_of((*figures, *days))).split())


def look_at(row: Row, style: NumberStyle) -> Printed:
    """Find the figures, then the days in the remaining text. Money without decimals looks like any number: there the days come first."""
    if style.decimals:
        leading = end_of_days(row.text) if style.pointed_days else 0
        figures = [figure for figure in figures_of(row, style) if figure.start >= leading]
        days = days_of(row, without(row.text, extents_of(figures))) if HAS_DIGIT.search(row.text) else []
    else:
        days = days_of(row, row.text)
        taken = [*extents_of(days), *(rate.span() for rate in RATE.finditer(row.text))]
        figures = [figure for figure in figures_of(row, style) if all(figure.end <= start or figure.start >= end for start, end in taken)]
    return Printed(row, tuple(figures), tuple(days))


def without_first_letters(rows: Sequence[Printed]) -> list[Printed]:
    """Return the rows without false marks: a letter in a cell of its own, where the words of more rows begin, belongs to a lost letter
    and marks no side."""
    figures = [(printed.row, figure) for printed in rows for figure in printed.figures]
    gaps = {id(figure): row.text.find("\t", figure.start, figure.end) for row, figure in figures}
    lefts = {id(figure): row.left_of(gaps[id(figure)] + 1) for row, figure in figures if gaps[id(figure)] > 0}
    marks, begins = Counter(lefts.values()), Counter[int]()
    for printed in rows if lefts else ():
        begins.update(printed.row.left_of(cell.start()) for cell in WORDED.finditer(printed.row.text))
    first = {figure for figure, left in lefts.items() if begins[left] > marks[left]}
    parted = (
        [replace(figure, mark="", end=gaps[id(figure)]) if id(figure) in first else figure for figure in printed.figures]
        for printed in rows
    )
    return [replace(printed, figures=tuple(own)) for printed, own in zip(rows, parted, strict=True)] if first else [*rows]


def continued_lines(rows: Sequence[Printed]) -> Iterator[Printed]:
    """Yield the lines of a paragraph below its first: one cell each, right under a long line of words with the same left edge and size."""
    for above, printed in itertools.pairwise(rows):
        here, there = printed.row, above.row
        alike = abs(here.left - there.left) <= SAME_EDGE and abs(here.height - there.height) <= SAME_HEIGHT
        under = here.page == there.page and here.top - there.bottom <= CLOSE * here.height
        of_one_cell = "\t" not in here.text + there.text and not above.begins_with_day
        if alike and under and of_one_cell and sum(map(str.isalpha, there.text)) >= FEWEST_LETTERS:
            yield printed


def extents_of(tokens: Iterable[Figure | Day]) -> list[tuple[int, int]]:
    return [(token.start, token.end) for token in tokens]


def _tidy(text: str) -> str:
    return " ".join(DOTS.sub(" ", text.translate(FILLING)).split()).strip(" -,.=")
