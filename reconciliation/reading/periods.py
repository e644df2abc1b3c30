"""The first and the last day of a statement, as printed or as its balances are dated."""

import datetime as dt
import re
from collections.abc import Sequence

from reconciliation.reading.calendar import Calendar
from reconciliation.reading.drafts import Draft
from reconciliation.reading.printed import Printed

AS_OF = re.compile(
    r"\b(?:as (?:at|of)|per|zum|vom|au|al|a la fecha|statement (?:closing )?date.{0,3}as of|closing date|statement end date)\b"
)

Period = tuple[dt.date | None, dt.date | None]


def period_of(draft: Draft, rows: Sequence[Printed], calendar: Calendar) -> Period:
    """The printed period; else the days of opening and closing; else the day as of which the page is told."""
    if draft.period:
        return draft.period
    last = _day_of(draft, ("closing", "carried"), calendar)
    first = _day_of(draft, ("opening", "brought"), calendar)
    if first and last and first <= last:
        return first, last
    if last:
        return None, last
    return None, _as_of(rows, calendar)


def _day_of(draft: Draft, kinds: tuple[str, ...], calendar: Calendar) -> dt.date | None:
    for one in draft.of(*kinds):
        if one.day is not None and (date := calendar.date(one.day)) is not None:
            return date
    return None


def _as_of(rows: Sequence[Printed], calendar: Calendar) -> dt.date | None:
    for printed in rows:
        for day in printed.days:
            before = printed.row.text[: day.start].lower()
            if re.search(r"\bas (?:at|of)\s*:?\s*$|\bclosing date\s*:?\s*$", before) and day.year is not None:
                return calendar.date(day)
    return None
