"""The entries of an account from a closing on: all that is dated later, and what was left over then. The rest is in its balance."""

import datetime as dt
from collections.abc import Collection, Sequence
from decimal import Decimal

from django.db.models import Q, Sum

from finance.balances import units_between
from finance.models import Account
from finance.models.querysets import TransactionQuerySet
from finance.money import from_minor
from reconciliation.reconcile.checkpoints import Closing
from reconciliation.reconcile.lookback import Reach
from reconciliation.reconcile.rows import COLUMNS, Row, entries_of, name_of


def rows_since(account: Account, closing: Closing, reach: Reach) -> list[Row] | None:
    """None where the books of today are not those that it closed, or where something else that is weighed speaks of older entries."""
    ours = entries_of(account)
    older = ours.filter(booked_on__lte=closing.last)
    left = list(older.posted().named(closing.left).values(*COLUMNS))
    if not _still_ties(account, closing, older, left):
        return None
    rows = [
        *ours.filter(booked_on__gt=closing.last).values(*COLUMNS),
        *older.in_sight().filter(status="pending").values(*COLUMNS),
        *(row | {"is_brought_forward": True} for row in left),
    ]
    return None if _decided(older, rows, reach) or _undoing(older, closing.last, rows, left) else rows


def _still_ties(account: Account, closing: Closing, older: TransactionQuerySet, left: Sequence[Row]) -> bool:
    """B(E) = C1 + sum(O): opening and all older entries are the closing balance and what was left over, each as it was."""
    if account.opening_balance is None or account.opening_date is None:
        return False
    units = units_between(account, account.opening_date, closing.last)
    units += _sum(older.posted().order_by().in_sight().filter(is_brought_forward=True, booked_on__lt=account.opening_date))
    amounts = {name_of(row): from_minor(row["amount_minor"], account.currency) for row in left}
    same = amounts == {name: Decimal(item["amount"]) for name, item in closing.left.items()}
    return same and account.opening_balance + from_minor(units, account.currency) == closing.balance + sum(amounts.values(), Decimal(0))


def _sum(rows: TransactionQuerySet) -> int:
    return int(rows.aggregate(units=Sum("amount_minor"))["units"] or 0)


def _decided(older: TransactionQuerySet, rows: Collection[Row], reach: Reach) -> bool:
    """Does a decision name an older entry that is not among these?"""
    if not reach.keys:
        return False
    named = older.filter(Q(pk__in=reach.keys) | Q(external_id__in=reach.names - {""}))
    return named.exclude(pk__in=[row["id"] for row in rows if row["id"] in reach.keys or row["external_id"] in reach.names]).exists()


def _undoing(older: TransactionQuerySet, last: dt.date, rows: Collection[Row], left: Collection[Row]) -> bool:
    """Is one of these linked as a reversal with an older entry that no statement has shown? Then that one counts no more."""
    unshown = older.posted().filter(matches=None).exclude(pk__in=[row["id"] for row in left])
    undone = {row["reversal_of_id"] for row in rows} - {row["id"] for row in rows} - {None}
    if undone and unshown.filter(pk__in=undone).exists():
        return True
    linked = Q(reversal_of__booked_on__gt=last) | Q(reversal_of__in=[row["id"] for row in left])
    return unshown.in_sight().filter(linked, reversal_of__isnull=False).exists()
