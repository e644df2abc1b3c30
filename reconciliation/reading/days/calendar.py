"""Which day a printed date means: order of day and month, and the year, decided once a document."""

import datetime as dt
import itertools
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

from reconciliation.reading.tokens.dates import Day, day_first_votes
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import names_page
from reconciliation.reading.vocabulary.phrases import ENDS, STARTS

YEAR = re.compile(r"(?<![\w.,/-])20\d\d(?![\w,/-]|[.]\d)")
LONGEST_PERIOD = 100  # days
MONTH = dt.timedelta(days=31)
LEAP_YEAR = 2024  # has every day
YEAR_AROUND = 366  # days
BEYOND = dt.timedelta(days=45)  # a day may lie so far before a period, or behind it
STEADIER = 0.25  # by how much more of the rows follow one another in one order than in the other
SHORT_BUDDHIST = 43  # years by which two digits of the Buddhist era, read as ours, lie ahead


@dataclass(frozen=True, slots=True)
class Custom:
    """The usual order where a document comes from. `named` if a currency or a country that it names has no other."""

    day_first: bool
    named: bool


@dataclass(frozen=True, slots=True)
class Calendar:
    """The document's order, whether anything proved it, and the day from which years are told."""

    day_first: bool
    certain: bool
    latest: dt.date | None = None

    def date(self, day: Day, *, first: dt.date | None = None, last: dt.date | None = None) -> dt.date | None:
        """The date; where no year is printed, the year that lies in the period, else none."""
        last = last or self.latest
        if day.year is not None:
            buddhist = last is not None and day.year - SHORT_BUDDHIST in {last.year - 1, last.year}
            return (replace(day, year=day.year - SHORT_BUDDHIST) if buddhist else day).on(day_first=self.day_first)
        if last is None:
            return None
        dates = (self._in(day, year) for year in (last.year + 1, last.year, last.year - 1))
        known = (date for date in dates if date is not None and date <= last + BEYOND)
        nearest = next(known, None)
        if first is None or nearest is None or first - BEYOND <= nearest:
            return nearest
        return next((date for date in known if first - BEYOND <= date), nearest)

    def month_and_day(self, day: Day) -> tuple[int, int]:
        return (day.second, day.first) if day.named or self.day_first else (day.first, day.second)

    def _in(self, day: Day, year: int) -> dt.date | None:
        return day.on(day_first=self.day_first, year=year)


def decide_calendar(rows: Sequence[Printed], custom: Custom) -> Calendar:
    """The order of day and month; where no full date is printed, the year is the only one that is, and nothing is certain."""
    calendar = _decided(rows, custom)
    return calendar if calendar.latest else replace(calendar, certain=False, latest=_in_the_only_year(rows, calendar))


def _in_the_only_year(rows: Sequence[Printed], calendar: Calendar) -> dt.date | None:
    """The last of the days without a year, in the one year that is printed by itself; None where they may lie on both sides of its turn."""
    years = {int(year) for printed in rows for year in YEAR.findall(printed.plain)}
    if len(years) != 1:
        return None
    dates = [date for printed in rows for day in printed.days if (date := day.on(day_first=calendar.day_first, year=min(years)))]
    return max(dates) if dates and (max(dates) - min(dates)).days <= LONGEST_PERIOD else None


def _decided(rows: Sequence[Printed], custom: Custom) -> Calendar:
    """Impossible dates decide the order. Else it is chosen, by periods and months in words, by how steadily the rows follow, or by custom;
    and it is certain only where it is the custom, and the rows do not follow more steadily in the other order."""
    days = [day for printed in rows for day in printed.days if day.year or day.named or not names_page(printed.plain)]
    only_day, only_month = day_first_votes(days)
    if only_day or only_month:
        order, clear = only_day >= only_month, 5 * min(only_day, only_month) <= max(only_day, only_month)
        return Calendar(order, certain=clear, latest=_latest(days, day_first=order))
    if all(day.first == day.second for day in days if not day.named):
        return Calendar(custom.day_first, certain=True, latest=_latest(days, day_first=custom.day_first))
    told = {order: _periods_told(rows, day_first=order) + _near_named(days, day_first=order) for order in (True, False)}
    steady = {order: _steadiness(rows, day_first=order) for order in (True, False)}
    steadier = steady[True] - steady[False]
    order = custom.day_first or _pointed(rows)
    if told[True] != told[False]:
        order = told[True] > told[False]
    elif abs(steadier) > STEADIER:
        order = steadier > 0
    against = steadier < -STEADIER if order else steadier > STEADIER
    return Calendar(order, certain=custom.named and order == custom.day_first and not against, latest=_latest(days, day_first=order))


def _pointed(rows: Sequence[Printed]) -> bool:
    """Do points part the numbers, of whole days if there are any? Hardly anywhere does the month then stand first."""
    texts = [(printed.row.text[day.start : day.end], day.year) for printed in rows for day in printed.days if not day.named]
    told = [text for text, year in texts if year] or [text for text, _ in texts]
    return 2 * sum("." in text for text in told) > len(told)


def _periods_told(rows: Sequence[Printed], *, day_first: bool) -> int:
    """How many rows of two days and no figure, or two rows of the named ends, are a period: the first day before the last, and a quarter
    or less between."""
    spans: list[Sequence[Day]] = [row.days for row in rows if len(row.days) == 2 and not row.figures]
    spans += [(*one.days, *other.days) for one, other in itertools.pairwise(rows) if _names_end(one, STARTS) and _names_end(other, ENDS)]
    pairs = [[day.on(day_first=day_first) for day in days] for days in spans]
    return sum(one is not None and other is not None and 0 <= (other - one).days <= LONGEST_PERIOD for one, other in pairs)


def _names_end(printed: Printed, names: re.Pattern[str]) -> bool:
    """Is there nothing on the row but one day behind such a name?"""
    return len(printed.days) == 1 and not printed.figures and names.fullmatch(printed.folded.strip(" .:-")) is not None


def _near_named(days: Sequence[Day], *, day_first: bool) -> int:
    """How many days lie within a month of one whose order is known, those between two such twice; one without a year in any year of the
    document."""
    years = {day.year + step for day in days if day.year for step in (-1, 0, 1)} or {LEAP_YEAR}
    known = sorted({date for day in days if day.named for date in _dates(day, years, day_first=True)})
    open_days = {frozenset(_dates(day, years, day_first=day_first)) for day in days if not day.named}
    near = sum(any(known[bisect_left(known, date - MONTH) : bisect_right(known, date + MONTH)]) for dates in open_days for date in dates)
    return near + sum(known[0] <= date <= known[-1] for dates in open_days for date in dates if known)


def _dates(day: Day, years: Set[int], *, day_first: bool) -> set[dt.date]:
    """The day in its own year, or in each of these."""
    return {date for year in years if (date := day.on(day_first=day_first, year=year))}


def _steadiness(rows: Sequence[Printed], *, day_first: bool) -> float:
    """The share of following rows whose dates are at most a month apart and go on in one direction."""
    dates = [row.days[0].on(day_first=day_first, year=2024) for row in rows if row.days and row.figures and row.days[0].start <= 12]
    known = [date for date in dates if date is not None]
    steps = [(after - before).days for before, after in itertools.pairwise(known)]
    if not steps:
        return 0.0
    up, down = sum(0 <= step <= 20 for step in steps), sum(-20 <= step <= 0 for step in steps)
    return max(up, down) / len(steps) * (len(known) / len(dates))


def _latest(days: Sequence[Day], *, day_first: bool) -> dt.date | None:
    """The day of the document: of the full dates with another within a year the one printed most often, the later one of equals."""
    full = [date for day in days if day.year is not None and (date := day.on(day_first=day_first)) is not None]
    if not full:
        return None
    counts = Counter(full)
    first_page = full[: max(3, len(full) // 4)]
    return max(_not_alone(counts) or counts, key=lambda date: (counts[date] + (date in first_page), date))


def _not_alone(dates: Iterable[dt.date]) -> list[dt.date]:
    """Those with another within a year: a number that only looks like a day has none."""
    ordered = sorted(dates)
    return sorted({day for pair in itertools.pairwise(ordered) for day in pair if (pair[1] - pair[0]).days <= YEAR_AROUND})
