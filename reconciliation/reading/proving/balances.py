"""Balances that the document prints beside opening and closing: one that the rows do not lead to contradicts them."""

import datetime as dt
import itertools
from decimal import Decimal

from reconciliation.reading.accounts.drafts import first_date
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.proving.case import Case
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.solving.tables import is_daily


def daily_differs(case: Case) -> bool:
    """True if a table of daily balances lists one that the rows do not lead to at the end of its day."""
    moved = end_of_days(case.best, case.calendar)
    for entry in (entry for table in case.best.left_out if is_daily(table) for entry in table.entries):
        date = first_date(entry, case.calendar)
        before = [day for day in moved if date is not None and day <= date]
        expected = moved[max(before)] if before else case.best.opening
        if not moved or any(figure.printed != expected for figure in entry.figures.values()):
            return True
    return False


def end_of_days(best: Solution, calendar: Calendar) -> dict[dt.date, Decimal]:
    """Return the balance at the end of each day on which something moved; empty if a day, an amount or the opening is not known."""
    if best.opening is None:
        return {}
    by_day: dict[dt.date, Decimal] = {}
    for entry, amount in zip(best.entries, best.amounts, strict=True):
        date = first_date(entry, calendar)
        if date is None or amount is None:
            return {}
        by_day[date] = by_day.get(date, Decimal(0)) + amount
    days = sorted(by_day)
    reached = itertools.accumulate((by_day[day] for day in days), initial=best.opening)
    return dict(zip(days, itertools.islice(reached, 1, None), strict=True))


def other_balance(case: Case) -> bool:
    """True if a balance is printed, beside the opening and the closing, that is not the one reached where it stands."""
    draft, best = case.draft, case.best
    reached = _reached(case)

    def is_end(one: Seen, value: Decimal | None) -> bool:
        return one.figure is None or value is None or one.figure.size == abs(value)

    def is_known(one: Seen) -> bool:
        return is_end(one, best.opening) or is_end(one, best.closing) or (one.figure is not None and one.figure.size in reached.values())

    others = [one for one in draft.of("opening") if not is_end(one, best.opening)]
    others += [one for one in draft.of("closing") if not is_end(one, best.closing)]
    others += [one for one in draft.of("brought", "carried") if id(one) in reached or not is_known(one)]
    return any(one.figure is not None and one.figure.size != reached.get(id(one)) for one in others)


def _reached(case: Case) -> dict[int, Decimal]:
    """Return the size of the balance at each thing between the first and the last row, up to a row of unknown amount, by identity."""
    best, things = case.best, case.draft.seen
    running = best.closing if best.newest_first else best.opening
    rows = [place for place, one in enumerate(things) if one.kind == "entry"]
    reached: dict[int, Decimal] = {}
    if running is None or not rows:
        return reached
    counted = set(map(id, best.entries))
    for one in things[rows[0] : rows[-1] + 1]:
        if one.entry is not None:
            amount = best.amount_of.get(id(one.entry), None if id(one.entry) in counted else Decimal(0))
            if amount is None:
                return reached
            running += -amount if best.newest_first else amount
        reached[id(one)] = abs(running)
    return reached
