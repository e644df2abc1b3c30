"""The ledger: organizations, who belongs to them, their accounts and what is booked there."""

import datetime as dt
import uuid
from typing import TypeAlias

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from finance import roles
from finance.audit.models import AuditEntry, AuditHead
from finance.coding.models import Coding
from finance.entrance.models import RecoveryCode, SecondFactor
from finance.imports.models import LedgerImport, SavedChoices
from finance.inviting.models import Invitation
from finance.locks import locks_on, opening_is_locked
from finance.money import Money, MoneyIfKnown, is_currency
from finance.monthly.models import MonthlySum
from finance.preferences import Preferences, Reading
from finance.querysets import IN_SIGHT, AccountQuerySet, EntryChangeQuerySet, MembershipQuerySet, TransactionQuerySet
from finance.tenancy import ValidatedAcrossOrganizations
from finance.vault.models import DataKey

__all__ = [
    "Account",
    "AuditEntry",
    "AuditHead",
    "Coding",
    "DataKey",
    "EntryChange",
    "Invitation",
    "LedgerImport",
    "Membership",
    "MonthlySum",
    "Organization",
    "Preferences",
    "RecoveryCode",
    "SavedChoices",
    "SecondFactor",
    "Transaction",
]


class Organization(Reading):
    """The tenant: a household or a firm. Every row belongs to one, and every query starts from one.

    Up to `locked_until` nobody changes its books, up to `owners_only_until` its owners alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(_("short name"), unique=True, max_length=80)
    locked_until = models.DateField(_("locked up to"), null=True, blank=True)
    owners_only_until = models.DateField(_("locked for all but owners up to"), null=True, blank=True)
    two_persons = models.BooleanField(_("who prepared or posted may not review"), default=False)
    prepares_matched = models.BooleanField(_("proved statements are prepared by themselves"), default=False)
    keeps_documents_days = models.PositiveIntegerField(_("days for which documents are kept"), null=True, blank=True)
    is_sample = models.BooleanField(_("sample books"), default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("organization")
        verbose_name_plural = _("organizations")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Membership(ValidatedAcrossOrganizations):
    """A user in an organization, and what they may do there."""

    Role: TypeAlias = roles.Role

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("organization"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("user"))
    role = models.CharField(_("role"), max_length=20, choices=Role.choices, default=Role.VIEWER)
    accounts = models.ManyToManyField("finance.Account", blank=True, related_name="clients", verbose_name=_("accounts given to a client"))
    expires_at = models.DateTimeField(_("ends at"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["organization", "user"], name="one_membership_a_user"),
            models.CheckConstraint(condition=Q(role__in=roles.Role.values), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.organization}"

    def may(self, action: roles.Action, *, now: dt.datetime | None = None) -> bool:
        """Whether this member may do it, today or at `now`. A client's rights end at the accounts given to them: `visible_to`."""
        expired = self.expires_at is not None and self.expires_at <= (now or timezone.now())
        return not expired and action in roles.ALLOWED.get(self.role, frozenset())

    @property
    def sees_given_accounts_only(self) -> bool:
        return self.role == roles.Role.CLIENT


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
        """An account is kept in real money, and its opening balance stands before all of its entries."""
        if not is_currency(self.currency):
            raise ValidationError({"currency": _("This is not a currency code of ISO 4217.")})
        if self.opening_date is None and self.opening_balance_minor is not None:
            raise ValidationError({"opening_date": _("An opening balance needs the day at whose start it held.")})
        if self.opening_date and self.transactions.too_early_for(self.opening_date).exists():
            raise ValidationError({"opening_date": _("Some entries are dated earlier: their amounts would count twice.")})
        before = Account.objects.across_organizations("validation looks at this row itself").filter(pk=self.pk).first()
        if before and opening_is_locked(before, self):
            raise ValidationError(_("The opening balance is locked: balances that people signed off, or closed, rest on it."))

    @property
    def masked_number(self) -> str:
        """The last four digits of the number, as a statement prints it."""
        return f"•••• {self.number[-4:]}" if self.number else ""


class Transaction(ValidatedAcrossOrganizations):
    """One ledger entry of one account. `locked_by` is the period of the locked statement that cleared it, else empty;
    rows are written by `finance.writing` alone."""

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
    """Whether `clean` asks the locks for an owner."""

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
        """For forms: what does not fit, or what a lock holds, is said before anything is written."""
        self.check_fit()
        if self.account_id and self.booked_on:
            self._clean_locks()

    def check_fit(self) -> None:
        """An entry fits its account: not counted by the opening balance already, and reversing one of its own."""
        opened = self.account.opening_date if self.account_id else None
        if opened and self.booked_on and self.booked_on < opened and not self.is_brought_forward:
            raise ValidationError({"booked_on": _("Dated before the account's opening date: the opening balance counts it already.")})
        if self.reversal_of and self.reversal_of.account_id != self.account_id:
            raise ValidationError({"reversal_of": _("Only an entry of the same account can be reversed.")})

    def _clean_locks(self) -> None:
        before = Transaction.objects.across_organizations("validation looks at this row itself").filter(pk=self.pk).first()
        owner = self.clean_for_owner
        locks = list(locks_on(changed=[(before, self)], owner=owner) if before else locks_on(added=[self], owner=owner))
        if locks:
            raise ValidationError([str(lock) for lock in locks])


class EntryChange(models.Model):
    """What an entry said before it was changed or removed, and by whom; `after` is None where it was removed.

    Both are `finance.snapshots`. `by` is None for the organization itself, or for a user who is gone."""

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
