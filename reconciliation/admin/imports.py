"""Imports: the upload, the result, and the actions of reviewers."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.timesince import timesince
from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from finance.models import Account
from finance.templatetags.money import money
from people.staff import OrganizationFilter, is_member
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
from reconciliation.models import StatementImport, Step
from reconciliation.presentation.formats import document_type, figure, provider_name
from reconciliation.presentation.import_list import RUNNING, VERDICTS, summary_of
from reconciliation.presentation.labels.model_proposals import disagreement
from reconciliation.presentation.labels.processing import failure
from reconciliation.presentation.statement_page.sheet import Sheet, sheets_of
from reconciliation.reports.bank_reconciliation import to_be_signed
from reconciliation.reports.registers import decisions_and_exceptions
from reconciliation.reports.report import ReportColumn, ReportRow, ReportTable
from reconciliation.reports.rows import rows_of_every_list
from reconciliation.views.access import with_accounts

PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class StatementPanel:
    """One statement of the file: its sheet, the checks that its sums rest on with the reasons for its open points, and its tables."""

    sheet: Sheet
    notes: Sequence[str]
    tables: Sequence[ReportTable]


def page_of(statement_import: StatementImport, request: HttpRequest) -> dict[str, Any]:
    """Return the values for the template; `in_the_app` if the app shows this import to the same user."""
    sheets = [] if statement_import.status in RUNNING else sheets_of(statement_import)
    panels = []
    for sheet in sheets:
        tables = [to_be_signed(sheet)[0], *rows_of_every_list(sheet), *decisions_and_exceptions(sheet)]
        opening = sheet.verdict["opening_balance"]
        sides = {"bank": figure(opening["statement"], sheet.currency), "cleared": figure(opening["ledger"], sheet.currency)}
        checks = [f"{sheet.brought_forward.says}: {gettext('Bank %(bank)s, cleared %(cleared)s') % sides}", sheet.adds_up.says]
        reasons = [f"{reason.says} {reason.advice}".rstrip() for reason in sheet.reasons]
        panels.append(StatementPanel(sheet, [*checks, *reasons], [table for table in tables if table.rows]))
    # all runs, the latest first
    runs: QuerySet[Any] = statement_import.runs.annotate(
        seconds=Sum("steps__seconds"), asked=Sum("steps__input_tokens"), told=Sum("steps__output_tokens"), cost=Sum("steps__cost")
    )
    columns = (
        ReportColumn("number", gettext("Run"), is_figure=True),
        ReportColumn("cause", gettext("Why")),
        ReportColumn("verdict", gettext("verdict")),
        ReportColumn("started", gettext("On")),
        ReportColumn("provider", gettext("Provider")),
        ReportColumn("seconds", gettext("Seconds"), is_figure=True),
        ReportColumn("tokens", gettext("Tokens"), is_figure=True),
        ReportColumn("cost", gettext("US dollars"), is_figure=True),
    )
    rows = []
    for run in runs:
        tokens = "" if run.asked is None else f"{run.asked} + {'?' if run.told is None else run.told}"
        seconds = None if run.seconds is None else f"{run.seconds:.2f}"
        cause, verdict, provider = str(run.get_cause_display()), str(dict(VERDICTS).get(run.verdict, "")), str(provider_name(run.provider))
        rows.append(ReportRow((run.number, cause, verdict, localdate(run.started_at), provider, seconds, tokens, dollars(run.cost))))
    return {
        "summary": summary_of(statement_import),
        "papers": panels,
        "runs": ReportTable("runs", gettext("Runs"), columns, rows),
        "disagreements": [disagreement(difference) for difference in (statement_import.reconciliation or {}).get("disagreements", [])],
        "in_the_app": is_member(request, statement_import.organization),
    }


def dollars(amount: Decimal | None) -> str:
    """Return the cost of models in US dollars to a hundredth of a cent; empty if unknown."""
    return "" if amount is None else figure(amount.quantize(Decimal("0.0001")))


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
        "verdict_in_words", "error_in_words", "statements_listed", "runs_listed", "unseen_shown", "account_chosen", "provider_named",
        "document_type_in_words", "cost",
        "reconciliation_shown", "extracted_data_shown", "sandbox_shown",
    )  # fmt: skip
    fieldsets = [
        (None, {"fields": ("organization", "status", "verdict_in_words", "error_in_words", "account_chosen", "provider_named", "cost")}),
        (_("Document"), {"classes": ["collapse"], "fields": (
            "filename", "sha256", "size", "pages", "document_type_in_words", "summary", "uploaded_by", "channel", "uploaded_at",
            "hidden_text", "unseen_shown",
        )}),
        (_("Evidence and runs"), {"classes": ["collapse"], "fields": ("statements_listed", "runs_listed", "attempts", "finished_at")}),
        (_("As it is stored"), {"classes": ["collapse"], "fields": ("reconciliation_shown", "extracted_data_shown", "sandbox_shown")}),
    ]  # fmt: skip

    change_form_template = "admin/reconciliation/import.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[StatementImport]:
        unpriced = Step.objects.filter(run__statement_import=OuterRef("pk"), input_tokens__isnull=False, cost=None)
        imports: Any = super().get_queryset(request)
        is_list = request.resolver_match is not None and str(request.resolver_match.url_name).endswith("changelist")
        if is_list and request.method == "GET" and "status__exact" not in request.GET:
            imports = imports.listed()
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

    @admin.display(description=_("document type"))
    def document_type_in_words(self, statement_import: StatementImport) -> str:
        return document_type(statement_import.document_type) or NOTHING

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

    @admin.display(description=_("hidden text"))
    def unseen_shown(self, statement_import: StatementImport) -> str:
        return readable(statement_import.unseen)

    @admin.display(description=_("reconciliation"))
    def reconciliation_shown(self, statement_import: StatementImport) -> str:
        return readable(statement_import.reconciliation)

    @admin.display(description=_("extracted data"))
    def extracted_data_shown(self, statement_import: StatementImport) -> str:
        return readable(statement_import.extracted_data)

    @admin.display(description=_("sandbox"))
    def sandbox_shown(self, statement_import: StatementImport) -> str:
        return readable(statement_import.sandbox)
