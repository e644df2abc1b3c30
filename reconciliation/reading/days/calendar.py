"""Which day a printed date means: order of day and month, and the year, decided once a document."""

import datetime as dt
import itertools
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import names_page
from reconciliation.reading.vocabulary.phrases import ENDS, STARTS

YEAR = re.compile(r"(?<![\w.,/-])20\d\d(?![\w,/-]|[.]\d)")
LONGEST_PERIOD, YEAR_AROUND, LEAP_YEAR = 100, 366, 2024  # days; days; a year that has every day
MONTH, BEYOND = dt.timedelta(days=31), dt.timedelta(days=45)  # a day may lie so far before a period, or behind it
STEADIER = 0.25  # by how much more of the rows follow one another in one order than in the other
SHORT_BUDDHIST = 43  # years by which two digits of the Buddhist era, read as ours, lie ahead


@dataclass(frozen=True, slots=True)
class Custom:
    """The usual order where a document comes from. `named` if a currency or a country that it names has no other."""

    day_first: bool
    named: bool


@dataclass(frozen=True, slots=True)
class Calendar:
    """The document's order, whether anything proved it, the day from which missing years are inferred, and whether the custom of a
    currency or a country that it names is another order."""

    day_first: bool
    certain: bool
    latest: dt.date | None = None
    against_custom: bool = False

    def date(self, day: Day, *, first: dt.date | None = None, last: dt.date | None = None) -> dt.date | None:
        """Return the date; without a printed year, in the year that lies in the period, or else near it."""
        last = last or self.latest
        if day.year is not None:
            buddhist = last is not None and day.year - SHORT_BUDDHIST in {last.year - 1, last.year}
            return (replace(day, year=day.year - SHORT_BUDDHIST) if buddhist else day).on(day_first=self.day_first)
        if last is None:
            return None
        dates = [day.on(day_first=self.day_first, year=last.year + step) for step in (1, 0, -1)]
        known = [date for date in dates if date is not None and date <= last + BEYOND]
        near = [date for date in known if first is None or first - BEYOND <= date] or known
        inside = (date for date in near if first is not None and first <= date <= last)
        return next(inside, near[0] if near else None)

    def month_and_day(self, day: Day) -> tuple[int, int]:
        return (day.second, day.first) if day.named or self.day_first else (day.first, day.second)


def decide_calendar(rows: Sequence[Printed], custom: Custom) -> Calendar:
    """Return the order of day and month, and the full date printed most often, or the last day in the only year printed by itself."""
    whole = ((printed, day, day.year or day.named) for printed in rows for day in printed.days)  # "Form 12-345 (10/19)" names a month
    days = [day for printed, day, named in whole if named or not (names_page(printed.plain) or printed.row.text[: day.start].endswith("("))]
    order, certain = _order(rows, days, custom)
    against = custom.named and order != custom.day_first
    full = [date for day in days if day.year is not None and (date := day.on(day_first=order)) is not None]
    if full:
        counts, first_page = Counter(full), full[: max(3, len(full) // 4)]
        pairs = itertools.pairwise(sorted(counts))  # what only looks like a date has no other within a year
        near = {date for pair in pairs if (pair[1] - pair[0]).days <= YEAR_AROUND for date in pair}
        return Calendar(order, certain, max(near or counts, key=lambda date: (counts[date] + (date in first_page), date)), against)
    years = {int(year) for printed in rows for year in YEAR.findall(printed.plain)}
    only_year = years.pop() if len(years) == 1 else None
    dates = [date for printed in rows for day in printed.days if (date := day.on(day_first=order, year=only_year))]
    in_one_period = dates and (max(dates) - min(dates)).days <= LONGEST_PERIOD  # else they may lie on both sides of the year's turn
    return Calendar(order, certain=False, latest=max(dates) if only_year and in_one_period else None, against_custom=against)


def _order(rows: Sequence[Printed], days: Sequence[Day], custom: Custom) -> tuple[bool, bool]:
    """Return whether the day comes first, and whether that is certain: by impossible dates, else only where it is the custom."""
    possible = [(day.possible(day_first=True), day.possible(day_first=False)) for day in days if not day.named]
    only_day, only_month = possible.count((True, False)), possible.count((False, True))
    if only_day or only_month:
        return only_day >= only_month, 5 * min(only_day, only_month) <= max(only_day, only_month)
    if all(day.first == day.second for day in days if not day.named):
        return custom.day_first, True
    day_votes, month_votes = _votes(rows, days, day_first=True), _votes(rows, days, day_first=False)
    steadier = _steadiness(rows, day_first=True) - _steadiness(rows, day_first=False)
    texts = [(printed.row.text[day.start : day.end], day.year) for printed in rows for day in printed.days if not day.named]
    texts = [(text, year) for text, year in texts if year] or texts
    order = custom.day_first or 2 * sum("." in text for text, _ in texts) > len(texts)  # hardly anywhere is 03.02 in March
    if day_votes != month_votes:
        order = day_votes > month_votes
    elif abs(steadier) > STEADIER:
        order = steadier > 0
    against = steadier < -STEADIER if order else steadier > STEADIER
    return order, custom.named and order == custom.day_first and not against


def _votes(rows: Sequence[Printed], days: Sequence[Day], *, day_first: bool) -> tuple[int, int]:
    """Count what an order makes periods, on one row or on two that name the ends; then what days near those whose order is known."""
    spans: list[Sequence[Day]] = [row.days for row in rows if len(row.days) == 2 and not row.figures]
    alone = [(row.days, row.folded.strip(" .:-") if len(row.days) == 1 and not row.figures else "") for row in rows]
    for (first_days, name), (last_days, name_below) in itertools.pairwise(alone):
        if STARTS.fullmatch(name) and ENDS.fullmatch(name_below):
            spans.append((*first_days, *last_days))
    pairs = ([day.on(day_first=day_first) for day in span] for span in spans)
    periods = sum(first is not None and last is not None and 0 <= (last - first).days <= LONGEST_PERIOD for first, last in pairs)
    years = {day.year + step for day in days if day.year for step in (-1, 0, 1)} or {LEAP_YEAR}
    known = sorted({date for day in days if day.named for year in years if (date := day.on(day_first=True, year=year))})
    open_days = {frozenset(date for year in years if (date := day.on(day_first=day_first, year=year))) for day in days if not day.named}
    dates = list(itertools.chain.from_iterable(open_days)) if known else []
    near = sum(any(known[bisect_left(known, date - MONTH) : bisect_right(known, date + MONTH)]) for date in dates)
    return periods, near + sum(known[0] <= date <= known[-1] for date in dates)


def _steadiness(rows: Sequence[Printed], *, day_first: bool) -> float:
    """Return the share of following rows whose dates are less than a month apart and go on in one direction."""
    days = [row.days[0] for row in rows if row.days and row.figures and row.days[0].start <= 12]
    dates = [date for day in days if (date := day.on(day_first=day_first, year=LEAP_YEAR))]
    steps = [(after - before).days for before, after in itertools.pairwise(dates)]
    up, down = sum(0 <= step <= 20 for step in steps), sum(-20 <= step <= 0 for step in steps)
    return max(up, down) / len(steps) * (len(dates) / len(days)) if steps else 0.0
