"""Columns side by side, as wide as their content, with headings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.reading.making.habits import Habits
from tests.reading.making.paper import LEFT, RIGHT, Paper

GAPS = {"usual": 14.0, "narrow": 7.0, "wide": 26.0}
NARROWEST_TEXT = 70.0
SPACED_GAP = 5  # spaces between headings in spaced letters: more than the three between their words
OTHER_SIDE = {"right": "left", "left": "right", "centre": "left", "point": "left"}
MONEY = frozenset({"debit", "credit", "amount", "balance"})


@dataclass(slots=True)
class Column:
    """`role` names it to the rows; `cells` are its widest strings. x is its left end."""

    role: str
    heading: str
    cells: Sequence[str] = ()
    align: str = "left"
    x: float = 0.0
    width: float = 0.0


class Columns:
    """A table's columns on paper. The column `text` takes the rest of the width."""

    def __init__(self, paper: Paper, habits: Habits, columns: Sequence[Column], *, left: float = LEFT, right: float = RIGHT) -> None:
        self.paper, self.habits, self.columns = paper, habits, list(columns)
        self.spaced = habits["heading"] == "spaced"
        self._place(left, right)
        self.at = {column.role: column for column in self.columns}

    def _place(self, left: float, right: float) -> None:
        gap = max(GAPS[self.habits["gaps"]], self._spaced_gap())
        for column in self.columns:
            names = self._lines(column) if self.habits["heading"] != "missing" else ()
            column.width = max(
                [0.0, *(self.paper.width(cell) for cell in column.cells), *(self.paper.width(name, bold=True) for name in names)]
            )
        others = sum(column.width for column in self.columns if column.role != "text")
        free = right - left - others
        if self.spaced and free - gap * (len(self.columns) - 1) < self._widest_text():
            self.spaced = False
            self._place(left, right)
            return
        gap = max(5.0, min(gap, (free - NARROWEST_TEXT) / max(1, len(self.columns) - 1)))
        x = left
        for column in self.columns:
            if column.role == "text":
                rest = max(NARROWEST_TEXT, free - gap * (len(self.columns) - 1))
                column.width = min(rest, max(column.width, NARROWEST_TEXT)) if self.habits["gaps"] == "narrow" else rest
            column.x = x
            x += column.width + gap

    def _spaced_gap(self) -> float:
        return SPACED_GAP * self.paper.width(" ", bold=True) if self.spaced else 0.0

    def _widest_text(self) -> float:
        """Return the width that the column `text` needs for its heading in spaced letters; a bank whose paper has no such room does not
        space them."""
        return max([NARROWEST_TEXT, *(column.width for column in self.columns if column.role == "text")])

    def _lines(self, column: Column) -> list[str]:
        """A heading's lines."""
        heading = self.habits["heading"]
        if self.spaced:
            return [" ".join(column.heading)]
        words = column.heading.split(" ")
        if heading == "two_lines" and len(words) > 1:
            half = (len(words) + 1) // 2
            return [" ".join(words[:half]), " ".join(words[half:])]
        return [column.heading]

    def headings(self) -> None:
        if self.habits["heading"] == "missing":
            return
        lines = [self._lines(column) for column in self.columns]
        high = max(len(one) for one in lines)
        for level in range(high):
            for column, names in zip(self.columns, lines, strict=True):
                place = level - (high - len(names))
                if place >= 0:
                    self._heading(column, names[place])
            self.paper.down(self.paper.line_height)
        self.paper.down(3)

    def _heading(self, column: Column, text: str) -> None:
        align = OTHER_SIDE[column.align] if self.habits["heading"] == "far" and column.role in MONEY else column.align
        align = "right" if align == "point" else align
        self.paper.write(self._end(column, align), text, align=align, bold=True)

    def row(self, cells: Mapping[str, str], *, bold: bool = False) -> None:
        """On the current line; the paper is not moved."""
        for role, text in cells.items():
            column = self.at.get(role)
            if column is None or not text:
                continue
            if column.align == "point":
                self._at_point(column, text)
            else:
                self.paper.write(self._end(column, column.align), text, align=column.align, bold=bold)

    def _end(self, column: Column, align: str) -> float:
        return column.x + {"left": 0.0, "right": 1.0, "centre": 0.5}[align] * column.width

    def _at_point(self, column: Column, text: str) -> None:
        """Write the cells with the ends of their digits at one place, before any other letters."""
        digits = max((place for place, letter in enumerate(text) if letter.isdigit()), default=len(text) - 1) + 1
        tails = [cell[max((place for place, letter in enumerate(cell) if letter.isdigit()), default=0) + 1 :] for cell in column.cells]
        longest = max((self.paper.width(tail) for tail in tails), default=0.0)
        self.paper.write(column.x + column.width - longest - self.paper.width(text[:digits]), text)
