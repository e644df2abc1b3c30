"""Evidence for the days of the rows: their order of day and month, their year, the period that holds them."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from reconciliation.reading.accounts.drafts import NO_PERIOD, Period, period_of
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.spans import spans_of
from reconciliation.reading.proving.sums import Case
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.vocabulary.labels import names_instalment

APART = dt.timedelta(days=300)  # most time between two successive days of a statement that prints no period
LATE = dt.timedelta(days=100)  # most time by which the day of a document may follow its last row
BEFORE = dt.timedelta(days=12)  # most time by which the day of a row may precede the period; no row may follow the period


def dates_uncertain(case: Case) -> bool:
    """True if a day is unknown, has the year of a far day, or lies outside a period or far from all others."""
    first, last = case.period
    yearless, dates = False, list[dt.date]()
    for entry in case.best.entries:
        day = _main_day(entry)
        date = case.calendar.date(day, first=first, last=last) if day else None
        if day is None or date is None:
            return True
        bought = case.kind.card and day.year is not None and names_instalment(entry.text)
        if (first and date < first - BEFORE and not bought) or (last and date > last):
            return True
        dates += [] if bought else [date]
        yearless = yearless or day.year is None
    if yearless and case.calendar.year_alone and not (first or last):
        return True
    written = last or case.calendar.latest
    if yearless and dates and not first and written and written - max(dates) > LATE:
        return True
    printed = sorted([*filter(None, case.period), *dates])
    return not (first and last) and any(later - day > APART for day, later in pairwise(printed))


def other_days_printed(case: Case) -> bool:
    """True if print outside of the rows' own days speaks against them."""
    # Rows share days above them, and a line among the words of a row begins with another day, in line with theirs.
    entries = case.best.entries
    days_of = {id(word): set(entry.days.values()) for entry in entries for word in entry.words}
    lefts = {round(day.x0) for entry in entries if entry.carried for day in entry.days.values()}
    leading = ((line.days[0], days_of.get(id(line.row.words[0]))) for line in case.section.rows if line.begins_with_day)
    if any(days is not None and day not in days and round(day.x0) in lefts for day, days in leading):
        return True
    # As many rows print the day of the row above once more as have neither a day of their own nor a mark in its place. The first row of a
    # page prints its day anyway, so these count only where they are more.
    own = {id(entry): (day.first, day.second) for entry in entries if not entry.carried and (day := _main_day(entry))}
    repeated = [entry.page == other.page for entry, other in pairwise(entries) if own.get(id(entry)) == own.get(id(other), ())]
    lacking = sum(id(entry) not in own and any(map(str.isalnum, entry.words[0].text)) for entry in entries)
    if lacking and (repeated.count(True) >= lacking or len(repeated) > lacking):
        return True
    # A line above the first row names a period of the statement in which not all rows lie.
    head = list(takewhile(lambda line: not (line.begins_with_day and line.figures), case.section.rows))
    spans = spans_of([line for line in head if not NO_PERIOD.search(line.plain)], case.calendar).values()
    named = {(span.first, span.last) for on_line in spans for span in on_line if span.named} - {case.period}
    return any(_outside(period, _main_days(case), case.calendar) for period in named)


def _main_day(entry: Entry) -> Day | None:
    return next((entry.days[role] for role in ("date", "transaction", "value", "second") if role in entry.days), None)


def order_unknown(case: Case) -> bool:
    """True if a day may be a month, but not if all days lie in the printed period in this order of day and month, and not in the other, in
    which the period is read too, and no custom says the other. A single day that would only lie outside may be misprinted."""
    if case.calendar.certain or all(day.named or day.first == day.second for day in _main_days(case)):
        return False
    if case.calendar.against_custom:
        return True
    other = replace(case.calendar, day_first=not case.calendar.day_first)
    periods = (*case.draft.of("period"), *case.draft.earlier_periods)
    line = next((item.printed for item in periods if item.period == case.period), None)
    spans = spans_of(case.paper.rows, other).get(line, ()) if line is not None else ()
    period: Period | None = next(((span.first, span.last) for span in spans), None)
    if line is None:
        period = period_of(case.draft, case.section.rows, case.paper.rows, other)
    if not case.period or _outside(case.period, _main_days(case), case.calendar):
        return True
    outside = _outside(period, [day for entry in case.best.entries for day in entry.days.values()], other) if period else {}
    return period is not None and len(outside) < 2 and None not in outside.values()


def order_untold(case: Case) -> bool:
    """True if the days are uncertain for one reason only: no print tells their order. In the order in which they were read, all lie in the
    period and go on in one direction, and no custom says the other."""
    if not order_unknown(case) or case.calendar.against_custom or dates_uncertain(case) or other_days_printed(case):
        return False
    if case.period and _outside(case.period, _main_days(case), case.calendar):
        return False
    first, last = case.period
    dates = [case.calendar.date(day, first=first, last=last) for day in _main_days(case)]
    steps = [(later - date).days for date, later in pairwise(filter(None, dates))]
    return None not in dates and (all(step >= 0 for step in steps) or all(step <= 0 for step in steps))


def depends_on_order(case: Case) -> bool:
    """True if the date of a row depends on the order of day and month."""
    return any(not day.named and day.first != day.second for day in _main_days(case))


def _main_days(case: Case) -> list[Day]:
    return [day for entry in case.best.entries if (day := _main_day(entry))]


def _outside(period: Period, days: Sequence[Day], calendar: Calendar) -> dict[tuple[int, int], dt.date | None]:
    """Return the days, as printed, that do not lie in the period, with their dates, None for an impossible one. Where it has no end it
    holds no day back."""
    first, last = period
    dates = {(day.first, day.second): calendar.date(day, first=first, last=last) for day in days}
    return {day: date for day, date in dates.items() if date is None or not (first or date) - BEFORE <= date <= (last or date)}
