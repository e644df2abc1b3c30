"""One account of one period as it takes shape: what was seen of it, in printed order."""

import datetime as dt
import itertools
from collections.abc import Iterable, Sequence
from functools import cached_property

from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.account_names import last_digits
from reconciliation.reading.scanning.entries import Entry, Seen, Table
from reconciliation.reading.tokens.alternatives import words_of

NO_PERIOD = words_of(r"fee|interest|promotion\w*|offer|tax|holiday|rate|previous|last|prior|anterior|precedente?")


class Draft:
    """One account of one period, as far as the scan saw it. Things are only ever added at its end."""

    def __init__(self, said_before: Sequence[Seen] = (), doubts: Iterable[str] = ()) -> None:
        self.seen: list[Seen] = []
        self.entries: list[Entry] = []
        self.doubts: set[str] = set(doubts)
        self.since_entry: list[Seen] = []  # what was seen after the last entry
        self.said_before = said_before  # periods that the file printed before this account
        self._by_kind: dict[str, list[Seen]] = {}
        self._last_date: dt.date | None = None
        self._rises = self._falls = 0
        self._closes_above = False  # the closing stands in the table above its first row, and nothing opens there

    def add(self, one: Seen, calendar: Calendar) -> None:
        self.seen.append(one)
        self._by_kind.setdefault(one.kind, []).append(one)
        self.since_entry.append(one)
        if one.kind != "entry" or one.entry is None:
            return
        if not self.entries:
            self._closes_above = any(other.inside for other in self.of("closing")) and not self.has("opening", "brought")
        self.entries.append(one.entry)
        self.since_entry = []
        date = first_date(one.entry, calendar)
        if date is not None and self._last_date is not None:
            self._rises, self._falls = self._rises + (date > self._last_date), self._falls + (date < self._last_date)
        self._last_date = date or self._last_date

    def retold(self, seen: Iterable[Seen], calendar: Calendar) -> "Draft":
        """The same account with other things seen of it."""
        told = Draft(said_before=self.said_before, doubts=self.doubts)
        for one in seen:
            told.add(one, calendar)
        return told

    def take_trailing(self, kinds: frozenset[str]) -> list[Seen]:
        """Give up what was seen last, after the rows, of these kinds: it belongs to the next account."""
        trailing: list[Seen] = []
        while self.full and self.since_entry and self.since_entry[-1].kind in kinds:
            trailing.insert(0, self.seen.pop())
            self.since_entry.pop()
            self._by_kind[trailing[0].kind].pop()
        return trailing

    def of(self, *kinds: str) -> list[Seen]:
        """What was seen of some kinds, in printed order."""
        if len(kinds) == 1:
            return self._by_kind.get(kinds[0], [])
        return [one for one in self.seen if one.kind in kinds] if any(kind in self._by_kind for kind in kinds) else []

    def has(self, *kinds: str) -> bool:
        return any(self._by_kind.get(kind) for kind in kinds)

    @property
    def full(self) -> bool:
        """Has it rows, or its number or a balance and the word that there are none?"""
        return bool(self.entries) or (self.has("nothing") and self.has("number", "opening", "closing"))

    @property
    def newest_first(self) -> bool:
        """Do the rows run from the last day to the first? Those of one day do so below their closing."""
        return self._falls > self._rises or (self._falls == self._rises == 0 and self._closes_above)

    @cached_property
    def tables(self) -> list[Table]:
        """The tables, each with this account's entries only, in printed order."""
        found: dict[int, Table] = {}
        for one in self.of("entry", "announced"):
            if one.table is not None and one.entry is not None:
                table = found.setdefault(id(one.table), Table(one.table.heading, one.table.header, turned=one.table.turned))
                table.entries.append(one.entry)
        return list(found.values())

    @property
    def period(self) -> tuple[dt.date, dt.date] | None:
        for one in (*self.of("period")[:MOST_PERIODS], *self.said_before):
            if not NO_PERIOD.search(one.label):
                return one.period
        return None

    @property
    def said(self) -> list[Seen]:
        """The periods that count for a next account too, where it prints none."""
        return [*self.of("period")[:1], *self.said_before[:1]]

    @property
    def brought_in(self) -> list[Seen]:
        """The first balance that is brought forward; where the newest row comes first, the last one below all rows, or one above them."""
        brought = self.of("brought")
        if not self.newest_first:
            return brought[:1]
        below = [one for one in brought[-1:] if one in self.since_entry]
        return below or [one for one in brought[:1] if self.seen.index(one) < self.seen.index(self.of("entry")[0])]

    @property
    def carried_out(self) -> list[Seen]:
        """The last balance that is carried forward, if no row follows it: others are those of pages in between."""
        carried = self.of("carried")[-1:]
        return carried if self.newest_first or any(one in self.since_entry for one in carried) else []

    @property
    def number(self) -> str:
        return next((one.label for one in self.of("number")), "")

    @property
    def numbers(self) -> set[str]:
        """The last digits of every account number that it prints."""
        return {last_digits(one.label) for one in self.of("number")}


MOST_PERIODS = 50


def newest_first(entries: Sequence[Entry], calendar: Calendar) -> bool:
    """Do the rows run from the last day to the first?"""
    dates = [date for entry in entries if (date := first_date(entry, calendar)) is not None]
    falls = sum(after < before for before, after in itertools.pairwise(dates))
    rises = sum(after > before for before, after in itertools.pairwise(dates))
    return falls > rises


def first_date(entry: Entry, calendar: Calendar) -> dt.date | None:
    for role in ("date", "transaction", "value", "second"):
        if role in entry.days:
            return calendar.date(entry.days[role])
    return None


def balance(draft: Draft, kind: str) -> object:
    found = draft.of(kind)
    return found[0].value if found else None
