"""Statements, decisions, runs with their steps, cost of models by day, and consents to providers: all read-only."""

from collections.abc import Iterable

from django.contrib import admin
from django.db.models import Model
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from people.staff import OrganizationFilter
from reconciliation.admin.evidence import BREAK, NOTHING, CountedSoFar, EvidenceAdmin, Inside, ProviderFilter, VerdictFilter, readable
from reconciliation.models import Decision, ProviderConsent, Run, Spending, Statement, StatementLine, Step
from reconciliation.presentation.labels.reading import repair_in_words


class LineInline(Inside):
    model = StatementLine
    readonly_fields = fields = ("number", "date", "description", "reference", "amount_shown", "balance_shown", "page", "box", "text")

    @admin.display(description=_("amount"))
    def amount_shown(self, line: StatementLine) -> str:
        return format(line.amount, "f")

    @admin.display(description=_("balance"))
    def balance_shown(self, line: StatementLine) -> str:
        return NOTHING if line.balance is None else format(line.balance, "f")


@admin.register(Statement)
class StatementAdmin(EvidenceAdmin):
    list_display = ["__str__", "verdict", "account", "statement_import", "period_start", "period_end"]
    list_filter = [OrganizationFilter, VerdictFilter]
    paginator = CountedSoFar
    show_full_result_count = False
    list_select_related = ["statement_import", "account"]
    readonly_fields = fields = (
        "statement_import", "number", "account", "verdict", "institution", "account_hint", "account_kind", "currency",
        "currency_sign", "period_start", "period_end", "opening", "closing", "integrity_shown", "repairs_in_words", "unread_shown", "flags",
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
        sentences = [(repair_in_words(repair, rows, lambda amount: format(amount, "f")),) for repair in statement.repairs]
        return format_html_join(BREAK, "{}", sentences) or NOTHING

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


@admin.register(Decision)
class DecisionAdmin(EvidenceAdmin):
    list_display = ["kind", "statement_import", "organization", "made_by", "made_at", "withdrawn_at"]
    list_filter = ["kind", OrganizationFilter]
    list_select_related = ["organization", "statement_import", "made_by"]
    readonly_fields = fields = (
        "kind", "organization", "statement_import", "number", "account", "lines", "entries", "before", "after", "amount", "reason",
        "made_by", "made_at", "withdrawn_by", "withdrawn_at", "withdrawn_because",
    )  # fmt: skip


class StepInline(Inside):
    model = Step
    readonly_fields = fields = ("number", "stage", "name", "seconds", "input_tokens", "output_tokens", "cost", "detail_shown")

    @admin.display(description=_("what it found"))
    def detail_shown(self, step: Step) -> str:
        return readable(step.detail)


@admin.register(Run)
class RunAdmin(EvidenceAdmin):
    list_display = ["__str__", "verdict", "statement_import", "cause", "provider", "started_at", "finished_at"]
    list_filter = [OrganizationFilter, VerdictFilter, "cause", ProviderFilter]
    paginator = CountedSoFar
    show_full_result_count = False
    list_select_related = ["statement_import"]
    readonly_fields = fields = (
        "statement_import", "number", "cause", "provider", "verdict", "started_at", "finished_at", "answer", "error",
    )  # fmt: skip
    inlines = [StepInline]

    @admin.display(description=_("reconciliation"))
    def answer(self, run: Run) -> str:
        return readable(run.reconciliation)


@admin.register(Spending)
class SpendingAdmin(EvidenceAdmin):
    list_display = ["day", "organization", "dollars"]
    list_filter = [OrganizationFilter]
    list_select_related = ["organization"]
    readonly_fields = fields = ("organization", "day", "dollars")


@admin.register(ProviderConsent)
class ProviderConsentAdmin(EvidenceAdmin):
    list_display = ["provider", "organization", "is_masked", "allowed_by", "allowed_at", "withdrawn_by", "withdrawn_at"]
    list_filter = [OrganizationFilter, ProviderFilter]
    list_select_related = ["organization", "allowed_by", "withdrawn_by"]
    readonly_fields = fields = ("provider", "organization", "is_masked", "allowed_by", "allowed_at", "withdrawn_by", "withdrawn_at")
