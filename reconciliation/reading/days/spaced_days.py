"""Days of two numbers with a space between them: "03 14"."""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reconciliation.reading.tokens.dates import Day, fold, months
from reconciliation.reading.tokens.printed import Printed

PAIR = r"(?:[^\W\d_]{2,4}\.? )?(?P<one>\d\d) (?P<two>\d\d)(?P<year> 20\d\d)?"
ENDS = r"(?!\d|[.,]\d| ?\d\d(?![\d:]))"  # three pairs are no day, and a figure with its thousands apart is none; a time may stand behind
LEADING = re.compile(rf"(?:^|(?<=\t)){PAIR}(?:(?= \d\d \d\d{ENDS})|{ENDS})")
FOLLOWING = re.compile(rf" {PAIR}{ENDS}")
MONTH = re.compile(r"\b([^\W\d_]{3,})\.?,? ?(?:de |/ ?)?(20\d\d)\b")
HEAD_ROWS, MIDDLE = 24, 15  # rows of a head; the middle day of a month
NEAR = dt.timedelta(days=62)  # from a whole day of the document
MOSTLY = 0.9  # of the pairs of a column

Place = tuple[Printed, re.Match[str]]


def with_spaced_days(rows: Sequence[Printed]) -> list[Printed]:
    """The rows, pairs of numbers that begin the cells of a column read as days where these lie near the document's whole days."""
    whole = {date for printed in rows for day in printed.days if (date := day.on(day_first=True))} or _months_named(rows[:HEAD_ROWS])
    columns: dict[int, list[Place]] = defaultdict(list)
    for printed in rows if whole else ():
        for match in _pairs(printed):
            columns[round(printed.row.span(match.start("one"), match.end("two"))[0])].append((printed, match))
    found: dict[Printed, list[Day]] = defaultdict(list)
    for places in columns.values():
        for printed, day in _days(places, whole):
            found[printed].append(day)
    return [_with(printed, found[printed]) if printed in found else printed for printed in rows]


def _months_named(rows: Sequence[Printed]) -> set[dt.date]:
    """The middle of each month that these rows name with its year."""
    found = [match for printed in rows for match in MONTH.finditer(fold(printed.row.text))]
    return {dt.date(int(match[2]), number, MIDDLE) for match in found if (number := months().get(match[1]))}


def _pairs(printed: Printed) -> Iterator[re.Match[str]]:
    """Pairs that begin a cell, and those right behind them; none where a whole day stands."""
    for match in LEADING.finditer(printed.row.text):
        behind = FOLLOWING.match(printed.row.text, match.end())
        yield from (one for one in (match, behind) if one and all(day.start >= one.end() or day.end <= one.start() for day in printed.days))


def _days(places: Sequence[Place], whole: set[dt.date]) -> list[tuple[Printed, Day]]:
    """A column's days, in the order that brings more of them near; none where many are no such days."""
    found = [_near(places, whole, day_first=order) for order in (False, True)]
    best = max(found, key=len)
    return best if len(best) >= MOSTLY * len(places) else []


def _near(places: Sequence[Place], whole: set[dt.date], *, day_first: bool) -> list[tuple[Printed, Day]]:
    days = [(printed, _day(printed, match, day_first=day_first)) for printed, match in places]
    return [(printed, day) for printed, day in days if any(_lies_near(day, date) for date in whole)]


def _day(printed: Printed, match: re.Match[str], *, day_first: bool) -> Day:
    one, two = int(match["one"]), int(match["two"])
    start, end = match.start("one"), match.end()
    x0, x1 = printed.row.span(start, end)
    day, month = (one, two) if day_first else (two, one)
    return Day(day, month, int(match["year"]) if match["year"] else None, start, end, named=True, x0=x0, x1=x1)


def _lies_near(day: Day, date: dt.date) -> bool:
    dates = [day.on(day_first=True, year=date.year + step) for step in (-1, 0, 1)]
    return any(one is not None and abs(one - date) <= NEAR for one in dates)


def _with(printed: Printed, days: Sequence[Day]) -> Printed:
    figures = tuple(one for one in printed.figures if all(one.start >= day.end or one.end <= day.start for day in days))
    return replace(printed, figures=figures, days=tuple(sorted((*printed.days, *days), key=lambda day: day.start)))
