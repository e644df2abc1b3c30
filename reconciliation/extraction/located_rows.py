"""Puts the located rows in place of the rows that the scan found; everything else stays as scanned.

So the reader's own search and gate judge it with all their checks. Anything not pointed at is an unaccounted figure.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from reconciliation.extraction.lines import Place, place_of
from reconciliation.extraction.locate import Finder, LocatedRow
from reconciliation.reading.headings.header import Column, Header
from reconciliation.reading.reader import Scanned
from reconciliation.reading.scanning.entries import Entry, ScanItem, Table
from reconciliation.reading.scanning.lines import continues
from reconciliation.reading.solving.solution import is_aside, is_daily
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.printed import Printed

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
    for item in scanned.seen:
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
    located = LocatedRows(scanned=scanned.seeing(list(locating.seen())), numbers=locating.numbers, left_over=locating.left_over)
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
        self.balances = list(_balances(finder, scanned))
        self.numbers: dict[Place, int] = {}
        self.left_over: list[int] = []

    def seen(self) -> Iterator[ScanItem]:
        """Yield line by line what the scan found there and is still valid, or the located rows."""
        owner, before = Owner(self._scanned), defaultdict[int, list[ScanItem]](list)
        for item in (*self._scanned.seen, *self.balances):
            before[owner.line_of(item)].append(item)
        for number, printed in enumerate(self._scanned.printed):
            if number in self._rows:
                yield from (item for item in before[number] if item.kind not in LEFT_OVER | {"entry", "summary"})
                headed = next((item.table.header for item in before[number] if item.table is not None), None)
                yield from (self._entry(row, headed) for row in self._rows[number])
            else:
                yield from self._unclaimed(number, printed, before[number])

    def _unclaimed(self, number: int, printed: Printed, before: Iterable[ScanItem]) -> Iterator[ScanItem]:
        """Yield the items of a line without a located row: a scanned row becomes an unread one, an unnamed figure an open one."""
        items = [
            item
            if item.entry is None or _is_apart(item) or place_of(item.entry) in self._proved
            else ScanItem("stray", item.page, table=item.table, printed=item.printed)
            for item in before
        ]
        if printed.figures and not any(item.figure is not None or item.entry is not None or item.kind in LEFT_OVER for item in items):
            items.append(ScanItem("outside", printed.row.page, printed=printed))
        if any(item.kind in LEFT_OVER for item in items):
            self.left_over.append(number)
        yield from items

    def _entry(self, row: LocatedRow, headed: Header | None) -> ScanItem:
        printed = row.line.printed
        role, amount = self._amount(row, headed)
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

    def _amount(self, row: LocatedRow, headed: Header | None) -> tuple[str, Figure]:
        """Return the role of the column and the amount: by the printed heading, or with `signed` by the model's direction."""
        if self._signed:
            plain = replace(row.amount, sign=0, mark="") if row.direction != "unknown" else row.amount
            return ROLES[row.direction], plain
        column = headed.column_of(row.amount) if headed is not None and not headed.by_place else None
        return column.role if column is not None and column.role in {"debit", "credit"} else "amount", row.amount


def _header(rows: Collection[LocatedRow]) -> Header:
    """Return a header of columns without a printed heading: it counts only if every row prints a balance that follows."""
    days = [row.day for row in rows]
    date = Column("date", min((day.x0 for day in days), default=0.0), max((day.x1 for day in days), default=0.0))
    return Header((date, Column("amount", 0.0, 0.0), Column("balance", 0.0, 0.0)), by_place=True)


def _balances(finder: Finder, scanned: Scanned) -> Iterator[ScanItem]:
    """Yield the located balances of a kind that the page does not name in words known to the reader."""
    kinds = {item.kind for item in scanned.seen}
    taken = {row.line.number for row in finder.rows}
    for balance, line, figure in finder.balances:
        if not kinds & (STARTS if balance.kind == "opening" else ENDS) and line.number not in taken:
            yield ScanItem(balance.kind, line.printed.row.page, figure=figure, label=balance.kind, printed=line.printed)
