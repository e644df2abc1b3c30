"""Imports in Django's admin: every verdict readable, every step of every run; evidence is looked at, never edited."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from finance.admin import AcrossOrganizations
from finance.tenancy import OrganizationQuerySet
from reconciliation import services
from reconciliation.models import ProviderConsent, Run, Spending, Statement, StatementImport, StatementLine, Step
from reconciliation.words import failure, headline
from reconciliation.words.repairs import repair_in_words

if TYPE_CHECKING:
    AnyInline = admin.TabularInline[Any, Any]
else:
    AnyInline = admin.TabularInline

NOTHING = "-"
BREAK = SafeString("<br>")


class Evidence(AcrossOrganizations):
    """Rows that code wrote: superusers see them all, nobody changes or removes one."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_delete_permission = has_change_permission


def readable(value: Any) -> SafeString | str:
    """JSON laid out for reading; what came from documents and models is escaped."""
    if value in (None, "", [], {}):
        return NOTHING
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False, default=str))


def links(rows: QuerySet[Any]) -> SafeString | str:
    """A link to the page of each row."""
    shown = [(reverse(f"admin:reconciliation_{row._meta.model_name}_change", args=[row.pk]), str(row) or NOTHING) for row in rows]  # noqa: SLF001  Django's name
    return format_html_join(BREAK, '<a href="{}">{}</a>', shown) if shown else NOTHING


@admin.register(StatementImport)
class StatementImportAdmin(Evidence):
    list_display = ["filename", "verdict_in_words", "status", "organization", "uploaded_at"]
    list_filter = ["status", "verdict", "organization", "hidden_text"]
    list_select_related = ["organization"]
    search_fields = ["filename", "sha256", "organization__name"]
    date_hierarchy = "uploaded_at"
    actions = ["process_again"]
    readonly_fields = fields = (
        "filename", "organization", "status", "verdict_in_words", "error_in_words", "summary", "document_type", "statements_listed",
        "runs_listed", "sha256", "size", "pages", "hidden_text", "unseen_shown", "sandbox", "uploaded_by", "channel", "uploaded_at",
        "provider", "chosen_account", "attempts", "claimed_until", "finished_at", "reconciliation_shown", "extracted_data_shown",
    )  # fmt: skip

    @admin.display(description=_("verdict"), ordering="verdict")
    def verdict_in_words(self, statement_import: StatementImport) -> str:
        return headline(statement_import.reconciliation).sentence if statement_import.reconciliation else NOTHING

    @admin.display(description=_("error"))
    def error_in_words(self, statement_import: StatementImport) -> str:
        wrong = failure(statement_import.error)
        return f"{wrong.what} {wrong.advice}" if wrong else NOTHING

    @admin.display(description=_("statements"))
    def statements_listed(self, statement_import: StatementImport) -> str:
        return links(statement_import.statements.all())

    @admin.display(description=_("runs"))
    def runs_listed(self, statement_import: StatementImport) -> str:
        return links(statement_import.runs.all())

    @admin.display(description=_("reconciliation"))
    def reconciliation_shown(self, statement_import: StatementImport) -> str:
        return readable(statement_import.reconciliation)

    @admin.display(description=_("what no reader sees"))
    def unseen_shown(self, statement_import: StatementImport) -> str:
        return readable(statement_import.unseen)

    @admin.display(description=_("extracted data"))
    def extracted_data_shown(self, statement_import: StatementImport) -> str:
        return readable(statement_import.extracted_data)

    @admin.action(description=_("Process again"), permissions=["view"])
    def process_again(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> None:
        for statement_import in chosen:
            services.process_again(statement_import=statement_import, actor=None)
        count = len(chosen)
        self.message_user(
            request,
            ngettext("%(count)d statement is queued.", "%(count)d statements are queued.", count) % {"count": count},
            messages.SUCCESS,
        )


class Inside(AnyInline):
    """Rows of a row, looked at on its page."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_change_permission = has_add_permission

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        return rows.across_organizations("the admin of a superuser") if isinstance(rows, OrganizationQuerySet) else rows


class StepInline(Inside):
    model = Step
    readonly_fields = fields = ("number", "stage", "name", "seconds", "input_tokens", "output_tokens", "cost", "detail_shown")

    @admin.display(description=_("what it found"))
    def detail_shown(self, step: Step) -> str:
        return readable(step.detail)


class LineInline(Inside):
    model = StatementLine
    readonly_fields = fields = ("number", "date", "description", "reference", "amount_shown", "balance_shown", "page", "box", "text")

    @admin.display(description=_("amount"))
    def amount_shown(self, line: StatementLine) -> str:
        return format(line.amount, "f")

    @admin.display(description=_("balance"))
    def balance_shown(self, line: StatementLine) -> str:
        return NOTHING if line.balance is None else format(line.balance, "f")


@admin.register(Run)
class RunAdmin(Evidence):
    list_display = ["__str__", "verdict", "statement_import", "cause", "provider", "started_at", "finished_at"]
    list_filter = ["verdict", "cause", "provider", "statement_import__organization"]
    list_select_related = ["statement_import"]
    readonly_fields = fields = (
        "statement_import", "number", "cause", "provider", "verdict", "started_at", "finished_at", "answer", "error",
    )  # fmt: skip
    inlines = [StepInline]

    @admin.display(description=_("reconciliation"))
    def answer(self, run: Run) -> str:
        return readable(run.reconciliation)


@admin.register(Spending)
class SpendingAdmin(Evidence):
    list_display = ["day", "organization", "dollars"]
    list_filter = ["organization"]
    list_select_related = ["organization"]
    readonly_fields = fields = ("organization", "day", "dollars")


@admin.register(ProviderConsent)
class ProviderConsentAdmin(Evidence):
    list_display = ["provider", "organization", "allowed_by", "allowed_at", "withdrawn_by", "withdrawn_at"]
    list_filter = ["organization", "provider"]
    list_select_related = ["organization", "allowed_by", "withdrawn_by"]
    readonly_fields = fields = ("provider", "organization", "allowed_by", "allowed_at", "withdrawn_by", "withdrawn_at")


@admin.register(Statement)
class StatementAdmin(Evidence):
    list_display = ["__str__", "verdict", "account", "statement_import", "period_start", "period_end"]
    list_filter = ["verdict", "statement_import__organization"]
    list_select_related = ["statement_import", "account"]
    readonly_fields = fields = (
        "statement_import", "number", "account", "verdict", "institution", "account_hint", "account_kind", "currency",
        "period_start", "period_end", "opening", "closing", "integrity_shown", "repairs_in_words", "unread_shown", "flags",
        "matches_listed",
    )  # fmt: skip
    inlines = [LineInline]

    @admin.display(description=_("opening balance"))
    def opening(self, statement: Statement) -> str:
        return NOTHING if statement.opening_balance is None else format(statement.opening_balance, "f")

    @admin.display(description=_("closing balance"))
    def closing(self, statement: Statement) -> str:
        return NOTHING if statement.closing_balance is None else format(statement.closing_balance, "f")

    @admin.display(description=_("statement adds up"))
    def integrity_shown(self, statement: Statement) -> str:
        return readable(statement.integrity)

    @admin.display(description=_("what would make it add up"))
    def repairs_in_words(self, statement: Statement) -> str:
        rows = statement.lines.count()
        said = [(repair_in_words(repair, rows, lambda amount: format(amount, "f")),) for repair in statement.repairs]
        return format_html_join(BREAK, "{}", said) or NOTHING

    @admin.display(description=_("not read"))
    def unread_shown(self, statement: Statement) -> str:
        return readable(statement.unread)

    @admin.display(description=_("matches"))
    def matches_listed(self, statement: Statement) -> str:
        matches = statement.matches.prefetch_related("lines", "transactions__account")
        rows = [(match.get_kind_display(), _each(match.lines.all()), _each(match.transactions.all())) for match in matches]
        return format_html_join(BREAK, "{}: {} = {}", rows) or NOTHING


def _each(rows: Iterable[Model]) -> str:
    return " + ".join(str(row) for row in rows)
