"""Base classes for lists and pages of evidence, which are read-only."""

import json
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from people.staff import VisibleToStaff, across

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
    shown = [(reverse(f"admin:reconciliation_{row._meta.model_name}_change", args=[row.pk]), str(row) or NOTHING) for row in rows]  # noqa: SLF001  Django's name
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
