"""A digest of the books for one statement, stored at its preparation so that any later change shows.

`{"opening": [minor units | null, day | null], "earlier": [count, sum, mark], "rows": {id: [day, minor units, description]}}`. Rows are the
entries that count and are dated in the statement's days, or are cleared by it; `earlier` sums what counts before its first day, and its
mark, a sum of squares, shows changes that cancel each other in the sum. Older digests have two figures and no mark.
"""

from typing import Any

from django.db.models import Count, F, Q, Sum

from finance.models import Account
from finance.models.querysets import TransactionQuerySet
from reconciliation.models import Statement
from reconciliation.reconcile.conclusions import Days

Json = dict[str, Any]
PRIME = 1_000_003
"""Squares of remainders are small enough to add up nine million rows in 64 bits."""


def cleared_by(statement: Statement) -> set[str]:
    """Return the keys of the entries that the statement's rows are paired with."""
    matched = statement.matches.exclude(transactions=None).values_list("transactions", flat=True)
    return {str(key) for key in matched}


def books_of(account: Account, days: Days, cleared: set[str]) -> Json:
    """Return the digest of the account for these days. The account's row is refreshed, because its opening may have changed."""
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
    totals = rows.order_by().aggregate(count=Count("pk"), units=Sum("amount_minor"), mark=Sum(rest * rest))
    return [totals["count"], int(totals["units"] or 0), int(totals["mark"] or 0)]
