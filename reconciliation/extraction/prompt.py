"""What was found on the page takes the place of the rows that the scan saw; everything else stays as the scan saw it.

So the reader's own search and gate judge it, with all their doubts. What no one pointed at is a figure unaccounted for.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from reconciliation.extraction.lines import Place, place_of
from reconciliation.extraction.locate import Finder, LocatedRow
from reconciliation.reading.headings.header import Header
from reconciliation.reading.headings.roles import Column
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
    """Which line a thing that the scan saw stands on; tables side by side share their lines."""

    def __init__(self, scanned: Scanned) -> None:
        self._numbers = {id(word): number for number, printed in enumerate(scanned.printed) for word in printed.row.words}

    def line_of(self, one: ScanItem) -> int:
        return self._numbers[id(one.printed.row.words[0])] if one.printed is not None else -1


def named_lines(scanned: Scanned) -> set[int]:
    """The lines that the page itself calls balances, totals, daily balances, or movements that do not count."""
    owner = Owner(scanned)
    return {owner.line_of(one) for one in scanned.seen if one.kind in NAMED or _is_summary(one) or _is_apart(one)}


def _is_summary(one: ScanItem) -> bool:
    """A figure with words before it, outside of any table that the scan knew; with a day it may be a row."""
    return one.kind == "summary" and one.printed is not None and not one.printed.days


def _is_apart(one: ScanItem) -> bool:
    return one.entry is not None and one.table is not None and (is_daily(one.table) or is_aside(one.table))


@dataclass(slots=True)
class LocatedRows:
    """What the scan would have seen, and where each told row stands; `forbids` are codes of what forbids a proof."""

    scanned: Scanned
    numbers: dict[Place, int] = field(default_factory=dict)
    left_over: list[int] = field(default_factory=list)  # lines with a figure that nothing names
    forbids: set[str] = field(default_factory=set)


def told_by(finder: Finder, scanned: Scanned, proved: Collection[Place], *, signed: bool) -> LocatedRows:
    """The rows as found; `signed` with the directions that the model gave them, which prove nothing."""
    telling = _Telling(finder, scanned, proved, signed=signed)
    told = LocatedRows(scanned=scanned.seeing(list(telling.seen())), numbers=telling.numbers, left_over=telling.left_over)
    told.forbids = {code for code, forbids in _forbids(finder, telling.balances, signed=signed) if forbids}
    return told


def _forbids(finder: Finder, balances: Collection[ScanItem], *, signed: bool) -> Iterator[tuple[str, bool]]:
    yield "row_refused", bool(finder.refused)
    yield "balance_told", bool(balances)
    yield "signs_told", signed
    yield "day_elsewhere", not all(_day_is_plain(found) for found in finder.rows) or not _one_column(finder.rows)


def _day_is_plain(found: LocatedRow) -> bool:
    """Does the day stand on its row, and no other day with it?"""
    days = {(day.first, day.second) for day in found.line.printed.days}
    return found.day_line is found.line and len(days) == 1


def _one_column(rows: Collection[LocatedRow]) -> bool:
    lefts, rights = [found.day.x0 for found in rows], [found.day.x1 for found in rows]
    return not rows or min(max(lefts) - min(lefts), max(rights) - min(rights)) <= ONE_COLUMN


class _Telling:
    def __init__(self, finder: Finder, scanned: Scanned, proved: Collection[Place], *, signed: bool) -> None:
        self._finder, self._scanned, self._proved, self._signed = finder, scanned, proved, signed
        self._header = _header(finder.rows)
        self._tables: dict[str, Table] = {}
        self._rows: dict[int, list[LocatedRow]] = defaultdict(list)
        for found in finder.rows:
            self._rows[found.line.number].append(found)
        self.balances = list(_balances(finder, scanned))
        self.numbers: dict[Place, int] = {}
        self.left_over: list[int] = []

    def seen(self) -> Iterator[ScanItem]:
        """Line by line: what the scan saw there and still holds, or the rows found there."""
        owner, before = Owner(self._scanned), defaultdict[int, list[ScanItem]](list)
        for one in (*self._scanned.seen, *self.balances):
            before[owner.line_of(one)].append(one)
        for number, printed in enumerate(self._scanned.printed):
            if number in self._rows:
                yield from (one for one in before[number] if one.kind not in LEFT_OVER | {"entry", "summary"})
                headed = next((one.table.header for one in before[number] if one.table is not None), None)
                yield from (self._entry(found, headed) for found in self._rows[number])
            else:
                yield from self._unclaimed(number, printed, before[number])

    def _unclaimed(self, number: int, printed: Printed, before: Iterable[ScanItem]) -> Iterator[ScanItem]:
        """A row of the scan that nobody pointed at is one that could not be read; a figure without a name is one to ask about."""
        kept = [one if self._stays(one) else _stray(one) for one in before]
        if printed.figures and not any(one.figure is not None or one.entry is not None or one.kind in LEFT_OVER for one in kept):
            kept.append(ScanItem("outside", printed.row.page, printed=printed))
        if any(one.kind in LEFT_OVER for one in kept):
            self.left_over.append(number)
        yield from kept

    def _stays(self, one: ScanItem) -> bool:
        return one.entry is None or _is_apart(one) or place_of(one.entry) in self._proved

    def _entry(self, found: LocatedRow, headed: Header | None) -> ScanItem:
        printed = found.line.printed
        role, amount = self._amount(found, headed)
        figures = {role: amount} | ({"balance": found.balance} if found.balance is not None else {})
        strays = len(printed.figures) - self._finder.figures_used(found.line)
        words = printed.text_outside(tuple(figures.values()), (found.day,) if found.day_line is found.line else ())
        entry = Entry(printed.row.page, {"date": found.day}, figures, [words], list(printed.row.words), strays=strays)
        table = self._tables.setdefault("amount" if role == "amount" else "sides", Table(heading="", header=self._header))
        entry.table_id = id(table)
        self._go_on(entry, found.line.number)
        table.entries.append(entry)
        self.numbers[place_of(entry)] = found.line.number
        return ScanItem("entry", printed.row.page, table=table, entry=entry, printed=printed)

    def _amount(self, found: LocatedRow, headed: Header | None) -> tuple[str, Figure]:
        """The role of its column and the amount: by the heading that the page prints, or, `signed`, by what was told."""
        if self._signed:
            plain = replace(found.amount, sign=0, mark="") if found.direction != "unknown" else found.amount
            return ROLES[found.direction], plain
        column = headed.column_of(found.amount) if headed is not None and not headed.by_place else None
        return column.role if column is not None and column.role in {"debit", "credit"} else "amount", found.amount

    def _go_on(self, entry: Entry, number: int) -> None:
        """The lines of words below a row, indented against its day, are its description."""
        above = self._scanned.printed[number]
        for printed in self._scanned.printed[number + 1 :]:
            if printed.figures or printed.days or not continues(printed.row, above.row, self._header):
                return
            entry.texts.append(" ".join(printed.row.text.split()))
            entry.words.extend(printed.row.words)
            above = printed


def _stray(one: ScanItem) -> ScanItem:
    return ScanItem("stray", one.page, table=one.table, printed=one.printed)


def _header(rows: Collection[LocatedRow]) -> Header:
    """Columns told by no heading: they count only where every row prints a balance that follows."""
    days = [found.day for found in rows]
    date = Column("date", min((day.x0 for day in days), default=0.0), max((day.x1 for day in days), default=0.0))
    return Header((date, Column("amount", 0.0, 0.0), Column("balance", 0.0, 0.0)), by_place=True)


def _balances(finder: Finder, scanned: Scanned) -> Iterator[ScanItem]:
    """Balances that the page does not name in words that the reader knows; where it names one, that counts."""
    kinds = {one.kind for one in scanned.seen}
    taken = {found.line.number for found in finder.rows}
    for told, line, figure in finder.balances:
        if not kinds & (STARTS if told.kind == "opening" else ENDS) and line.number not in taken:
            yield ScanItem(told.kind, line.printed.row.page, figure=figure, label=told.kind, printed=line.printed)
