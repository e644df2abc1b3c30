"""Tables of accounts with their monthly sums, which balances are computed from, and of entries and their changes.

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
from django.db.models import BooleanField, DateField, F, Func, Q, UUIDField, Value
from django.utils.translation import gettext_lazy as _

from finance.account_numbers import visible_end
from finance.locks import locks_on, opening_is_locked
from finance.money import LARGEST, Money, MoneyIfKnown, is_currency
from finance.paging import KeysetPage, PageKey, together
from people.models import Membership, Organization
from people.tenancy import OrganizationQuerySet, ValidatedAcrossOrganizations


class AccountQuerySet(OrganizationQuerySet["Account"]):
    def visible_to(self, membership: Membership) -> Self:
        """Return the accounts of the member's organization; for a client only the given ones."""
        accounts = self.of(membership.organization)
        return accounts.filter(clients=membership) if membership.sees_given_accounts_only else accounts


class Account(ValidatedAcrossOrganizations):
    """An account in the ledger that a bank also keeps."""

    class Kind(models.TextChoices):
        CHECKING = "checking", _("Checking")
        SAVINGS = "savings", _("Savings")
        CREDIT_CARD = "credit_card", _("Credit card")
        LOAN = "loan", _("Loan")
        CASH = "cash", _("Cash")
        INVESTMENT = "investment", _("Investment")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="accounts", verbose_name=_("organization"))
    name = models.CharField(_("name"), max_length=200)
    kind = models.CharField(_("kind"), max_length=20, choices=Kind.choices, default=Kind.CHECKING)
    currency = models.CharField(_("currency"), max_length=3)
    institution = models.CharField(_("institution"), max_length=200, blank=True)
    number = models.CharField(_("number, or its last digits"), max_length=40, blank=True)
    opening_balance_minor = models.BigIntegerField(null=True, blank=True)
    opening_balance = MoneyIfKnown("opening_balance_minor", currency=lambda account: account.currency)
    opening_date = models.DateField(_("opening date"), null=True, blank=True)
    opening_origin = models.CharField(max_length=100, blank=True)
    locked_until = models.DateField(_("locked up to"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = AccountQuerySet.as_manager()

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "name"], name="one_account_a_name"),
            models.CheckConstraint(
                condition=Q(kind__in=["checking", "savings", "credit_card", "loan", "cash", "investment"]), name="kind_is_known"
            ),
            models.CheckConstraint(condition=Q(currency__regex=r"^[A-Z]{3}$"), name="currency_is_a_code"),
            models.CheckConstraint(
                condition=Q(opening_balance_minor__isnull=True) | Q(opening_date__isnull=False), name="an_opening_balance_has_its_day"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Validate the currency and the opening balance, which must precede all entries."""
        if not is_currency(self.currency):
            raise ValidationError({"currency": _("This is not a currency code of ISO 4217.")})
        if self.opening_date is None and self.opening_balance_minor is not None:
            raise ValidationError({"opening_date": _("An opening balance needs its date.")})
        if self.opening_date and self.transactions.too_early_for(self.opening_date).exists():
            raise ValidationError({"opening_date": _("Some entries are dated earlier: their amounts would count twice.")})
        before = Account.objects.across_organizations("validation looks at this row itself").filter(pk=self.pk).first()
        if before and opening_is_locked(before, self):
            raise ValidationError(_("The opening balance is locked: balances that were signed off or closed depend on it."))

    @property
    def masked_number(self) -> str:
        """Return the end of the number that tells it apart from others."""
        return f"••••\N{NO-BREAK SPACE}{visible_end(self.number)}" if self.number else ""


class MonthlySumQuerySet(OrganizationQuerySet["MonthlySum"]):
    organization_path = "account__organization"


class MonthlySum(models.Model):
    """Sum and number of an account's counting entries dated in one month (`month` is its first day).

    Database triggers write it in the transaction of the entry; besides them only `finance.balances.rebuild` does.
    It has no foreign key, because older releases without this table delete accounts too; a trigger deletes its rows with them.
    """

    account = models.ForeignKey(
        "finance.Account", on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="monthly_sums"
    )
    month = models.DateField()
    amount_minor = models.BigIntegerField()
    entries = models.BigIntegerField()

    objects = MonthlySumQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "month"], name="one_sum_a_month"),
            models.CheckConstraint(  # SQLite would go on in floats
                condition=models.Q(amount_minor__range=(-LARGEST, LARGEST)), name="a_sum_is_whole"
            ),
        ]


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

    def page(self, *, size: int, after: PageKey | None = None) -> KeysetPage[Transaction]:
        """Return up to `size` entries in order of booking after the key `after`; the last page is as fast as the first."""
        rows = self.beyond(after) if after else self
        entries = list(rows.order_by("booked_on", "id")[: size + 1])
        last = entries[size - 1] if len(entries) > size else None
        return KeysetPage(rows=tuple(entries[:size]), next_key=PageKey(booked_on=last.booked_on, id=last.id) if last else None)

    def newer_than(self, row: Transaction) -> Self:
        """Return the entries after this one in order of booking."""
        return self.beyond(PageKey(booked_on=row.booked_on, id=row.id))

    def matching(self, text: str, units: int | None = None) -> Self:
        """Return entries with this text, or with this amount in minor units, of either sign."""
        words = Q(description__icontains=text) | Q(reference__icontains=text) | Q(number=text) | Q(coding__payee__icontains=text)
        return self.filter(words if units is None else words | Q(amount_minor__in=[units, -units]))

    def beyond(self, key: PageKey) -> Self:
        """Return the entries after a key, by a row comparison (day, id) > (1, 2), which one index over both columns answers."""
        columns = together(F("booked_on"), F("id"))
        bounds = together(Value(key.booked_on, DateField()), Value(key.id, UUIDField()))
        return self.filter(Func(columns, bounds, template="%(expressions)s", arg_joiner=" > ", output_field=BooleanField()))


class EntryChangeQuerySet(OrganizationQuerySet["EntryChange"]):
    organization_path = "account__organization"


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
    number = models.CharField(_("check number"), max_length=40, blank=True)
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
            raise ValidationError({"booked_on": _("Dated before the account's opening date: it is part of the opening balance.")})
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
