"""The ledger in Django's admin: superusers edit all rows, other staff view their organizations' rows; amounts are decimals."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from finance.categories import codes_of
from finance.forms.account import MoneyForm, amount_field
from finance.ledger_writer import write_entries
from finance.locks import locks_on
from finance.models import Account, Transaction
from finance.templatetags.money import balance, money
from people.forms import AnyModelForm
from people.models import Membership, Organization
from people.staff import OrganizationFilter, VisibleToStaff, user_of


class GuardedByLocks(VisibleToStaff):
    """An admin that refuses to delete rows whose entries are locked. `taken_by` is the lookup from an entry to the row."""

    taken_by: str

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        listed, counts, lacking, protected = super().get_deleted_objects(objs, request)
        entries = Transaction.objects.across_organizations("the admin")
        taken = entries.filter(**{f"{self.taken_by}__in": [row.pk for row in objs]})
        locks = locks_on(removed=taken.select_related("account__organization"))
        return listed, counts, lacking, [*protected, *map(str, locks)]


def _unbroken(amount: str) -> str:
    """Return markup that keeps the minus and its figure on one line."""
    return format_html('<span class="unbroken">{}</span>', amount)


class AccountAdminForm(MoneyForm):
    amounts = ("opening_balance",)
    opening_balance = amount_field(label=_("opening balance"), required=False, help_text=_("Leave it empty if it is not known."))

    class Meta:
        model = Account
        fields = ["organization", "name", "kind", "currency", "institution", "number", "opening_balance", "opening_date", "locked_until"]

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
            raise ValidationError(_("Choose accounts of the same organization."))
        return values


@admin.register(Organization)
class OrganizationAdmin(GuardedByLocks):
    taken_by = "account__organization"
    list_display = ["name", "slug", "created_at"]
    search_fields = ["name", "slug"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Add the short name of an existing organization: the addresses of its pages have it."""
        return [*self.readonly_fields, *(["slug"] if obj else [])]

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> dict[str, Sequence[str]]:
        return {} if obj else {"slug": ["name"]}


@admin.register(Membership)
class MembershipAdmin(VisibleToStaff):
    form = MembershipAdminForm
    list_display = ["user", "organization", "role", "expires_at"]
    list_filter = ["role", OrganizationFilter]
    list_select_related = ["user", "organization"]
    search_fields = ["user__username", "user__email", "organization__name"]
    autocomplete_fields = ["organization", "user", "accounts"]


@admin.register(Account)
class AccountAdmin(GuardedByLocks):
    taken_by = "account"
    form = AccountAdminForm
    list_display = ["name", "organization", "kind", "currency", "opening_balance_shown", "opening_date"]
    list_filter = [OrganizationFilter, "kind", "currency"]
    list_select_related = ["organization"]
    search_fields = ["name", "institution", "number", "organization__name"]
    autocomplete_fields = ["organization"]
    readonly_fields = ["opening_origin"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Add the fields that an account's entries depend on."""
        return [*self.readonly_fields, *(["organization", "currency"] if obj else [])]

    @admin.display(description=_("opening balance"), ordering="opening_balance_minor")
    def opening_balance_shown(self, account: Account) -> str:
        return _unbroken(balance(account.opening_balance, account))


@admin.register(Transaction)
class TransactionAdmin(GuardedByLocks):
    taken_by = "pk"
    form = TransactionAdminForm
    list_display = ["booked_on", "account", "description", "amount_shown", "status"]
    list_filter = [OrganizationFilter, "status", "is_excluded", "is_brought_forward"]
    list_select_related = ["account"]
    search_fields = ["description", "external_id", "reference", "number", "account__name"]
    autocomplete_fields = ["account", "reversal_of"]
    readonly_fields = ["origin", "booked_as"]
    show_full_result_count = False

    def save_model(self, request: HttpRequest, obj: Transaction, form: Any, change: bool) -> None:  # noqa: FBT001  Django's own signature
        write_entries(by=user_of(request), **{"changed" if change else "added": [obj]})

    def delete_model(self, request: HttpRequest, obj: Transaction) -> None:
        write_entries(by=user_of(request), removed=[obj])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Transaction]) -> None:
        write_entries(by=user_of(request), removed=queryset)

    @admin.display(description=_("Booked as"))
    def booked_as(self, row: Transaction) -> str:
        return " · ".join(filter(None, codes_of(row).as_json().values())) or "—"

    @admin.display(description=_("amount"), ordering="amount_minor")
    def amount_shown(self, row: Transaction) -> str:
        return _unbroken(money(row.amount, row.account.currency))
