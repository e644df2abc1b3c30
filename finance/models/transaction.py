"""Tables of entries, with the values of their origin, and of their changes.

A snapshot is the values of an entry as plain JSON, stored when it changes, to be shown and restored exactly.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Self
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import BooleanField, DateField, F, Func, Q, TextField, UUIDField, Value
from django.utils.translation import gettext_lazy as _

from finance.locks import locks_on
from finance.models.account import Account
from finance.money import Money
from finance.paging import KeysetPage, PageKey
from people.models import Membership, Organization
from people.tenancy import OrganizationQuerySet, ValidatedAcrossOrganizations

IN_SIGHT = Q(status="pending") | Q(is_brought_forward=True) | Q(reversal_of__isnull=False)


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
                own.append(UUID(name))
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


class Transaction(ValidatedAcrossOrganizations):
    """One entry of one account.

    `locked_by` is the period of the locked statement that cleared it, else empty. Only `finance.ledger_writer` writes rows.
    """

    class Status(models.TextChoices):
        PENDING = "pending", _("Pending")
        POSTED = "posted", _("Posted")
        VOID = "void", _("Void")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="transactions", verbose_name=_("account"))
    external_id = models.CharField(_("external id"), max_length=200, blank=True)
    booked_on = models.DateField(_("date"))
    amount_minor = models.BigIntegerField()
    amount = Money("amount_minor", currency=lambda row: row.account.currency)
    description = models.CharField(_("description"), max_length=1000, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.POSTED)
    is_excluded = models.BooleanField(_("left out of balances"), default=False)
    reference = models.CharField(_("reference"), max_length=200, blank=True)
    number = models.CharField(_("cheque number"), max_length=40, blank=True)
    is_brought_forward = models.BooleanField(_("outstanding at the opening"), default=False)
    reversal_of = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="reversals", verbose_name=_("reversal of")
    )
    origin = models.CharField(max_length=100, blank=True)
    locked_by = models.CharField(max_length=100, blank=True, editable=False)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    clean_for_owner = False
    """True if `clean` checks the locks for an owner."""

    objects = TransactionQuerySet.as_manager()

    class Meta:
        verbose_name = _("transaction")
        verbose_name_plural = _("transactions")
        ordering = ["booked_on", "id"]
        indexes = [
            models.Index(fields=["account", "booked_on", "id"], name="transactions_by_day"),
            models.Index(  # balances are summed from the index alone
                fields=["account", "booked_on", "amount_minor"], condition=Q(status="posted", is_excluded=False), name="posted_amounts"
            ),
            models.Index(fields=["account", "booked_on"], condition=IN_SIGHT, name="entries_in_sight"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["account", "external_id"], condition=~Q(external_id=""), name="one_transaction_an_external_id"),
            models.CheckConstraint(condition=Q(status__in=["pending", "posted", "void"]), name="status_is_known"),
            models.CheckConstraint(condition=~Q(reversal_of=F("id")), name="nothing_reverses_itself"),
        ]

    def __str__(self) -> str:
        return f"{self.booked_on} {self.amount} {self.description}"

    def clean(self) -> None:
        """Validate the entry and check the locks, for forms."""
        self.check_fit()
        if not self.account_id or not self.booked_on:
            return
        before = Transaction.objects.across_organizations("validation looks at this row itself").filter(pk=self.pk).first()
        owner = self.clean_for_owner
        locks = list(locks_on(changed=[(before, self)], owner=owner) if before else locks_on(added=[self], owner=owner))
        if locks:
            raise ValidationError([str(lock) for lock in locks])

    def check_fit(self) -> None:
        """Raise ValidationError if the opening balance already includes the entry, or if it reverses one of another account."""
        opened = self.account.opening_date if self.account_id else None
        if opened and self.booked_on and self.booked_on < opened and not self.is_brought_forward:
            raise ValidationError({"booked_on": _("Dated before the account's opening date: the opening balance counts it already.")})
        if self.reversal_of and self.reversal_of.account_id != self.account_id:
            raise ValidationError({"reversal_of": _("Only an entry of the same account can be reversed.")})


class EntryChange(models.Model):
    """The values of an entry before and after a change, and its author; `after` is None if it was removed.

    Both are snapshots. `by` is None for the organization itself or a deleted user.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="changes")
    entry = models.UUIDField()
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    before = models.JSONField()
    after = models.JSONField(null=True)

    objects = EntryChangeQuerySet.as_manager()

    class Meta:
        ordering = ["at", "id"]
        indexes = [models.Index(fields=["account", "at"], name="entry_changes_by_time")]


BY_HAND = "manual"
STARTED_FROM = "statement:"
POSTED_FROM = "posted:"
"""Prefixes of entries from a statement's file, followed by its SHA-256.

Entries that an account was started with prove nothing about that file; entries posted from it by a person are counted separately.
"""

Json = dict[str, Any]

WRITTEN = (
    "account_id", "external_id", "booked_on", "amount_minor", "description", "status", "is_excluded",
    "reference", "number", "is_brought_forward", "reversal_of_id", "origin",
)  # fmt: skip
"""Every column that writers of entries may set."""


def snapshot(entry: Transaction) -> Json:
    """Return the entry's values: money in minor units, days as ISO 8601, keys as text."""
    values = {name: getattr(entry, name) for name in WRITTEN}
    for name, value in values.items():
        if isinstance(value, dt.date):
            values[name] = value.isoformat()
        elif isinstance(value, UUID):
            values[name] = str(value)
    return values


def restore(entry: Transaction, values: Json) -> None:
    """Set the entry's columns to stored values without writing the row."""
    for name in WRITTEN:
        value = values[name]
        if value is not None and name == "booked_on":
            value = dt.date.fromisoformat(value)
        elif value is not None and name in {"account_id", "reversal_of_id"}:
            value = UUID(value)
        setattr(entry, name, value)
