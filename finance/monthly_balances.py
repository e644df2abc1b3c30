"""Comparison of the monthly sums, which the database maintains, with the entries, and their rebuild."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Sum
from django.db.models.functions import TruncMonth

from finance.models import Account, MonthlySum

SERVES_ALL = "the account is named"
NOTHING = (0, 0)

Figures = tuple[int, int]
"""Minor units and the number of entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation:
    """A month whose stored sum (`kept`) differs from that of its entries (`booked`)."""

    month: dt.date
    kept: Figures
    booked: Figures


@transaction.atomic
def deviations_of(account: Account) -> Iterator[Deviation]:
    """Return the deviating months of an account, which is locked meanwhile."""
    _hold(account)
    stored = {row.month: (row.amount_minor, row.entries) for row in account.monthly_sums.all()}
    booked = _booked(account)
    return (
        Deviation(month=month, kept=stored.get(month, NOTHING), booked=booked.get(month, NOTHING))
        for month in sorted(stored.keys() | booked.keys())
        if stored.get(month, NOTHING) != booked.get(month, NOTHING)
    )


@transaction.atomic
def rebuild(account: Account) -> None:
    """Replace the sums of an account by those of its entries."""
    _hold(account)
    account.monthly_sums.all().delete()
    MonthlySum.objects.bulk_create(
        MonthlySum(account=account, month=month, amount_minor=units, entries=entries)
        for month, (units, entries) in _booked(account).items()
    )


def _hold(account: Account) -> None:
    Account.objects.across_organizations(SERVES_ALL).select_for_update(of=("self",)).get(pk=account.pk)


def _booked(account: Account) -> dict[dt.date, Figures]:
    months = account.transactions.posted().order_by().annotate(month=TruncMonth("booked_on")).values_list("month")
    return {month: (int(units), entries) for month, units, entries in months.annotate(Sum("amount_minor"), Count("pk"))}
