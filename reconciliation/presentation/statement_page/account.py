"""Facts from statements for the pages of the ledger, which does not know statements."""

import datetime as dt
from calendar import monthrange
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal
from uuid import UUID

from django.db.models import OuterRef, Subquery, Sum

from finance.charts import Point
from finance.models import Account, Transaction
from finance.money import from_minor
from reconciliation.models import Match, Statement
from reconciliation.models.querysets import StatementQuerySet
from reconciliation.presentation.statement_page.calendar import LEFT_OUT

Standing = Literal["reconciled", "cleared", "pending", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Freshness:
    """The last day to which an account is proved and the last that a statement covers, or None."""

    reconciled_to: dt.date | None = None
    covered_to: dt.date | None = None


def freshness_of(accounts: Collection[Account]) -> dict[UUID, Freshness]:
    """Return the freshness of each account, in one query for its latest statements."""
    if not accounts:
        return {}
    organization = next(iter(accounts)).organization
    covering = _counting(Statement.objects.of(organization)).filter(account=OuterRef("pk"), period_end__isnull=False)
    ends = covering.order_by("-period_end").values("period_end")
    own_accounts = Account.objects.of(organization).filter(pk__in=[account.pk for account in accounts]).order_by()
    last_days = own_accounts.values_list("pk", Subquery(ends.filter(verdict="matched")[:1]), Subquery(ends[:1]))
    return {key: Freshness(reconciled_to=reconciled, covered_to=covered) for key, reconciled, covered in last_days}


def standings_of(rows: Sequence[Transaction]) -> dict[UUID, Standing]:
    """Return the status of entries, in one query. Reconciled: on a proved statement. Cleared: on another statement."""
    if not rows:
        return {}
    pairs = Match.objects.of(rows[0].account.organization).filter(transactions__in=rows).exclude(kind=Match.Kind.DIFFERING)
    verdicts: dict[UUID, set[str]] = defaultdict(set)
    for key, verdict in pairs.values_list("transactions", "statement__verdict"):
        verdicts[key].add(verdict)
    return {row.pk: _standing(row, verdicts.get(row.pk)) for row in rows}


def _standing(row: Transaction, verdicts: set[str] | None) -> Standing:
    if row.status == Transaction.Status.PENDING:
        return "pending"
    if row.locked_by or "matched" in (verdicts or ()):
        return "reconciled"
    return "cleared" if verdicts else "open"


def balance_history(account: Account) -> list[Point]:
    """Return the book balance at each end of a month and of each proved statement, with the printed one. Empty without an opening
    balance."""
    if account.opening_balance_minor is None or account.opening_date is None:
        return []
    rows = account.transactions.posted().order_by("booked_on")
    moved = list(rows.values_list("booked_on").annotate(Sum("amount_minor")))
    proved = _proved(account)
    before = account.opening_date - dt.timedelta(days=1)
    until = max([before, *proved, *(day for day, _units in moved[-1:])])
    points, units, at = [], account.opening_balance_minor, 0
    for day in sorted({before, *month_ends(account.opening_date, until), *(day for day in proved if day >= before)}):
        while at < len(moved) and moved[at][0] <= day:
            units += int(moved[at][1])
            at += 1
        points.append(Point(day=day, value=from_minor(units, account.currency), marked=proved.get(day)))
    return points


def month_ends(first: dt.date, last: dt.date) -> list[dt.date]:
    """Yield the last day of each month from one day to the other."""
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    months = ((first.year * 12 + first.month - 1 + number) for number in range(max(count, 0)))
    return [dt.date(month // 12, month % 12 + 1, monthrange(month // 12, month % 12 + 1)[1]) for month in months]


def _proved(account: Account) -> dict[dt.date, Decimal]:
    """Return the printed closing balance of each proved statement."""
    proved = _counting(Statement.objects.of(account.organization)).filter(account=account, verdict="matched", period_end__isnull=False)
    columns = proved.order_by("period_end").only("period_end", "closing_balance_minor", "decimals")
    return {
        statement.period_end: statement.closing_balance
        for statement in columns
        if statement.period_end and statement.closing_balance is not None
    }


def _counting(statements: StatementQuerySet) -> StatementQuerySet:
    return statements.exclude(statement_import__status__in=LEFT_OUT)
