"""Balances of accounts, computed by the database; None, never 0, if the opening balance is unknown.

Whole months come from `MonthlySum`, the days of the last one from the entries, so that long histories are not slower. The database
maintains these sums; here they are compared with the entries and rebuilt.
"""

import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import BigIntegerField, Count, Func, OuterRef, QuerySet, Subquery, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, TruncMonth

from finance.models import Account, MonthlySum, Transaction
from finance.models.ledger import AccountQuerySet, TransactionQuerySet
from finance.money import from_minor

ONE_ACCOUNT = "the query is limited to one account"
ONE_DAY = dt.timedelta(days=1)


def book_balance(account: Account, as_of: dt.date | None = None) -> Decimal | None:
    """Return the opening balance plus the posted entries up to the end of the day, or of all days.

    At the end of the day before the opening date it is the opening balance itself; for earlier days it is None.
    Entries that were outstanding at the opening count from the opening date on.
    """
    opening, since = account.opening_balance_minor, account.opening_date
    if opening is None or _before_the_ledger(since, as_of):
        return None
    moved = 0 if _at_the_opening(since, as_of) else posted_units(account, up_to=as_of)
    return from_minor(opening + moved, account.currency)


def posted_units(account: Account, *, up_to: dt.date | None = None) -> int:
    """Return the sum of the account's posted entries up to the end of the day, in minor units."""
    rows = Account.objects.across_organizations(ONE_ACCOUNT).filter(pk=account.pk)
    (units,) = _with_units(rows, up_to).get()
    return int(units)


def units_between(account: Account, first: dt.date, last: dt.date) -> int:
    """Return the sum of the posted entries from `first` to `last`, both included, in minor units."""
    if first > last:
        return 0
    earlier = posted_units(account, up_to=first - ONE_DAY) if first > dt.date.min else 0
    return posted_units(account, up_to=last) - earlier


def book_balances(accounts: AccountQuerySet, as_of: dt.date | None = None) -> dict[uuid.UUID, Decimal | None]:
    """Return the `book_balance` of each account by its id, in one query."""
    rows = _with_units(accounts.order_by(), as_of, "pk", "currency", "opening_balance_minor", "opening_date")
    return {
        key: None
        if opening is None or _before_the_ledger(since, as_of)
        else from_minor(opening + (0 if _at_the_opening(since, as_of) else int(units)), currency)
        for key, currency, opening, since, units in rows
    }


def with_extent(accounts: AccountQuerySet) -> "QuerySet[Any]":
    """Annotate each account with the days of its `first` and `last` entry and the number of counting `entries`, from monthly sums."""
    rows = Transaction.objects.across_organizations(ONE_ACCOUNT).filter(account=OuterRef("pk"))
    months = MonthlySum.objects.across_organizations(ONE_ACCOUNT).filter(account=OuterRef("pk"))
    days = {"first": rows.order_by("booked_on", "id"), "last": rows.order_by("-booked_on", "-id")}
    ends = {name: Subquery(ordered.values("booked_on")[:1]) for name, ordered in days.items()}
    return accounts.annotate(**ends, entries=_sum_of(months, "entries"))


def balances_after(rows: Sequence[Transaction], balance: Decimal | None) -> dict[uuid.UUID, Decimal]:
    """Return the balance after each entry that counts, by its id. `rows` are consecutive entries of one account, newest first, and
    `balance` is the present one; empty if it is unknown."""
    if balance is None or not rows:
        return {}
    after = {}
    running = balance - total(rows[0].account.transactions.posted().newer_than(rows[0]), rows[0].account.currency)
    for row in rows:
        if row.status == Transaction.Status.POSTED and not row.is_excluded:
            after[row.pk] = running
            running -= row.amount
    return after


def total(rows: TransactionQuerySet, currency: str) -> Decimal:
    """Return the sum of entries of one currency; 0.00 without entries."""
    return counted(rows, currency)[1]


def counted(rows: TransactionQuerySet, currency: str) -> tuple[int, Decimal]:
    """Return the number and the sum of entries of one currency."""
    sums = rows.aggregate(count=Count("pk"), units=Coalesce(Sum("amount_minor"), 0))
    return sums["count"], from_minor(int(sums["units"]), currency)


def _with_units(accounts: AccountQuerySet, up_to: dt.date | None, *columns: str) -> "QuerySet[Account, Any]":
    """Return these columns of each account and the sum of its posted entries up to the end of the day, from months and the last days."""
    months = MonthlySum.objects.across_organizations(ONE_ACCOUNT).filter(account=OuterRef("pk"))
    if up_to is None:
        return accounts.values_list(*columns, _sum_of(months))
    first = up_to.replace(day=1)
    days = Transaction.objects.across_organizations(ONE_ACCOUNT).posted().filter(account=OuterRef("pk"))
    return accounts.values_list(*columns, _sum_of(months.filter(month__lt=first)) + _sum_of(days.booked_between(first, up_to)))


def _sum_of(rows: QuerySet[Any], column: str = "amount_minor") -> Combinable:
    """Return the sum of a column. It uses `Func`, because `Sum` would make Django group by the account."""
    sums = rows.order_by().values(sum_of_column=Func(column, function="SUM"))
    return Coalesce(Subquery(sums), 0, output_field=BigIntegerField())


def _before_the_ledger(since: dt.date | None, day: dt.date | None) -> bool:
    return bool(since and day and day < since - ONE_DAY)


def _at_the_opening(since: dt.date | None, day: dt.date | None) -> bool:
    return bool(since and day and day < since)


NOTHING = (0, 0)

Figures = tuple[int, int]
"""Minor units and the number of entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation:
    """A month whose stored sum (`stored`) differs from that of its entries (`booked`)."""

    month: dt.date
    stored: Figures
    booked: Figures


@transaction.atomic
def deviations_of(account: Account) -> Iterator[Deviation]:
    """Return the deviating months of an account, which is locked meanwhile."""
    _hold(account)
    stored = {row.month: (row.amount_minor, row.entries) for row in account.monthly_sums.all()}
    booked = _booked(account)
    return (
        Deviation(month=month, stored=stored.get(month, NOTHING), booked=booked.get(month, NOTHING))
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
    Account.objects.across_organizations(ONE_ACCOUNT).select_for_update(of=("self",)).get(pk=account.pk)


def _booked(account: Account) -> dict[dt.date, Figures]:
    months = account.transactions.posted().order_by().annotate(month=TruncMonth("booked_on")).values_list("month")
    return {month: (int(units), entries) for month, units, entries in months.annotate(Sum("amount_minor"), Count("pk"))}
