"""One account of one period as it takes shape: its scanned items in printed order."""

import datetime as dt
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cached_property

from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.metadata import last_digits
from reconciliation.reading.document.spans import label_above, label_of, titled_month
from reconciliation.reading.headings.header import BOOKED, FLUSH
from reconciliation.reading.scanning.entries import Entry, ScanItem, Table
from reconciliation.reading.tokens.alternatives import phrases, words_of
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import WIDE_GAP
from reconciliation.reading.vocabulary.phrases import DATE_ROLES

AS_OF = re.compile(rf"\b(?:{phrases('statements', 'as_of')})$")
BARE = re.compile(r"date|datum|fecha|data|dato|tarih|tanggal|tarikh|dated|vom|z dnia|日期|日付")
HEAD_ROWS, NEAR = 24, dt.timedelta(days=31)
LIKE_DAY = re.compile(r"\d{1,2}(?:[./-]?\d{1,2}[.]?)?|\d{1,2}[^\W\d_]{3}|\d{6}|\d{1,4}([./-])\d{1,2}\1\d{2,4}")
SAME_EDGE = 6.0  # most points between the left edges of a heading and of the line below it
FEWEST_LEFT = 2  # fewest rows with something like a day in one place
ROLES = ("date", "second", "transaction", "value")  # a day without a heading beside a transaction day or a value day is the booking day
SECOND_FIRST = ("second", "date", "transaction", "value")
Period = tuple[dt.date | None, dt.date | None]

NO_PERIOD = words_of(r"fee|interest|promotion\w*|offer|tax|holiday|rate|previous|last|prior|next|anterior|precedente?")
MOST_PERIODS = 50


class Draft:
    """One account of one period, as far as it was scanned. Things are only ever added at its end."""

    def __init__(
        self, calendar: Calendar, earlier_periods: Sequence[ScanItem] = (), doubts: Iterable[str] = (), items: Iterable[ScanItem] = ()
    ) -> None:
        self.calendar = calendar
        self.items: list[ScanItem] = []
        self.entries: list[Entry] = []
        self.doubts: set[str] = set(doubts)
        self.since_entry: list[ScanItem] = []  # the items after the last entry
        self.earlier_periods = earlier_periods  # periods that the file printed before this account
        self._by_kind: dict[str, list[ScanItem]] = {}
        self._last_date: dt.date | None = None
        self._rises = self._falls = 0
        self._closes_above = False  # the closing is printed in the table above its first row, and nothing opens there
        for item in items:
            self.add(item)

    def add(self, item: ScanItem) -> None:
        self.items.append(item)
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

    def with_items(self, items: Iterable[ScanItem]) -> "Draft":
        """Return the same account with these items."""
        return Draft(self.calendar, self.earlier_periods, self.doubts, items)

    def take_trailing(self, kinds: frozenset[str]) -> list[ScanItem]:
        """Remove and return the last items after the rows of these kinds: they belong to the next account."""
        trailing: list[ScanItem] = []
        while self.full and self.since_entry and self.since_entry[-1].kind in kinds:
            trailing.insert(0, self.items.pop())
            self.since_entry.pop()
            self._by_kind[trailing[0].kind].pop()
        return trailing

    def of(self, *kinds: str) -> list[ScanItem]:
        """Return the items of some kinds, in printed order."""
        if len(kinds) == 1:
            return self._by_kind.get(kinds[0], [])
        return [item for item in self.items if item.kind in kinds] if any(kind in self._by_kind for kind in kinds) else []

    def has(self, *kinds: str) -> bool:
        return any(self._by_kind.get(kind) for kind in kinds)

    @property
    def full(self) -> bool:
        """True if the account has rows, or has its number or a balance and states that there are no rows."""
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
        periods = (*self.of("period")[:MOST_PERIODS], *self.earlier_periods)
        return next((item.period for item in periods if not NO_PERIOD.search(item.label)), None)

    @property
    def brought_in(self) -> list[ScanItem]:
        """The first balance brought forward; of rows with the newest first, the last one below all rows, or one above them."""
        brought = self.of("brought")
        if not self.newest_first:
            return brought[:1]
        below = [item for item in brought[-1:] if item in self.since_entry]
        return below or [item for item in brought[:1] if self.items.index(item) < self.items.index(self.of("entry")[0])]

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


def period_of(draft: Draft, section: Sequence[Printed], rows: Sequence[Printed], calendar: Calendar) -> Period:
    """Return the printed period; else the days of opening and closing, or of one of them and of the section, or of the file."""
    ends = (draft.of("opening", "brought"), draft.of("closing", "carried"))
    first, last = (next((date for item in end if item.day and (date := calendar.date(item.day))), None) for end in ends)
    dated = first is not None and last is not None and first <= last
    counted = next((item for item in draft.of("period") if not NO_PERIOD.search(item.label)), None)
    behind = itertools.dropwhile(lambda item: item.kind != "closing", draft.since_entry)  # as the period of an annex on interest
    if draft.period and not (dated and counted is not None and counted in behind):
        return draft.period
    if dated:
        return first, last
    month = titled_month(section)
    if month and last in {None, month[1]}:
        booked = [next(iter(entry.days.values())) for entry in draft.entries if entry.days]
        if all((date := calendar.date(day, first=month[0], last=month[1])) and month[0] <= date <= month[1] for day in booked):
            return month
    last = last or _as_of(draft, section, calendar) or _as_of(draft, rows, calendar) or _of_head(draft, rows, calendar)
    opening_day = any(
        item.day and item.printed and not item.printed.begins_with_day for item in draft.of("opening")
    )  # "balance as of 30 June"
    return (first if opening_day and first and last and first <= last else None), last


def _as_of(draft: Draft, rows: Sequence[Printed], calendar: Calendar) -> dt.date | None:
    """Return the first day with a year that is labelled as the statement's, unless a row is of a later day."""
    latest = max((date for entry in draft.entries if (date := first_date(entry, calendar))), default=dt.date.min)
    days = ((index, day) for index, printed in enumerate(rows) for day in printed.days if day.year is not None)
    labelled = (day for index, day in days if AS_OF.search(label_of(rows, index, day)) or AS_OF.search(label_above(rows, index, day)))
    return next((date for day in labelled if (date := calendar.date(day)) and date >= latest), None)


def _of_head(draft: Draft, rows: Sequence[Printed], calendar: Calendar) -> dt.date | None:
    """Return the day that the head of the first page calls only its date: not before the rows, and less than a month after them."""
    latest = max((date for entry in draft.entries if (date := first_date(entry, calendar))), default=None)
    if latest is None:
        return None
    for index, printed in enumerate(itertools.takewhile(lambda row: not (row.begins_with_day and row.figures), rows[:HEAD_ROWS])):
        if len(printed.days) == 1 and not printed.figures and printed.row.page == rows[0].row.page:
            date = calendar.date(printed.days[0])
            if date and latest <= date <= latest + NEAR and BARE.fullmatch(label_of(rows, index, printed.days[0])):
                return date
    return None


def posting_roles(entries: Sequence[Entry], calendar: Calendar) -> tuple[str, ...]:
    """Return the roles of days, the booking day's first. A bank prints the rows of a table in the order of booking: where no heading says
    which day is which, on this page or another, the second is it if it runs in order and the first does not."""
    both = [entry for entry in entries if {"date", "second"} <= set(entry.days)]
    named = sum({"date", "transaction"} <= set(entry.days) for entry in entries)
    if len(both) + named < sum(len(entry.days) > 1 for entry in entries) or _in_order(both, "date", calendar):
        return ROLES
    return SECOND_FIRST if _in_order(both, "second", calendar) else ROLES


def untold(tables: Sequence[Table], calendar: Calendar) -> bool:
    """True if no heading or order tells which of two days is the booking's; or if a day is left in another column than that of value."""
    if any(_leaves_days(table) for table in tables):
        return True
    both: list[Entry] = []
    for table in tables:
        names = [column.name for column in table.header.columns if column.role == "date"]
        if len(names) != 1 or not ("/" in names[0] or BOOKED.search(names[0])):  # a stroke names both days, the booking's first
            texts = [column.x0 for column in table.header.columns if names and column.role == "text"]  # a day flush with them is of them
            two = [entry for entry in table.entries if {"date", "second"} <= set(entry.days)]
            both += [entry for entry in two if not any(abs(entry.days["second"].x0 - left) <= FLUSH for left in texts)]
    differ = any(calendar.date(entry.days["date"]) != calendar.date(entry.days["second"]) for entry in both)
    return differ and _in_order(both, "date", calendar) == _in_order(both, "second", calendar)


def _leaves_days(table: Table) -> bool:
    """True if rows with one day have something like a day under a heading of days; beside a day of value, at the begin of any cell."""
    lone = [entry for entry in table.entries if len(entry.days) == 1 and not entry.carried]
    if 2 * len(lone) <= len(table.entries):
        return False
    dated = [column.x0 for column in table.header.columns if column.role in DATE_ROLES]
    places: Counter[int] = Counter()
    for entry in lone:
        [(role, day)] = entry.days.items()
        gaps = {id(word): word.x0 - before.x1 for before, word in itertools.pairwise(entry.words)}
        among = {id(word) for word in entry.words if 0 <= gaps.get(id(word), -1) <= WIDE_GAP * (word.y1 - word.y0)}
        left = [word for word in entry.words if LIKE_DAY.fullmatch(word.text) and not day.x0 - 1 <= word.x0 < day.x1]
        loose = [word for word in left if role == "value" and id(word) not in among]
        headed = [word for word in left if any(abs(word.x0 - heading) <= SAME_EDGE for heading in dated)]
        places.update(round(x0) for x0 in {word.x0 for word in (*loose, *headed)})
    return any(count >= FEWEST_LEFT and 3 * count >= len(lone) for count in places.values())


def _in_order(entries: Sequence[Entry], role: str, calendar: Calendar) -> bool:
    """True if the days of this role go one way in every table."""
    tables: dict[int, list[dt.date]] = {}
    for entry in entries:
        if (date := calendar.date(entry.days[role])) is not None:
            tables.setdefault(entry.table_id, []).append(date)
    steps = [step for dates in tables.values() for step in itertools.pairwise(dates)]
    return all(before <= after for before, after in steps) or all(before >= after for before, after in steps)
