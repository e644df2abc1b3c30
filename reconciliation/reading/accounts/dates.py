"""The first and the last day of a statement, as printed or as its balances are dated, and which of a row's days is that of booking."""

import datetime as dt
import itertools
import re
from collections import Counter
from collections.abc import Sequence

from reconciliation.reading.accounts.drafts import NO_PERIOD, Draft, first_date
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.spans import label_above, label_of, titled_month
from reconciliation.reading.headings.roles import BOOKED
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.tokens.apart import WIDE_GAP
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import DATE_ROLES
from reconciliation.reading.vocabulary.lists import phrases

AS_OF = re.compile(rf"\b(?:{phrases('statements', 'as_of')})$")
BARE = re.compile(r"date|datum|fecha|data|dato|tarih|tanggal|tarikh|dated|vom|z dnia")
HEAD_ROWS, NEAR = 24, dt.timedelta(days=31)
LIKE_DAY = re.compile(r"\d{1,2}(?:[./-]?\d{1,2}[.]?)?|\d{1,2}[^\W\d_]{3}|\d{6}|\d{1,4}([./-])\d{1,2}\1\d{2,4}")
SAME_EDGE = 6.0  # points between the left edges of a heading and of the line below it
FEWEST_LEFT = 2  # rows with something like a day in one place
ROLES = ("date", "second", "transaction", "value")  # a day without a heading beside a transaction's or a value's is the booking's
SECOND_FIRST = ("second", "date", "transaction", "value")
Period = tuple[dt.date | None, dt.date | None]


def period_of(draft: Draft, section: Sequence[Printed], rows: Sequence[Printed], calendar: Calendar) -> Period:
    """Return the printed period; else the days of opening and closing, or of one of them and of the section, or of the file."""
    first, last = _day_of(draft, ("opening", "brought"), calendar), _day_of(draft, ("closing", "carried"), calendar)
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
    said = any(item.day and item.printed and not item.printed.begins_with_day for item in draft.of("opening"))  # "balance as of 30 June"
    return (first if said and first and last and first <= last else None), last


def _day_of(draft: Draft, kinds: tuple[str, ...], calendar: Calendar) -> dt.date | None:
    return next((date for item in draft.of(*kinds) if item.day and (date := calendar.date(item.day))), None)


def _as_of(draft: Draft, rows: Sequence[Printed], calendar: Calendar) -> dt.date | None:
    """Return the first day with a year that is labelled as the statement's, unless a row is of a later day."""
    latest = max((date for entry in draft.entries if (date := first_date(entry, calendar))), default=dt.date.min)
    days = ((index, day) for index, printed in enumerate(rows) for day in printed.days if day.year is not None)
    labelled = (day for index, day in days if AS_OF.search(label_of(rows, index, day)) or AS_OF.search(label_above(rows, index, day)))
    return next((date for day in labelled if (date := calendar.date(day)) and date >= latest), None)


def _of_head(draft: Draft, rows: Sequence[Printed], calendar: Calendar) -> dt.date | None:
    """Return the day that the head of the first page calls no more than its date: not before the rows, and less than a month after them."""
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
            both += [entry for entry in table.entries if {"date", "second"} <= set(entry.days)]
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
