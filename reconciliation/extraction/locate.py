"""Looks up a model's answers on the page, row by row or by a map of the columns; anything that is not printed there is refused with a
code.

The located rows are put in place of the rows that the scan found; everything else stays as scanned. So the reader's own search and gate
judge it with all their checks. Anything not pointed at is an unaccounted figure.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Literal

from reconciliation.extraction.lines import Direction, NumberedLine, Place, ToldBalance, ToldColumn, ToldMap, ToldRow, place_of
from reconciliation.reading.headings.header import Column, Header
from reconciliation.reading.scanning.entries import Entry, ScanItem, Table
from reconciliation.reading.scanning.lines import continues
from reconciliation.reading.solving.solution import is_aside, is_daily
from reconciliation.reading.solving.solve import Scanned
from reconciliation.reading.tokens.amounts import IN_MARKS, OUT_MARKS, Figure
from reconciliation.reading.tokens.dates import Day, fold
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
            line, day_line, day = self._day_of(row)
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

    def _day_of(self, row: ToldRow) -> tuple[NumberedLine, NumberedLine, Day]:
        """Return the line of a row, that of its day (the same one, or one above it, on the same page or an earlier one), and the printed
        day with these words; a weekday is allowed if it is printed there too."""
        line = self._lines.get(row.line)
        if line is None:
            raise PointRefused("unknown_line")
        if not self.is_free(line):
            raise PointRefused("named_otherwise")
        day_line = line if row.date_line is None else self._lines.get(row.date_line)
        if day_line is None or day_line.number > line.number:
            raise PointRefused("unknown_line")
        wanted, printed = _plain(row.date), day_line.printed
        exact = [day for day in printed.days if _token(printed, day) == wanted]
        within = [day for day in printed.days if wanted in _plain(printed.row.text) and _token(printed, day) in wanted]
        if not exact and not within:
            raise PointRefused("date_not_printed")
        free = [day for day in exact or within if day_line is not line or (line.number, day.start) not in self._used]
        if not free:
            raise PointRefused("used_twice")
        return line, day_line, free[0]

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


BALANCES = frozenset({"opening", "closing", "brought", "carried", "dated"})
NAMED = BALANCES | {"total"}
LEFT_OVER = frozenset({"stray", "loose", "outside"})
STARTS, ENDS = frozenset({"opening", "brought", "dated"}), frozenset({"closing", "carried", "dated"})
ONE_COLUMN = 6.0  # points by which days of one column may differ at their left or right edges
ROLES = {"in": "credit", "out": "debit", "unknown": "amount"}


class Owner:
    """Finds the line number of a scanned item; tables side by side share their lines."""

    def __init__(self, scanned: Scanned) -> None:
        self._numbers = {id(word): number for number, printed in enumerate(scanned.printed) for word in printed.row.words}

    def line_of(self, item: ScanItem) -> int:
        return self._numbers[id(item.printed.row.words[0])] if item.printed is not None else -1


def named_lines(scanned: Scanned) -> set[int]:
    """Return the lines that the page itself calls balances, totals, daily balances, or movements that do not count."""
    owner = Owner(scanned)
    named = set()
    for item in scanned.items:
        # a figure with words before it, outside of any scanned table; with a day it may be a row
        is_summary = item.kind == "summary" and item.printed is not None and not item.printed.days
        if item.kind in NAMED or is_summary or _is_apart(item):
            named.add(owner.line_of(item))
    return named


def _is_apart(item: ScanItem) -> bool:
    return item.entry is not None and item.table is not None and (is_daily(item.table) or is_aside(item.table))


@dataclass(slots=True)
class LocatedRows:
    """The scan with the located rows, and the line number of each by its place; `forbids` are codes that forbid a proof."""

    scanned: Scanned
    numbers: dict[Place, int] = field(default_factory=dict)
    left_over: list[int] = field(default_factory=list)  # lines with a figure that nothing names
    forbids: set[str] = field(default_factory=set)


def locate_rows(finder: Finder, scanned: Scanned, proved: Collection[Place], *, signed: bool) -> LocatedRows:
    """Return the located rows; `signed` uses the directions given by the model, which prove nothing."""
    locating = _Locating(finder, scanned, proved, signed=signed)
    located = LocatedRows(scanned=scanned.with_items(list(locating.items())), numbers=locating.numbers, left_over=locating.left_over)
    lefts, rights = [row.day.x0 for row in finder.rows], [row.day.x1 for row in finder.rows]
    one_column = not finder.rows or min(max(lefts) - min(lefts), max(rights) - min(rights)) <= ONE_COLUMN
    days_are_plain = all(  # each printed on its row, without another day
        row.day_line is row.line and len({(day.first, day.second) for day in row.line.printed.days}) == 1 for row in finder.rows
    )
    forbids = {
        "row_refused": bool(finder.refused),
        "balance_told": bool(locating.balances),
        "signs_told": signed,
        "day_elsewhere": not one_column or not days_are_plain,
    }
    located.forbids = {code for code, holds in forbids.items() if holds}
    return located


class _Locating:
    def __init__(self, finder: Finder, scanned: Scanned, proved: Collection[Place], *, signed: bool) -> None:
        self._finder, self._scanned, self._proved, self._signed = finder, scanned, proved, signed
        self._header = _header(finder.rows)
        self._tables: dict[str, Table] = {}
        self._rows: dict[int, list[LocatedRow]] = defaultdict(list)
        for row in finder.rows:
            self._rows[row.line.number].append(row)
        kinds = {item.kind for item in scanned.items}  # balances count of a kind that the page does not name in words known to the reader
        self.balances = [
            ScanItem(balance.kind, line.printed.row.page, figure=figure, label=balance.kind, printed=line.printed)
            for balance, line, figure in finder.balances
            if not kinds & (STARTS if balance.kind == "opening" else ENDS) and line.number not in self._rows
        ]
        self.numbers: dict[Place, int] = {}
        self.left_over: list[int] = []

    def items(self) -> Iterator[ScanItem]:
        """Yield line by line the items of the scan that are still valid, or the located rows."""
        owner, before = Owner(self._scanned), defaultdict[int, list[ScanItem]](list)
        for item in (*self._scanned.items, *self.balances):
            before[owner.line_of(item)].append(item)
        for number, printed in enumerate(self._scanned.printed):
            if number in self._rows:
                yield from (item for item in before[number] if item.kind not in LEFT_OVER | {"entry", "summary"})
                headed = next((item.table.header for item in before[number] if item.table is not None), None)
                yield from (self._entry(row, headed) for row in self._rows[number])
            else:
                # a scanned row without a located one becomes an unread one, an unnamed figure an open one
                items = [
                    item
                    if item.entry is None or _is_apart(item) or place_of(item.entry) in self._proved
                    else ScanItem("stray", item.page, table=item.table, printed=item.printed)
                    for item in before[number]
                ]
                if printed.figures and not any(
                    item.figure is not None or item.entry is not None or item.kind in LEFT_OVER for item in items
                ):
                    items.append(ScanItem("outside", printed.row.page, printed=printed))
                if any(item.kind in LEFT_OVER for item in items):
                    self.left_over.append(number)
                yield from items

    def _entry(self, row: LocatedRow, headed: Header | None) -> ScanItem:
        printed = row.line.printed
        column = headed.column_of(row.amount) if headed is not None and not headed.by_place else None
        role, amount = column.role if column is not None and column.role in {"debit", "credit"} else "amount", row.amount
        if self._signed:  # by the model's direction instead of the printed heading
            role = ROLES[row.direction]
            amount = replace(row.amount, sign=0, mark="") if row.direction != "unknown" else row.amount
        figures = {role: amount} | ({"balance": row.balance} if row.balance is not None else {})
        strays = len(printed.figures) - self._finder.figures_used(row.line)
        words = printed.text_outside(tuple(figures.values()), (row.day,) if row.day_line is row.line else ())
        entry = Entry(printed.row.page, {"date": row.day}, figures, [words], list(printed.row.words), strays=strays)
        table = self._tables.setdefault("amount" if role == "amount" else "sides", Table(heading="", header=self._header))
        entry.table_id = id(table)
        above = printed  # the lines of words below the row, indented against its day, belong to its description
        for below in self._scanned.printed[row.line.number + 1 :]:
            if below.figures or below.days or not continues(below.row, above.row, self._header):
                break
            entry.texts.append(" ".join(below.row.text.split()))
            entry.words.extend(below.row.words)
            above = below
        table.entries.append(entry)
        self.numbers[place_of(entry)] = row.line.number
        return ScanItem("entry", printed.row.page, table=table, entry=entry, printed=printed)


def _header(rows: Collection[LocatedRow]) -> Header:
    """Return a header of columns without a printed heading: it counts only if every row prints a balance that follows."""
    days = [row.day for row in rows]
    date = Column("date", min((day.x0 for day in days), default=0.0), max((day.x1 for day in days), default=0.0))
    return Header((date, Column("amount", 0.0, 0.0), Column("balance", 0.0, 0.0)), by_place=True)
