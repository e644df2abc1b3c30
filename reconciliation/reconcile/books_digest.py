"""What the books held of a statement at one moment: kept when it is prepared, so that any later change shows, whatever made it.

`{"opening": [minor units | null, day | null], "earlier": [count, sum, mark], "rows": {id: [day, minor units, description]}}`. Rows are the
entries that count and are dated in the statement's days, or are cleared by it; `earlier` sums what counts before its first day, and its
mark, a sum of squares, shows changes that cancel each other in the sum. Before there were marks, two figures were kept.
"""

from typing import Any

from django.db.models import Count, F, Q, Sum

from finance.models import Account
from finance.models.querysets import TransactionQuerySet
from reconciliation.models import Statement
from reconciliation.reconcile.conclusions import Days

Json = dict[str, Any]
PRIME = 1_000_003
"""Squares of rests are small enough for nine million rows to be added up in 64 bits."""


def cleared_by(statement: Statement) -> set[str]:
    """Keys of the entries that the statement's rows are paired with."""
    found = statement.matches.exclude(transactions=None).values_list("transactions", flat=True)
    return {str(key) for key in found}


def books_of(account: Account, days: Days, cleared: set[str]) -> Json:
    """The account's row is read anew: its opening may have changed since it was fetched."""
    account.refresh_from_db(fields=["opening_balance_minor", "opening_date"])
    counted = account.transactions.posted()
    rows = counted.filter(Q(booked_on__range=days) | Q(pk__in=cleared))
    return {
        "opening": [account.opening_balance_minor, account.opening_date.isoformat() if account.opening_date else None],
        "earlier": _sum(counted.filter(booked_on__lt=days[0]).exclude(pk__in=cleared)),
        "rows": {
            str(key): [day.isoformat(), units, text]
            for key, day, units, text in rows.values_list("pk", "booked_on", "amount_minor", "description")
        },
    }


def _sum(rows: TransactionQuerySet) -> list[int]:
    rest = F("amount_minor") % PRIME
    found = rows.order_by().aggregate(count=Count("pk"), units=Sum("amount_minor"), mark=Sum(rest * rest))
    return [found["count"], int(found["units"] or 0), int(found["mark"] or 0)]
