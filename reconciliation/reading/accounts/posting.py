"""Which of two days that a row prints is the one on which it was booked."""

import datetime as dt
import itertools
import re
from collections import Counter
from collections.abc import Sequence

from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.headings.roles import BOOKED
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.vocabulary.column_names import DATE_ROLES

LIKE_DAY = re.compile(r"\d{1,2}(?:[./-]?\d{1,2}[.]?)?|\d{1,2}[^\W\d_]{3}|\d{6}|\d{1,4}([./-])\d{1,2}\1\d{2,4}")
SAME_EDGE = 6.0  # points between the left edges of a heading and of what stands below it
FEWEST_LEFT = 2  # rows with something like a day in one place
ROLES = ("date", "second", "transaction", "value")  # a day without a heading beside a transaction's or a value's is the booking's
SECOND_FIRST = ("second", "date", "transaction", "value")


def posting_roles(entries: Sequence[Entry], calendar: Calendar) -> tuple[str, ...]:
    """Return the roles of days, the booking day's first.

    A bank prints the rows of a table in the order of booking: where no heading says which day is which, the second is it if it runs in
    order and the first does not; also where the headings of another page say it.
    """
    both = [entry for entry in entries if {"date", "second"} <= set(entry.days)]
    named = sum({"date", "transaction"} <= set(entry.days) for entry in entries)
    if len(both) + named < sum(len(entry.days) > 1 for entry in entries) or _in_order(both, "date", calendar):
        return ROLES
    return SECOND_FIRST if _in_order(both, "second", calendar) else ROLES


def untold(tables: Sequence[Table], calendar: Calendar) -> bool:
    """True if rows print two days that differ, of which neither a heading nor their order says which is the booking's; or only the day of
    value was read, and something like a day is in another column."""
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
    """True if most rows have one day, and several of them something like a day under a heading of days; in any other place, if their day is
    that of value."""
    lone = [entry for entry in table.entries if len(entry.days) == 1 and not entry.carried]
    if 2 * len(lone) <= len(table.entries):
        return False
    dated = [column.x0 for column in table.header.columns if column.role in DATE_ROLES]
    places: Counter[int] = Counter()
    for entry in lone:
        [(role, day)] = entry.days.items()
        left = [word.x0 for word in entry.words if LIKE_DAY.fullmatch(word.text) and not day.x0 - 1 <= word.x0 < day.x1]
        places.update(round(x0) for x0 in left if role == "value" or any(abs(x0 - heading) <= SAME_EDGE for heading in dated))
    return any(count >= FEWEST_LEFT and 3 * count >= len(lone) for count in places.values())


def _in_order(entries: Sequence[Entry], role: str, calendar: Calendar) -> bool:
    """True if the days of this role go one way in every table."""
    tables: dict[int, list[dt.date]] = {}
    for entry in entries:
        if (date := calendar.date(entry.days[role])) is not None:
            tables.setdefault(entry.table_id, []).append(date)
    steps = [step for dates in tables.values() for step in itertools.pairwise(dates)]
    return all(before <= after for before, after in steps) or all(before >= after for before, after in steps)
