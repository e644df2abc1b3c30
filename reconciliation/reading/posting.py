"""Which of two days that a row prints is the one on which it was booked."""

import datetime as dt
import itertools
from collections.abc import Sequence

from reconciliation.reading.calendar import Calendar
from reconciliation.reading.entries import Entry

ROLES = ("date", "transaction", "value", "second")
SECOND_FIRST = ("second", "date", "transaction", "value")


def posting_roles(entries: Sequence[Entry], calendar: Calendar) -> tuple[str, ...]:
    """The roles of days, the booking day's first. A bank prints its rows in the order of booking: where no heading says which
    day is which, the second is it if it runs in order and the first does not."""
    both = [entry for entry in entries if {"date", "second"} <= set(entry.days)]
    if len(both) < len(entries) or _in_order([calendar.date(entry.days["date"]) for entry in both]):
        return ROLES
    return SECOND_FIRST if _in_order([calendar.date(entry.days["second"]) for entry in both]) else ROLES


def _in_order(dates: Sequence[dt.date | None]) -> bool:
    known = [date for date in dates if date is not None]
    steps = list(itertools.pairwise(known))
    return all(one <= other for one, other in steps) or all(one >= other for one, other in steps)
