"""Figures by month as bars and as a table. Pure: no database, no clock."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.functional import Promise

Value = int | Decimal
STEP, BAR, HEIGHT, TOP, FOOT = 48, 28, 140, 28, 28
"""Of the drawing, in its own units: from bar to bar, a bar's width, the highest bar, and the room for figures above and months below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One value for each month, 0 if there is nothing. `tone` is the colour and is never the only sign of anything."""

    name: str | Promise
    tone: str
    values: Sequence[Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    x: int
    y: float
    height: float
    tone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BarColumn:
    """One month of a chart: its bars from the bottom up, and the position of its label."""

    month: dt.date
    total: Value
    bars: Sequence[Bar]
    middle: int
    above: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BarChart:
    """A chart of stacked bars. `key` is its id on the page, `says` describes it, `places` is the number of decimals."""

    key: str
    title: str | Promise
    says: str | Promise
    months: Sequence[dt.date]
    series: Sequence[Series]
    places: int = 0

    @property
    def totals(self) -> list[Value]:
        return [sum(values, 0) for values in zip(*(series.values for series in self.series), strict=True)]

    @property
    def is_empty(self) -> bool:
        return not any(self.totals)

    @property
    def size(self) -> tuple[int, int]:
        return STEP * len(self.months), TOP + HEIGHT + FOOT

    @property
    def ground(self) -> int:
        return TOP + HEIGHT

    @property
    def foot(self) -> int:
        return self.ground + FOOT - 5

    @property
    def columns(self) -> list[BarColumn]:
        most = max(self.totals, default=0) or 1
        return [self._column(place, month, total, most) for place, (month, total) in enumerate(zip(self.months, self.totals, strict=True))]

    def _column(self, place: int, month: dt.date, total: Value, most: Value) -> BarColumn:
        x, y, bars = place * STEP + (STEP - BAR) // 2, float(self.ground), []
        for series in self.series:
            height = round(float(series.values[place]) / float(most) * HEIGHT, 1)
            y = round(y - height, 1)
            bars += [Bar(x=x, y=y, height=height, tone=series.tone)] if height else []
        return BarColumn(month=month, total=total, bars=bars, middle=x + BAR // 2, above=y - 5)

    @property
    def rows(self) -> list[tuple[dt.date, list[Value]]]:
        """Return the rows of the table: each month, the latest first, with one value for each series."""
        return [(month, [series.values[place] for series in self.series]) for place, month in reversed(list(enumerate(self.months)))]


def by_month(figures: Mapping[dt.date, Value], months: Sequence[dt.date]) -> list[Value]:
    return [figures.get(month, 0) for month in months]
