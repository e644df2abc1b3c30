"""Charts of an overview: statements, differences and cost by month, with one query each."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal

from django.db.models import Count, F, Q, Sum
from django.db.models.functions import TruncMonth
from django.utils.translation import gettext_lazy as _

from reconciliation.models import Run, Spending
from reconciliation.presentation.overview.bars import BarChart, Series, Value, by_month
from reconciliation.presentation.overview.visible import WHY, Memberships, imports_of

VERDICTS = {
    "matched": (_("proved"), "good"),
    "partial": (_("not proved yet"), "calm"),
    "mismatched": (_("differs"), "bad"),
    "unverifiable": (_("not compared"), "warn"),
}


def charts_of(memberships: Memberships, months: Sequence[dt.date]) -> list[BarChart]:
    """Return the charts for `months`, given by their first days. A member who sees only given accounts gets no chart of cost."""
    charts = [_statements(memberships, months), _differences(memberships, months)]
    paying = [membership for membership in memberships if not membership.sees_given_accounts_only]
    return [*charts, _cost(paying, months)] if paying else charts


def _statements(memberships: Memberships, months: Sequence[dt.date]) -> BarChart:
    dated = imports_of(memberships).filter(period_end__gte=months[0]).exclude(verdict="").order_by()
    counts: dict[str, dict[dt.date, Value]] = defaultdict(dict)
    for month, verdict, count in dated.annotate(month=TruncMonth("period_end")).values_list("month", "verdict").annotate(count=Count("pk")):
        counts[verdict][month] = count
    return BarChart(
        key="statements",
        title=_("Statements by the month they end in"),
        says=_("How many statements of each month are proved, and how many are not."),
        months=months,
        series=[Series(name=name, tone=tone, values=by_month(counts[code], months)) for code, (name, tone) in VERDICTS.items()],
    )


def _differences(memberships: Memberships, months: Sequence[dt.date]) -> BarChart:
    """Count statements with a difference by month. A statement counts in each month in which a check found one."""
    runs = Run.objects.across_organizations(WHY).filter(statement_import__in=imports_of(memberships).values("pk"), verdict="mismatched")
    monthly = runs.filter(started_at__date__gte=months[0]).order_by().annotate(month=TruncMonth("started_at")).values_list("month")
    settled = Count("statement_import", distinct=True, filter=Q(statement_import__verdict="matched"))
    rows = list(monthly.annotate(all=Count("statement_import", distinct=True), settled=settled))
    left = {month.date(): count - since for month, count, since in rows}
    return BarChart(
        key="differences",
        title=_("Statements in which a difference was found"),
        says=_("By the month of the check: those that are proved by now, and those that are not."),
        months=months,
        series=[
            Series(name=_("settled since"), tone="good", values=by_month({month.date(): since for month, _all, since in rows}, months)),
            Series(name=_("not settled"), tone="bad", values=by_month(left, months)),
        ],
    )


def _cost(memberships: Memberships, months: Sequence[dt.date]) -> BarChart:
    spent = Spending.objects.across_organizations(WHY).filter(organization__in=[membership.organization_id for membership in memberships])
    by_day = spent.filter(day__gte=months[0]).order_by().annotate(month=TruncMonth("day")).values_list("month")
    sums: dict[dt.date, Value] = {month: Decimal(total).scaleb(-9) for month, total in by_day.annotate(total=Sum(F("nanodollars")))}
    series = [Series(name=_("US dollars"), tone="calm", values=by_month(sums, months))]
    return BarChart(
        key="cost", title=_("Cost of models"), says=_("In US dollars, reserved cost included."), months=months, series=series, places=2
    )
