"""Tables of accounts and of their monthly sums, which balances are computed from."""

from __future__ import annotations

import uuid
from typing import Self

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from finance.locks import opening_is_locked
from finance.money import LARGEST, MoneyIfKnown, is_currency
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
            raise ValidationError({"opening_date": _("An opening balance needs the day at whose start it held.")})
        if self.opening_date and self.transactions.too_early_for(self.opening_date).exists():
            raise ValidationError({"opening_date": _("Some entries are dated earlier: their amounts would count twice.")})
        before = Account.objects.across_organizations("validation looks at this row itself").filter(pk=self.pk).first()
        if before and opening_is_locked(before, self):
            raise ValidationError(_("The opening balance is locked: balances that people signed off, or closed, rest on it."))

    @property
    def masked_number(self) -> str:
        """Return the last four digits of the number, as statements print it."""
        return f"•••• {self.number[-4:]}" if self.number else ""


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
