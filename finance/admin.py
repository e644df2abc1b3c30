"""The ledger in Django's admin: every organization's rows, for superusers; amounts as decimals."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from finance.forms.money import AnyModelForm, MoneyForm, amount_field
from finance.models import Account, Membership, Organization, Transaction
from finance.templatetags.money import balance, money
from finance.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    AnyModelAdmin = admin.ModelAdmin[Any]
else:
    AnyModelAdmin = admin.ModelAdmin


class AcrossOrganizations(AnyModelAdmin):
    """An admin of rows that belong to organizations: for superusers, who see them all."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return _across(super().get_queryset(request))

    def get_field_queryset(self, db: str | None, db_field: Any, request: HttpRequest | None) -> QuerySet[Any]:
        """What a related field may be set to."""
        ordered = super().get_field_queryset(db, db_field, request)  # type: ignore[arg-type]  # stubs say str, Django passes None too
        return _across(db_field.remote_field.model._default_manager.using(db) if ordered is None else ordered)  # noqa: SLF001  Django's name

    def has_module_permission(self, request: HttpRequest) -> bool:
        return _is_superuser(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return _is_superuser(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return _is_superuser(request)

    has_change_permission = has_delete_permission = has_view_permission


def _across(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.across_organizations("the admin of a superuser") if isinstance(rows, OrganizationQuerySet) else rows


def _unbroken(amount: str) -> str:
    """A narrow column may not part the minus from its figure."""
    return format_html('<span class="unbroken">{}</span>', amount)


def _is_superuser(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_superuser)


class AccountAdminForm(MoneyForm):
    amounts = ("opening_balance",)
    opening_balance = amount_field(label=_("opening balance"), required=False, help_text=_("Leave it empty if it is not known."))

    class Meta:
        model = Account
        fields = ["organization", "name", "kind", "currency", "institution", "number", "opening_balance", "opening_date"]

    def currency(self, values: Mapping[str, Any]) -> str | None:
        currency: str = values.get("currency", self.instance.currency)
        return currency


class TransactionAdminForm(MoneyForm):
    amounts = ("amount",)
    amount = amount_field(label=_("amount"))

    class Meta:
        model = Transaction
        fields = [
            "account", "external_id", "booked_on", "amount", "description", "status", "is_excluded",
            "reference", "number", "is_brought_forward", "reversal_of",
        ]  # fmt: skip

    def currency(self, values: Mapping[str, Any]) -> str | None:
        return values["account"].currency if values.get("account") else None


class MembershipAdminForm(AnyModelForm):
    class Meta:
        model = Membership
        fields = ["organization", "user", "role", "accounts", "expires_at"]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if any(account.organization != values.get("organization") for account in values.get("accounts", ())):
            raise ValidationError(_("Only accounts of the same organization can be given."))
        return values


@admin.register(Organization)
class OrganizationAdmin(AcrossOrganizations):
    list_display = ["name", "slug", "created_at"]
    search_fields = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}


@admin.register(Membership)
class MembershipAdmin(AcrossOrganizations):
    form = MembershipAdminForm
    list_display = ["user", "organization", "role", "expires_at"]
    list_filter = ["role", "organization"]
    list_select_related = ["user", "organization"]
    search_fields = ["user__username", "user__email", "organization__name"]
    autocomplete_fields = ["organization", "user", "accounts"]


@admin.register(Account)
class AccountAdmin(AcrossOrganizations):
    form = AccountAdminForm
    list_display = ["name", "organization", "kind", "currency", "opening_balance_shown", "opening_date"]
    list_filter = ["organization", "kind", "currency"]
    list_select_related = ["organization"]
    search_fields = ["name", "institution", "number", "organization__name"]
    autocomplete_fields = ["organization"]
    readonly_fields = ["opening_origin"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """What an account's rows rest on cannot change under them."""
        return [*self.readonly_fields, *(["organization", "currency"] if obj else [])]

    @admin.display(description=_("opening balance"), ordering="opening_balance_minor")
    def opening_balance_shown(self, account: Account) -> str:
        return _unbroken(balance(account.opening_balance, account))


@admin.register(Transaction)
class TransactionAdmin(AcrossOrganizations):
    form = TransactionAdminForm
    list_display = ["booked_on", "account", "description", "amount_shown", "status"]
    list_filter = ["account__organization", "status", "is_excluded", "is_brought_forward"]
    list_select_related = ["account"]
    search_fields = ["description", "external_id", "reference", "number", "account__name"]
    autocomplete_fields = ["account", "reversal_of"]
    readonly_fields = ["origin"]
    show_full_result_count = False

    @admin.display(description=_("amount"), ordering="amount_minor")
    def amount_shown(self, row: Transaction) -> str:
        return _unbroken(money(row.amount, row.account.currency))
