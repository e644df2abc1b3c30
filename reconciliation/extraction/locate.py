"""Looks up on the page what a model points at, row by row or by a map of the columns; anything that is not printed there is refused with a
code."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from reconciliation.extraction.lines import NumberedLine
from reconciliation.extraction.schema import Direction, ToldBalance, ToldColumn, ToldMap, ToldRow
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day, fold
from reconciliation.reading.tokens.money_marks import IN_MARKS, OUT_MARKS
from reconciliation.reading.tokens.printed import Printed

LONGEST = 60  # characters of a day or an amount

Code = Literal["unknown_line", "named_otherwise", "date_not_printed", "amount_not_printed", "balance_not_printed", "used_twice"]


Refusal = dict[str, int | str]
"""The record of a refused point: chunk, line and code."""


class PointRefused(ValueError):
    """Raised if the located thing is not printed there, is something else, or is used already."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code: Code = code


@dataclass(frozen=True, slots=True, eq=False)
class LocatedRow:
    """A row located on the page. `day_line` is the line of its day, usually its own."""

    line: NumberedLine
    day: Day
    day_line: NumberedLine
    amount: Figure
    balance: Figure | None
    direction: Direction


class Finder:
    """Looks up rows and balances on the lines that were shown. A printed figure is used once, and so is a row's own day.

    `named` are the lines that the page itself calls a balance, a total, or no movement.
    """

    def __init__(self, lines: Sequence[NumberedLine], named: Collection[int], decimals: int) -> None:
        self._lines = {line.number: line for line in lines}
        self._named = named
        self._decimals = decimals
        self._used: set[tuple[int, int]] = set()
        self.rows: list[LocatedRow] = []
        self.balances: list[tuple[ToldBalance, NumberedLine, Figure]] = []
        self.refused: list[Refusal] = []
        self._chunk = 0

    def look_at(self, number: int, chunk: Sequence[NumberedLine]) -> None:
        """Accept answers about these lines only. `number` is that of the chunk, from 1."""
        self._chunk, self._lines = number, {line.number: line for line in chunk}

    def take_row(self, row: ToldRow) -> None:
        try:
            line = self._line(row.line)
            day_line = line if row.date_line in (None, row.line) else self._above(row.date_line or 0, line)
            day = self._day(day_line, row.date, own=day_line is line)
            amount = self._figure(line, row.amount, "amount_not_printed", taken=())
            balance = self._figure(line, row.balance, "balance_not_printed", taken=(amount,), last=True) if row.balance else None
            self.add(LocatedRow(line, day, day_line, amount, balance, row.direction))
        except PointRefused as refused:
            self.refuse(row.line, refused)

    def take_balance(self, balance: ToldBalance) -> None:
        """Locate a balance. It uses nothing up and a missing one forbids nothing: it counts only if the page itself names none."""
        line = self._lines.get(balance.line)
        size = _size(balance.figure, self._decimals)
        figure = next((figure for figure in line.printed.figures if figure.size == size), None) if line else None
        if line is not None and figure is not None and self.is_free(line):
            self.balances.append((balance, line, figure))

    def add(self, row: LocatedRow) -> None:
        """Add a row. Raises PointRefused (used_twice) if a figure, or the day of the row's own line, belongs to another row."""
        own = [row.day] if row.day_line is row.line else []
        uses = {(row.line.number, item.start) for item in (*own, row.amount, row.balance) if item is not None}
        if self._used & uses:
            raise PointRefused("used_twice")
        self._used |= uses
        self.rows.append(row)

    def refuse(self, line: int, why: PointRefused) -> None:
        self.refused.append({"chunk": self._chunk, "line": line, "code": why.code})

    def is_free(self, line: NumberedLine) -> bool:
        return line.number not in self._named

    def figures_used(self, line: NumberedLine) -> int:
        return sum((line.number, figure.start) in self._used for figure in line.printed.figures)

    def _line(self, number: int) -> NumberedLine:
        line = self._lines.get(number)
        if line is None:
            raise PointRefused("unknown_line")
        if not self.is_free(line):
            raise PointRefused("named_otherwise")
        return line

    def _above(self, number: int, line: NumberedLine) -> NumberedLine:
        """Return the line of a day above its row, on the same page or an earlier one."""
        if number not in self._lines or number > line.number:
            raise PointRefused("unknown_line")
        return self._lines[number]

    def _day(self, line: NumberedLine, text: str, *, own: bool) -> Day:
        """Return the printed day with these words; a weekday is allowed if it is printed there too."""
        wanted = _plain(text)
        exact = [day for day in line.printed.days if _token(line.printed, day) == wanted]
        within = [day for day in line.printed.days if wanted in _plain(line.printed.row.text) and _token(line.printed, day) in wanted]
        if not exact and not within:
            raise PointRefused("date_not_printed")
        free = [day for day in exact or within if not own or (line.number, day.start) not in self._used]
        if not free:
            raise PointRefused("used_twice")
        return free[0]

    def _figure(self, line: NumberedLine, text: str, code: Code, *, taken: Sequence[Figure], last: bool = False) -> Figure:
        """Return the printed figure of exactly these digits: the first free one, or the last."""
        size = _size(text, self._decimals)
        same = [figure for figure in line.printed.figures if figure.size == size and figure not in taken]
        if not same:
            raise PointRefused(code)
        free = [figure for figure in same if (line.number, figure.start) not in self._used]
        if not free:
            raise PointRefused("used_twice")
        return free[-1 if last else 0]


def _token(printed: Printed, day: Day) -> str:
    return _plain(printed.row.text[day.start : day.end])


def _plain(text: str) -> str:
    """Return letters and digits only."""
    return re.sub(r"[\W_]", "", fold(text))


def _size(text: str, decimals: int) -> Decimal | None:
    digits = re.sub(r"\D", "", text)
    return Decimal(digits).scaleb(-decimals) if digits and len(text) <= LONGEST else None


REACH = 3.0  # points that a figure may lie outside its column
WAYS: dict[str, Direction] = {"debit": "out", "credit": "in"}


def take_rows(column_map: ToldMap, lines: Iterable[NumberedLine], finder: Finder) -> None:
    """Find the rows of a map. Lines that are no rows under it are left for the gate."""
    for line in lines:
        row = _row(column_map, line) if finder.is_free(line) else None
        if row is None:
            continue
        try:
            finder.add(row)
        except PointRefused as refused:
            finder.refuse(line.number, refused)


def _row(column_map: ToldMap, line: NumberedLine) -> LocatedRow | None:
    """Return the row of a line with exactly one day and one non-zero amount, each under its heading. The column or the mark of the amount
    gives its direction."""
    days = [day for day in line.printed.days if _under(column_map, ("date",), day)]
    placed = [(column, figure) for figure in line.printed.figures if (column := _under(column_map, ("debit", "credit", "amount"), figure))]
    amounts = [(column, figure) for column, figure in placed if figure.size] or placed[:1]
    balances = [figure for figure in line.printed.figures if _under(column_map, ("balance",), figure)]
    if len(days) != 1 or len(amounts) != 1 or len(balances) > 1:
        return None
    column, amount = amounts[0]
    direction = column_map.unsigned
    if column.role in WAYS:
        direction = WAYS[column.role]
    elif amount.mark in IN_MARKS | OUT_MARKS:
        direction = "in" if amount.mark in IN_MARKS else "out"
    elif amount.sign < 0:  # a minus reverses the direction of unsigned figures
        direction = "in" if column_map.unsigned == "out" else "out"
    elif amount.sign > 0 and column_map.unsigned == "unknown":
        direction = "in"
    return LocatedRow(line, days[0], line, amount, balances[0] if balances else None, direction)


def _under(column_map: ToldMap, roles: Sequence[str], item: Day | Figure) -> ToldColumn | None:
    """Return the column that contains the middle of the day or figure."""
    middle = (item.x0 + item.x1) / 2
    columns = (column for column in column_map.columns if column.role in roles)
    return next((column for column in columns if column.x0 - REACH <= middle <= column.x1 + REACH), None)
