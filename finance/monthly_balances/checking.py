"""Whether the monthly sums are those of the entries, and how they are made anew."""

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
"""Minor units, and how many entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation:
    """A month whose sum is not that of its entries."""

    month: dt.date
    kept: Figures
    booked: Figures


@transaction.atomic
def deviations_of(account: Account) -> Iterator[Deviation]:
    """Nobody writes to the account meanwhile."""
    _hold(account)
    kept, booked = _kept(account), _booked(account)
    return (
        Deviation(month=month, kept=kept.get(month, NOTHING), booked=booked.get(month, NOTHING))
        for month in sorted(kept.keys() | booked.keys())
        if kept.get(month, NOTHING) != booked.get(month, NOTHING)
    )


@transaction.atomic
def rebuild(account: Account) -> None:
    """The sums of one account from its entries, whatever they were."""
    _hold(account)
    account.monthly_sums.all().delete()
    MonthlySum.objects.bulk_create(
        MonthlySum(account=account, month=month, amount_minor=units, entries=entries)
        for month, (units, entries) in _booked(account).items()
    )


def _hold(account: Account) -> None:
    Account.objects.across_organizations(SERVES_ALL).select_for_update(of=("self",)).get(pk=account.pk)


def _kept(account: Account) -> dict[dt.date, Figures]:
    return {each.month: (each.amount_minor, each.entries) for each in account.monthly_sums.all()}


def _booked(account: Account) -> dict[dt.date, Figures]:
    months = account.transactions.posted().order_by().annotate(month=TruncMonth("booked_on")).values_list("month")
    return {month: (int(units), entries) for month, units, entries in months.annotate(Sum("amount_minor"), Count("pk"))}
