"""Tables of entries, with the values of their origin, and of their changes."""

import uuid

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from finance.locks import locks_on
from finance.models.account import Account
from finance.models.querysets import IN_SIGHT, EntryChangeQuerySet, TransactionQuerySet
from finance.money import Money
from people.tenancy import ValidatedAcrossOrganizations


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

    Both are `finance.snapshots`. `by` is None for the organization itself or a deleted user.
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
