"""One account of one period as it takes shape: what was seen of it, in printed order."""

import datetime as dt
import itertools
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cached_property

from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.metadata import last_digits
from reconciliation.reading.scanning.entries import Entry, ScanItem, Table
from reconciliation.reading.tokens.alternatives import words_of

NO_PERIOD = words_of(r"fee|interest|promotion\w*|offer|tax|holiday|rate|previous|last|prior|next|anterior|precedente?")
MOST_PERIODS = 50


class Draft:
    """One account of one period, as far as it was scanned. Things are only ever added at its end."""

    def __init__(
        self, calendar: Calendar, said_before: Sequence[ScanItem] = (), doubts: Iterable[str] = (), seen: Iterable[ScanItem] = ()
    ) -> None:
        self.calendar = calendar
        self.seen: list[ScanItem] = []
        self.entries: list[Entry] = []
        self.doubts: set[str] = set(doubts)
        self.since_entry: list[ScanItem] = []  # what was seen after the last entry
        self.said_before = said_before  # periods that the file printed before this account
        self._by_kind: dict[str, list[ScanItem]] = {}
        self._last_date: dt.date | None = None
        self._rises = self._falls = 0
        self._closes_above = False  # the closing is printed in the table above its first row, and nothing opens there
        for item in seen:
            self.add(item)

    def add(self, item: ScanItem) -> None:
        self.seen.append(item)
        self._by_kind.setdefault(item.kind, []).append(item)
        self.since_entry.append(item)
        if item.kind != "entry" or item.entry is None:
            return
        if not self.entries:
            self._closes_above = any(closing.inside for closing in self.of("closing")) and not self.has("opening", "brought")
        self.entries.append(item.entry)
        self.since_entry = []
        date = first_date(item.entry, self.calendar)
        if date is not None and self._last_date is not None:
            self._rises, self._falls = self._rises + (date > self._last_date), self._falls + (date < self._last_date)
        self._last_date = date or self._last_date

    def seeing(self, seen: Iterable[ScanItem]) -> "Draft":
        """Return the same account with other things seen of it."""
        return Draft(self.calendar, self.said_before, self.doubts, seen)

    def take_trailing(self, kinds: frozenset[str]) -> list[ScanItem]:
        """Remove and return what was seen last, after the rows, of these kinds: it belongs to the next account."""
        trailing: list[ScanItem] = []
        while self.full and self.since_entry and self.since_entry[-1].kind in kinds:
            trailing.insert(0, self.seen.pop())
            self.since_entry.pop()
            self._by_kind[trailing[0].kind].pop()
        return trailing

    def of(self, *kinds: str) -> list[ScanItem]:
        """Return what was seen of some kinds, in printed order."""
        if len(kinds) == 1:
            return self._by_kind.get(kinds[0], [])
        return [item for item in self.seen if item.kind in kinds] if any(kind in self._by_kind for kind in kinds) else []

    def has(self, *kinds: str) -> bool:
        return any(self._by_kind.get(kind) for kind in kinds)

    @property
    def full(self) -> bool:
        """True if it has rows, or its number or a balance and the word that there are none."""
        return bool(self.entries) or (self.has("nothing") and self.has("number", "opening", "closing"))

    @property
    def newest_first(self) -> bool:
        """True if the rows run from the last day to the first; those of one day do so below their closing."""
        return self._falls > self._rises or (self._falls == self._rises == 0 and self._closes_above)

    @cached_property
    def tables(self) -> list[Table]:
        """The tables, each with this account's entries only, in printed order."""
        tables: dict[int, Table] = {}
        for item in self.of("entry", "announced"):
            if item.table is not None and item.entry is not None:
                table = tables.setdefault(id(item.table), Table(item.table.heading, item.table.header, turned=item.table.turned))
                table.entries.append(item.entry)
        return list(tables.values())

    @property
    def period(self) -> tuple[dt.date, dt.date] | None:
        periods = (*self.of("period")[:MOST_PERIODS], *self.said_before)
        return next((item.period for item in periods if not NO_PERIOD.search(item.label)), None)

    @property
    def said(self) -> list[ScanItem]:
        """The periods that count for a next account too, if it prints none."""
        return [*self.of("period")[:1], *self.said_before[:1]]

    @property
    def brought_in(self) -> list[ScanItem]:
        """The first balance brought forward; of rows with the newest first, the last one below all rows, or one above them."""
        brought = self.of("brought")
        if not self.newest_first:
            return brought[:1]
        below = [item for item in brought[-1:] if item in self.since_entry]
        return below or [item for item in brought[:1] if self.seen.index(item) < self.seen.index(self.of("entry")[0])]

    @property
    def carried_out(self) -> list[ScanItem]:
        """The last balance carried forward, if no row follows it: others are those of pages in between."""
        carried = self.of("carried")[-1:]
        return carried if self.newest_first or any(item in self.since_entry for item in carried) else []

    @property
    def number(self) -> str:
        return next((item.label for item in self.of("number")), "")

    @property
    def numbers(self) -> set[str]:
        """The last digits of every account number that it prints."""
        return {last_digits(item.label) for item in self.of("number")}


def newest_first(entries: Sequence[Entry], calendar: Calendar) -> bool:
    """True if the rows run from the last day to the first."""
    steps = list(itertools.pairwise(date for entry in entries if (date := first_date(entry, calendar)) is not None))
    return sum(after < before for before, after in steps) > sum(after > before for before, after in steps)


def first_date(entry: Entry, calendar: Calendar) -> dt.date | None:
    role = next((role for role in ("date", "transaction", "value", "second") if role in entry.days), None)
    return calendar.date(entry.days[role]) if role else None


def balance(draft: Draft, kind: str) -> Decimal | None:
    return next((item.value for item in draft.of(kind)), None)
