"""Days of three numbers of two digits each, the year first: "24-03-05"."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace

from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import Printed

PAIRS = re.compile(r"\d\d([./-])\d\d\1\d\d")
NEAR = dt.timedelta(days=400)  # between two days of one document


def with_years_first(rows: Sequence[Printed]) -> list[Printed]:
    """The rows, such days read from the year on where that brings them nearer to the document's whole days, or to each other."""
    short = [day for printed in rows for day in printed.days if _in_pairs(printed, day)]
    if not short:
        return [*rows]
    whole = {date for printed in rows for day in printed.days if not _in_pairs(printed, day) and (date := day.on(day_first=True))}
    usual = max(_worth(short, whole, day_first=order) for order in (True, False))
    turned = _worth([_turned(day) for day in short], whole, day_first=True)
    return [_with_turned(printed) for printed in rows] if turned > usual else [*rows]


def _in_pairs(printed: Printed, day: Day) -> bool:
    return not day.named and PAIRS.fullmatch(printed.row.text, day.start, day.end) is not None


def _turned(day: Day) -> Day:
    """The same three numbers from the year to the day."""
    return replace(day, first=(day.year or 0) % 100, second=day.second, year=2000 + day.first, named=True)


def _worth(days: Sequence[Day], whole: set[dt.date], *, day_first: bool) -> tuple[int, int, dt.timedelta]:
    """How many are days near those whose order is known, how many are days, and how far from these, or from each other, they lie."""
    dates = [date for day in days if (date := day.on(day_first=day_first)) is not None]
    if not whole or not dates:
        return len(dates), len(dates), min(dates, default=dt.date.min) - max(dates, default=dt.date.min)
    apart = [min(abs(date - other) for other in whole) for date in dates]
    return sum(one <= NEAR for one in apart), len(dates), -sum(apart, dt.timedelta())


def _with_turned(printed: Printed) -> Printed:
    days = tuple(_turned(day) if _in_pairs(printed, day) else day for day in printed.days)
    return replace(printed, days=days) if days != printed.days else printed
