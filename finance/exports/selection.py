"""The entries of an account to export."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Q

from finance.models import Account
from finance.models.querysets import TransactionQuerySet
from finance.models.transaction import BY_HAND, POSTED_FROM

ADDED_HERE = Q(origin=BY_HAND) | Q(origin__startswith=POSTED_FROM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Days are inclusive, None for no limit. `added_here` leaves out entries from files of the books, which have them already."""

    account: Account
    first: dt.date | None = None
    last: dt.date | None = None
    added_here: bool = False

    def rows(self) -> TransactionQuerySet:
        """Return the entries with their codes, oldest first."""
        rows = self.account.transactions.select_related("account", "coding").order_by("booked_on", "id")
        rows = rows.filter(booked_on__gte=self.first) if self.first else rows
        rows = rows.filter(booked_on__lte=self.last) if self.last else rows
        return rows.filter(ADDED_HERE) if self.added_here else rows

    @property
    def is_whole(self) -> bool:
        return self == Selection(account=self.account)
