"""Layout of a line chart: values to coordinates in a drawing of fixed size. Pure."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 96, 12, 12, 28
STEPS = (1, 2, 5, 10, 20, 50, 100)
MONTHS_APART = (1, 2, 3, 6, 12, 24, 60, 120)


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A value at the end of a day; `marked` is the balance that a bank confirms for that day, or None."""

    day: dt.date
    value: Decimal
    marked: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Tick:
    """The position of a label, in units of the drawing."""

    at: float
    value: Decimal | dt.date


@dataclass(frozen=True, slots=True)
class LineChart:
    line: str
    marks: list[tuple[float, float]]
    across: list[Tick]
    along: list[Tick]


def chart_of(points: Sequence[Point]) -> LineChart | None:
    """Return a line through points in the order of their days; None for fewer than two."""
    if len(points) < 2:
        return None
    values = [point.value for point in points] + [point.marked for point in points if point.marked is not None]
    least, most = min(values), max(values)
    span = max(most - least, Decimal(1))
    unit = Decimal(1).scaleb(span.adjusted() - 1)
    step = next(unit * size for size in STEPS if span <= unit * size * 4)
    # Up to six round values enclose the points.
    lowest = (least / step).to_integral_value(rounding="ROUND_FLOOR") * step
    count = int(((most - lowest) / step).to_integral_value(rounding="ROUND_CEILING"))
    across = [lowest + step * number for number in range(max(count, 1) + 1)]
    # The labels along the days are the first days of years, or of months if there are few.
    first, last = points[0].day, points[-1].day
    months = [dt.date(year, month, 1) for year in range(first.year, last.year + 1) for month in range(1, 13)]
    within = [day for day in months if first <= day <= last]
    apart = next(size for size in MONTHS_APART if len(within) <= size * 8)
    along = [day for day in within if (day.year * 12 + day.month - 1) % apart == 0]

    def x(day: dt.date) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (day - first).days / max((last - first).days, 1), 1)

    def y(value: Decimal) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * float((across[-1] - value) / (across[-1] - across[0])), 1)

    return LineChart(
        line=" ".join(f"{x(point.day)},{y(point.value)}" for point in points),
        marks=[(x(point.day), y(point.marked)) for point in points if point.marked is not None],
        across=[Tick(y(value), value) for value in across],
        along=[Tick(x(day), day) for day in along],
    )
