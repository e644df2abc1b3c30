"""Balances that the document prints beside opening and closing: one that the rows do not lead to contradicts them."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal

from reconciliation.reading.accounts.balances import NAMED_BALANCE
from reconciliation.reading.accounts.drafts import first_date
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.proving.case import Case
from reconciliation.reading.proving.sums import NOTHING
from reconciliation.reading.scanning.entries import ScanItem
from reconciliation.reading.solving.solution import Solution, is_daily
from reconciliation.reading.tokens.printed import continued_lines
from reconciliation.reading.vocabulary.labels import names_balance
from reconciliation.reading.vocabulary.labels_near import in_rewards
from reconciliation.reading.vocabulary.phrases import DAILY, DATED


def daily_differs(case: Case) -> bool:
    """True if a table of daily balances lists one that the rows do not lead to at the end of its day."""
    moved = end_of_days(case.best, case.calendar)
    for entry in (entry for table in case.best.left_out if is_daily(table) for entry in table.entries):
        expected = _at_end_of(first_date(entry, case.calendar), moved, case.best)
        if not moved or any(figure.printed != expected for figure in entry.figures.values()):
            return True
    return False


def _is_unreached(case: Case) -> bool:
    """True if a figure beside words for a balance, or in a list of days below them, is none that an only account's rows lead to."""
    moved = {abs(balance) for balance in end_of_days(case.best, case.calendar).values()}
    if len(case.section.rows) < len(case.paper.rows) or (case.best.entries and not moved):
        return False
    others = [one.figure.size for one in case.draft.of("summary") if one.figure is not None and NAMED_BALANCE.search(one.label)]
    known = case.sums.known_sizes | case.sums.of_rows | moved | {abs(case.best.closing or NOTHING) + size for size in others}
    prose, listed = set(continued_lines(case.section.rows)), False
    for place, line in enumerate(case.section.rows):
        bare = not any(map(str.isalpha, line.folded))
        if not line.figures:
            listed = names_balance(line.folded) or DAILY.search(line.plain) is not None or (listed and bool(line.days or bare))
        elif not (line in prose or case.sums.is_of_rows(line) or in_rewards(case.section.rows, place, line.figures[-1])):
            if any(_is_outside(date, case) for date in map(case.calendar.date, line.days) if date is not None):
                continue
            listed = listed and bare
            for figure in line.figures:
                own = [line.folded] if len(line.figures) == 1 else [line.label(figure)] if "\t" in line.row.text else []
                named = (listed and line.days) or any(map(names_balance, [*own, line.cell_before(figure)]))
                if named and figure.size not in known:
                    return True
    return False


def _is_outside(date: dt.date, case: Case) -> bool:
    """True if the day is outside the printed period and not its eve."""
    period = case.draft.period
    return period is not None and not period[0] - dt.timedelta(days=1) <= date <= period[1]


def _at_end_of(date: dt.date | None, moved: Mapping[dt.date, Decimal], best: Solution) -> Decimal | None:
    """Return the balance at the end of a day, by those on which something moved."""
    before = [day for day in moved if date is not None and day <= date]
    return moved[max(before)] if before else best.opening


def end_of_days(best: Solution, calendar: Calendar) -> dict[dt.date, Decimal]:
    """Return the balance at the end of each day on which something moved; empty if a day, an amount or the opening is not known."""
    if best.opening is None:
        return {}
    by_day: dict[dt.date, Decimal] = {}
    for entry, amount in zip(best.entries, best.amounts, strict=True):
        date = first_date(entry, calendar)
        if date is None or amount is None:
            return {}
        by_day[date] = by_day.get(date, NOTHING) + amount
    running = best.opening
    return {day: (running := running + by_day[day]) for day in sorted(by_day)}


def other_balance(case: Case) -> bool:
    """True if a balance is printed, beside the opening and the closing, that is not the one reached at its place, or at none."""
    best, reached = case.best, {key: abs(balance) for key, balance in _reached(case).items()}
    for one in case.draft.of("opening", "closing", "brought", "carried"):
        if one.figure is None or one.figure.size == reached.get(id(one)):
            continue
        ends = {"opening": [best.opening], "closing": [best.closing]}.get(one.kind, [best.opening, best.closing])
        known = any(end is None or one.figure.size == abs(end) for end in ends)
        if one.kind == "closing":
            known = known or _of_its_day(one, one.figure.size, case)
        elif one.kind != "opening":
            known = id(one) not in reached and (known or one.figure.size in reached.values())
        if not known:
            return True
    return _is_unreached(case)


def _of_its_day(one: ScanItem, size: Decimal, case: Case) -> bool:
    """True if it is a balance by no more than its day, and the one reached at the end of that day or of another period; or, below the
    closing, before or after a row of that day that is printed once more below it, as before a settlement."""
    days = end_of_days(case.best, case.calendar)
    date = case.calendar.date(one.day) if one.day is not None and DATED.search(one.label) else None
    if date is None or not days:
        return False
    after, reached = case.draft.since_entry, _reached(case)
    place = after.index(one) if one in after else 0
    closed = any(other.kind == "closing" and other.value == case.best.closing for other in after[:place])
    for row in (other for other in case.sums.between if closed and other.entry and first_date(other.entry, case.calendar) == date):
        amount = case.best.amount_of.get(id(row.entry), NOTHING) * (-1 if case.best.newest_first else 1)
        again = any(figure.size == abs(amount) for other in after[place:] if other.printed for figure in other.printed.figures)
        if again and id(row) in reached and size in {abs(reached[id(row)]), abs(reached[id(row)] - amount)}:
            return True
    at_end = _at_end_of(date, days, case.best)
    return at_end is not None and (_is_outside(date, case) or size == abs(at_end))


def _reached(case: Case) -> dict[int, Decimal]:
    """Return the balance at each thing between the first and the last row, up to a row of unknown amount, by identity."""
    best = case.best
    running = best.closing if best.newest_first else best.opening
    unknown = {id(entry) for entry, amount in zip(best.entries, best.amounts, strict=True) if amount is None}
    reached: dict[int, Decimal] = {}
    for one in case.sums.between:
        if running is None or id(one.entry) in unknown:
            break
        amount = best.amount_of.get(id(one.entry), NOTHING)
        running += -amount if best.newest_first else amount
        reached[id(one)] = running
    return reached
