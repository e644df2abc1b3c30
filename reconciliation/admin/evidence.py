"""Base classes for lists and pages of evidence, which are read-only, and filters for the lists. Each filter knows its choices without
reading the rows."""

import datetime as dt
import json
from calendar import monthrange
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.dates import MONTHS
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from finance.models import Account
from people.addresses import address
from people.staff import VisibleToStaff, across, is_superuser, organizations_seen, seen_of
from reconciliation.models import Statement
from reconciliation.models.querysets import COUNT_LIMIT
from reconciliation.presentation.import_list import SHOWN, TABS, VERDICTS
from reconciliation.presentation.labels.processing import NAMED

if TYPE_CHECKING:
    AnyInline = admin.TabularInline[Any, Any]
else:
    AnyInline = admin.TabularInline

NOTHING = "-"
BREAK = SafeString("<br>")


class EvidenceAdmin(VisibleToStaff):
    """Rows that code wrote: they cannot be changed or removed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_delete_permission = has_change_permission


def readable(value: Any) -> SafeString | str:
    """Return JSON formatted for reading; text from documents and models is escaped."""
    if value in (None, "", [], {}):
        return NOTHING
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False, default=str))


def links(rows: QuerySet[Any]) -> SafeString | str:
    """Return a link to the page of each row."""
    shown = [(address(f"admin:reconciliation_{row._meta.model_name}_change", row.pk), str(row) or NOTHING) for row in rows]  # noqa: SLF001  Django's name
    return format_html_join(BREAK, '<a href="{}">{}</a>', shown) if shown else NOTHING


class Inside(AnyInline):
    """Related rows on the page of a row, for users who may see that page."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_change_permission = has_add_permission

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return across(super().get_queryset(request))


if TYPE_CHECKING:
    AnyPaginator = Paginator[Any]
else:
    AnyPaginator = Paginator

Choices = Sequence[tuple[str, Any]]
MONTHS_OFFERED = 12


class CountedSoFar(AnyPaginator):
    """A count that stops one beyond `COUNT_LIMIT`, so that no list waits for it; filters reach the rest."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[: COUNT_LIMIT + 1].count())


class PersonFilter(admin.SimpleListFilter):
    title = _("state of work")
    parameter_name = "show"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [(key, TABS[key]) for key in SHOWN]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(SHOWN[self.value()]) if self.value() in SHOWN else queryset  # type: ignore[index]  # a str, as it is in SHOWN


class VerdictFilter(admin.SimpleListFilter):
    title = _("verdict")
    parameter_name = "verdict"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return VERDICTS[1:]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(verdict=self.value()) if self.value() else queryset


class ProviderFilter(admin.SimpleListFilter):
    title = _("provider")
    parameter_name = "provider"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return list(NAMED.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(provider=self.value()) if self.value() else queryset


class AccountFilter(admin.SimpleListFilter):
    """The accounts of the organization, once one is chosen."""

    title = _("account")
    parameter_name = "account"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        chosen, visible = request.GET.get("organization", ""), [str(key) for key in organizations_seen(request)]
        if not chosen and len(visible) == 1 and not is_superuser(request):
            chosen = visible[0]
        if not is_superuser(request) and chosen not in visible:
            return []
        try:
            accounts = seen_of(Account.objects.all(), request).filter(organization=chosen)
        except (ValueError, ValidationError):  # it is no id of an organization
            return []
        return [(str(account.pk), account.name) for account in accounts]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.value():
            return queryset
        offered = [key for key, _name in self.lookup_choices if key == self.value()]
        statements = seen_of(Statement.objects.all(), request).filter(account__in=offered)
        return queryset.filter(pk__in=statements.values("statement_import"))


class MonthFilter(admin.SimpleListFilter):
    """The month of the statement, not of its upload; the address may name any month."""

    title = _("month")
    parameter_name = "month"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        today = timezone.localdate()
        months = [divmod(today.year * 12 + today.month - 1 - back, 12) for back in range(MONTHS_OFFERED)]
        return [(f"{year}-{month + 1:02}", f"{MONTHS[month + 1]} {year}") for year, month in months]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        try:
            first = dt.datetime.strptime(self.value() or "", "%Y-%m").date()  # noqa: DTZ007  a month has no zone
        except ValueError:
            return queryset
        last = first.replace(day=monthrange(first.year, first.month)[1])
        return queryset.filter(period_start__lte=last, period_end__gte=first)
