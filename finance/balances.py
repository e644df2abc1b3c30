"""Balances of accounts, computed by the database. None where the opening balance is not known: never 0."""

import datetime as dt
import uuid
from decimal import Decimal

from django.db.models import Sum
from django.db.models.functions import Coalesce

from finance.models import Account, Transaction
from finance.money import from_minor
from finance.querysets import AccountQuerySet, TransactionQuerySet


def book_balance(account: Account, as_of: dt.date | None = None) -> Decimal | None:
    """Opening balance plus the posted entries dated to the end of that day; of all days without one.

    At the end of the day before the opening date that is the opening balance itself; further back the ledger knows nothing: None.
    """
    if account.opening_balance is None or (as_of is not None and _before_the_ledger(account, as_of)):
        return None
    return account.opening_balance + movement(account, up_to=as_of)


def movement(account: Account, *, up_to: dt.date | None = None) -> Decimal:
    """Sum of the account's posted entries, to the end of that day, from the opening date on."""
    rows = account.transactions.posted()
    if up_to is not None:
        rows = rows.filter(booked_on__lte=up_to)
        if account.opening_date and up_to < account.opening_date:
            rows = rows.none()  # entries that were outstanding at the opening count from the opening date
    return total(rows, account.currency)


def cleared_balance(account: Account, cleared: TransactionQuerySet) -> Decimal | None:
    """Opening balance plus those of the account's posted entries that `cleared` names: what a printed balance must equal.

    Which entries are paired with statements is not for the ledger to know; entries of other accounts in `cleared` do not count.
    """
    if account.opening_balance is None:
        return None
    return account.opening_balance + total(account.transactions.posted().filter(pk__in=cleared.order_by().values("pk")), account.currency)


def book_balances(accounts: AccountQuerySet) -> dict[uuid.UUID, Decimal | None]:
    """Today's book balance of each account, by its id, in two queries however many there are."""
    rows = Transaction.objects.across_organizations("the accounts name it").posted().filter(account__in=accounts.order_by().values("pk"))
    moved = dict(rows.order_by().values_list("account").annotate(Sum("amount_minor")))
    return {
        account.pk: None
        if account.opening_balance is None
        else account.opening_balance + from_minor(int(moved.get(account.pk, 0)), account.currency)
        for account in accounts
    }


def total(rows: TransactionQuerySet, currency: str) -> Decimal:
    """Sum of entries of one currency; 0.00 of none."""
    units = rows.aggregate(units=Coalesce(Sum("amount_minor"), 0))["units"]
    return from_minor(int(units), currency)


def _before_the_ledger(account: Account, day: dt.date) -> bool:
    return account.opening_date is not None and day < account.opening_date - dt.timedelta(days=1)
