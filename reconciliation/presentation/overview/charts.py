"""Charts of an overview: statements, differences and cost by month, with one query each, as bars and as a table."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Exists, F, OuterRef, Q, Sum
from django.db.models.functions import TruncMonth
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from reconciliation.models import Run, Spending, counts_somewhere
from reconciliation.presentation.overview import WHY, Memberships, imports_of

Value = int | Decimal
STEP, BAR, HEIGHT, TOP, FOOT = 48, 28, 140, 28, 28
"""Sizes of the drawing in its own units: between bars, a bar's width, the highest bar, room for figures above and for months below."""


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
        most, columns = max(self.totals, default=0) or 1, []
        for place, (month, total) in enumerate(zip(self.months, self.totals, strict=True)):
            x, y, bars = place * STEP + (STEP - BAR) // 2, float(self.ground), []
            for series in self.series:
                height = round(float(series.values[place]) / float(most) * HEIGHT, 1)
                y = round(y - height, 1)
                bars += [Bar(x=x, y=y, height=height, tone=series.tone)] if height else []
            columns.append(BarColumn(month=month, total=total, bars=bars, middle=x + BAR // 2, above=y - 5))
        return columns

    @property
    def rows(self) -> list[tuple[dt.date, list[Value]]]:
        """Return the rows of the table: each month, the latest first, with one value for each series."""
        return [(month, [series.values[place] for series in self.series]) for place, month in reversed(list(enumerate(self.months)))]


def by_month(figures: Mapping[dt.date, Value], months: Sequence[dt.date]) -> list[Value]:
    return [figures.get(month, 0) for month in months]


VERDICTS = {
    "matched": (_("proved"), "good"),
    "partial": (_("not proved yet"), "calm"),
    "mismatched": (_("differs"), "bad"),
    "unverifiable": (_("not compared"), "warn"),
}


def charts_of(memberships: Memberships, months: Sequence[dt.date]) -> list[BarChart]:
    """Return the charts for `months`, given by their first days. There is no chart of cost if there was none, nor for a member
    who sees only given accounts."""
    dated = imports_of(memberships).filter(period_end__gte=months[0]).filter(counts_somewhere()).exclude(verdict="").order_by()
    counts: dict[str, dict[dt.date, int]] = defaultdict(lambda: defaultdict(int))
    # By day, which an index alone answers: SQLite finds the month of a day in Python, once for each row.
    for day, verdict, count in dated.values_list("period_end", "verdict").annotate(count=Count("*")):
        counts[verdict][day.replace(day=1)] += count
    # A statement with a difference counts in each month in which a check found one.
    since = timezone.make_aware(dt.datetime.combine(months[0], dt.time()))
    runs = Run.objects.across_organizations(WHY).filter(verdict="mismatched", started_at__gte=since)
    visible = runs.filter(Exists(imports_of(memberships).filter(pk=OuterRef("statement_import"))))  # from the few runs to their imports
    monthly = visible.order_by().annotate(month=TruncMonth("started_at")).values_list("month")
    settled = Count("statement_import", distinct=True, filter=Q(statement_import__verdict="matched"))
    rows = list(monthly.annotate(all=Count("statement_import", distinct=True), settled=settled))
    left = {month.date(): count - since for month, count, since in rows}
    charts = [
        BarChart(
            key="statements",
            title=_("Statements by closing month"),
            says=_("Proved and other statements of each month."),
            months=months,
            series=[Series(name=name, tone=tone, values=by_month(counts[code], months)) for code, (name, tone) in VERDICTS.items()],
        ),
        BarChart(
            key="differences",
            title=_("Statements with a difference"),
            says=_("By month of the check: resolved since, or still open."),
            months=months,
            series=[
                Series(
                    name=_("resolved since"), tone="good", values=by_month({month.date(): since for month, _all, since in rows}, months)
                ),
                Series(name=_("not resolved"), tone="bad", values=by_month(left, months)),
            ],
        ),
    ]
    paying = [membership.organization_id for membership in memberships if not membership.sees_given_accounts_only]
    if not paying:
        return charts
    spent = Spending.objects.across_organizations(WHY).filter(organization__in=paying)
    by_day = spent.filter(day__gte=months[0]).order_by().annotate(month=TruncMonth("day")).values_list("month")
    sums: dict[dt.date, Value] = {month: Decimal(total).scaleb(-9) for month, total in by_day.annotate(total=Sum(F("nanodollars")))}
    if not any(sums.values()):
        return charts
    cost = BarChart(
        key="cost",
        title=_("Cost of models"),
        says=_("In US dollars, including reserved cost."),
        months=months,
        series=[Series(name=_("US dollars"), tone="calm", values=by_month(sums, months))],
        places=2,
    )
    return [*charts, cost]
