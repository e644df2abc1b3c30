"""Imports: the upload, the result, and the actions of reviewers."""

from decimal import Decimal
from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy as _

from finance.models import Account
from finance.templatetags.money import money
from people.staff import OrganizationFilter
from reconciliation.admin.actions import ImportActions
from reconciliation.admin.evidence import (
    NOTHING,
    AccountFilter,
    CountedSoFar,
    MonthFilter,
    PersonFilter,
    ProviderFilter,
    VerdictFilter,
    links,
    readable,
)
from reconciliation.admin.page import dollars, page_of
from reconciliation.models import StatementImport, Step
from reconciliation.presentation.formats import figure, provider_name
from reconciliation.presentation.import_list import summary_of
from reconciliation.presentation.labels import failure
from reconciliation.views.imports import with_accounts

PER_PAGE = 50


@admin.register(StatementImport)
class StatementImportAdmin(ImportActions):
    list_display = ["filename", "verdict_in_words", "difference", "accounts", "organization", "provider_named", "cost", "age"]
    list_filter = [
        PersonFilter, VerdictFilter, "status", OrganizationFilter, AccountFilter, ProviderFilter, MonthFilter, "hidden_text",
    ]  # fmt: skip
    list_select_related = ["organization"]
    list_per_page = PER_PAGE
    paginator = CountedSoFar
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    ordering = ["-uploaded_at"]
    search_fields = ["filename", "sha256", "organization__name"]
    search_help_text = _("File, its SHA-256, or organization")
    readonly_fields = (
        "verdict_in_words", "error_in_words", "statements_listed", "runs_listed", "unseen_shown", "account_chosen", "cost",
        "reconciliation_shown", "extracted_data_shown", "sandbox_shown",
    )  # fmt: skip
    fieldsets = [
        (None, {"fields": ("organization", "status", "verdict_in_words", "error_in_words", "account_chosen", "provider", "cost")}),
        (_("Document"), {"classes": ["collapse"], "fields": (
            "filename", "sha256", "size", "pages", "document_type", "summary", "uploaded_by", "channel", "uploaded_at", "hidden_text",
            "unseen_shown",
        )}),
        (_("Evidence and runs"), {"classes": ["collapse"], "fields": ("statements_listed", "runs_listed", "attempts", "finished_at")}),
        (_("As it is stored"), {"classes": ["collapse"], "fields": ("reconciliation_shown", "extracted_data_shown", "sandbox_shown")}),
    ]  # fmt: skip

    change_form_template = "admin/reconciliation/import.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[StatementImport]:
        unpriced = Step.objects.filter(run__statement_import=OuterRef("pk"), input_tokens__isnull=False, cost=None)
        imports: Any = super().get_queryset(request)
        return with_accounts(imports).annotate(has_unpriced=Exists(unpriced))

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the proof and both sides above the fields."""
        return super().render_change_form(request, context | page_of(context["original"], request), *args, **kwargs)

    @admin.display(description=_("verdict"), ordering="verdict")
    def verdict_in_words(self, statement_import: StatementImport) -> str:
        headline = summary_of(statement_import).headline
        return format_html('<span class="tone {}">{}</span> {}', headline.tone, headline.tag, headline.detail)

    @admin.display(description=_("difference"), ordering="to_settle_hundredths")
    def difference(self, statement_import: StatementImport) -> str:
        """Return the open difference in the statement's currency."""
        summary = summary_of(statement_import)
        if summary.difference is None:
            return NOTHING
        shown = money(summary.difference, summary.currency) if summary.currency else figure(summary.difference)
        return format_html('<span class="unbroken">{}</span>', shown)

    @admin.display(description=_("account"))
    def accounts(self, statement_import: StatementImport) -> str:
        return ", ".join(summary_of(statement_import).accounts) or NOTHING

    @admin.display(description=_("provider"), ordering="provider")
    def provider_named(self, statement_import: StatementImport) -> str:
        return provider_name(statement_import.provider) or NOTHING

    @admin.display(description=_("US dollars"), ordering="nanodollars")
    def cost(self, statement_import: StatementImport) -> str:
        """Return the cost of its last reading, or None if a model has no price."""
        if statement_import.has_unpriced:  # type: ignore[attr-defined]  # annotated above
            return str(_("not known"))
        return dollars(Decimal(statement_import.nanodollars).scaleb(-9))

    @admin.display(description=_("age"), ordering="-uploaded_at")
    def age(self, statement_import: StatementImport) -> str:
        return timesince(statement_import.uploaded_at, depth=1)

    @admin.display(description=_("error"))
    def error_in_words(self, statement_import: StatementImport) -> str:
        wrong = failure(statement_import.error)
        return f"{wrong.what} {wrong.advice}" if wrong else NOTHING

    @admin.display(description=_("chosen account"))
    def account_chosen(self, statement_import: StatementImport) -> Account | None:
        return statement_import.chosen_account

    @admin.display(description=_("statements"))
    def statements_listed(self, statement_import: StatementImport) -> str:
        return links(statement_import.statements.all())

    @admin.display(description=_("runs"))
    def runs_listed(self, statement_import: StatementImport) -> str:
        return links(statement_import.runs.all())

    @admin.display(description=_("what no reader sees"))
    def unseen_shown(self, statement_import: StatementImport) -> str:
        return readable(statement_import.unseen)

    @admin.display(description=_("reconciliation"))
    def reconciliation_shown(self, statement_import: StatementImport) -> str:
        return readable(statement_import.reconciliation)

    @admin.display(description=_("extracted data"))
    def extracted_data_shown(self, statement_import: StatementImport) -> str:
        return readable(statement_import.extracted_data)

    @admin.display(description=_("what confined the reader"))
    def sandbox_shown(self, statement_import: StatementImport) -> str:
        return readable(statement_import.sandbox)
