"""Querysets of accounts and entries."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from django.db.models import BooleanField, DateField, F, Func, Q, TextField, UUIDField, Value

from finance.paging import KeysetPage, PageKey
from people.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    from finance.models import Account, EntryChange, Transaction  # noqa: F401  named in base classes
    from people.models import Membership, Organization

IN_SIGHT = Q(status="pending") | Q(is_brought_forward=True) | Q(reversal_of__isnull=False)

__all__ = [
    "AccountQuerySet",
    "EntryChangeQuerySet",
    "TransactionQuerySet",
]


class AccountQuerySet(OrganizationQuerySet["Account"]):
    def visible_to(self, membership: Membership) -> Self:
        """Return the accounts of the member's organization; for a client only the given ones."""
        accounts = self.of(membership.organization)
        return accounts.filter(clients=membership) if membership.sees_given_accounts_only else accounts


class TransactionQuerySet(OrganizationQuerySet["Transaction"]):
    organization_path = "account__organization"

    def of(self, organization: Organization) -> Self:
        return super().of(organization).select_related("account")

    def visible_to(self, membership: Membership) -> Self:
        rows = self.of(membership.organization)
        return rows.filter(account__clients=membership) if membership.sees_given_accounts_only else rows

    def booked_between(self, first: dt.date, last: dt.date) -> Self:
        """Return entries from `first` to `last`, both included as on a printed statement."""
        return self.filter(booked_on__range=(first, last))

    def posted(self) -> Self:
        """Return the entries that count in a balance: posted, not void, not left out."""
        return self.filter(status="posted", is_excluded=False)

    def in_sight(self) -> Self:
        """Return entries that may concern a statement at any age: pending, outstanding at the opening, or reversing another."""
        return self.filter(IN_SIGHT)

    def held(self) -> Self:
        """Return the entries that a locked statement has cleared."""
        return self.exclude(locked_by="")

    def named(self, names: Iterable[str]) -> Self:
        """Return entries by their external id, or by their own id if they have none, as verdicts name them."""
        wanted, own = list(names), []
        for name in wanted:
            with suppress(ValueError):
                own.append(uuid.UUID(name))
        return self.filter(Q(external_id__in=wanted) | Q(pk__in=own, external_id=""))

    def too_early_for(self, opening_date: dt.date) -> Self:
        """Return the entries that an opening balance of that day already includes."""
        return self.filter(booked_on__lt=opening_date, is_brought_forward=False)

    def page(self, *, size: int, after: PageKey | None = None, newest_first: bool = False) -> KeysetPage[Transaction]:
        """Return up to `size` entries in order of booking after the key `after`; the last page is as fast as the first."""
        rows = self.order_by("-booked_on", "-id") if newest_first else self.order_by("booked_on", "id")
        if after:
            # A row comparison (day, id) < (1, 2), which one index over both columns answers.
            columns = _together(F("booked_on"), F("id"))
            bounds = _together(Value(after.booked_on, DateField()), Value(after.id, UUIDField()))
            sign = " < " if newest_first else " > "
            rows = rows.filter(Func(columns, bounds, template="%(expressions)s", arg_joiner=sign, output_field=BooleanField()))
        entries = list(rows[: size + 1])
        last = entries[size - 1] if len(entries) > size else None
        return KeysetPage(rows=tuple(entries[:size]), next_key=PageKey(booked_on=last.booked_on, id=last.id) if last else None)


class EntryChangeQuerySet(OrganizationQuerySet["EntryChange"]):
    organization_path = "account__organization"


def _together(*parts: F | Value) -> Func:
    return Func(*parts, template="(%(expressions)s)", output_field=TextField())
