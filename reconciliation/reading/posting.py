"""Which of two days that a row prints is the one on which it was booked."""

import datetime as dt
import itertools
from collections.abc import Sequence

from reconciliation.reading.calendar import Calendar
from reconciliation.reading.entries import Entry

ROLES = ("date", "second", "transaction", "value")  # a day without a heading beside a transaction's or a value's is the booking's
SECOND_FIRST = ("second", "date", "transaction", "value")


def posting_roles(entries: Sequence[Entry], calendar: Calendar) -> tuple[str, ...]:
    """The roles of days, the booking day's first. A bank prints the rows of a table in the order of booking: where no heading says
    which day is which, the second is it if it runs in order and the first does not."""
    both = [entry for entry in entries if {"date", "second"} <= set(entry.days)]
    if len(both) < len(entries) or _in_order(both, "date", calendar):
        return ROLES
    return SECOND_FIRST if _in_order(both, "second", calendar) else ROLES


def _in_order(entries: Sequence[Entry], role: str, calendar: Calendar) -> bool:
    """Do the days of this role go one way in every table?"""
    tables: dict[int, list[dt.date]] = {}
    for entry in entries:
        if (date := calendar.date(entry.days[role])) is not None:
            tables.setdefault(entry.table_id, []).append(date)
    steps = [step for dates in tables.values() for step in itertools.pairwise(dates)]
    return all(one <= other for one, other in steps) or all(one >= other for one, other in steps)
