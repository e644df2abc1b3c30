"""Statements, decisions, runs with their steps, cost of models by day, and consents to providers: all read-only."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import F, Model, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from finance.models import Account
from finance.templatetags.money import money
from people.models import Organization
from people.staff import OrganizationFilter, across
from reconciliation.admin.evidence import (
    BREAK,
    NOTHING,
    Choices,
    CountedSoFar,
    EvidenceAdmin,
    Inside,
    MonthFilter,
    ProviderFilter,
    VerdictFilter,
    readable,
)
from reconciliation.models import Conclusion, Decision, ProviderConsent, Run, Spending, Statement, StatementLine, Step
from reconciliation.presentation.formats import provider_name
from reconciliation.presentation.import_list import VERDICTS
from reconciliation.presentation.labels.processing import STAGES, TOOLS, failure
from reconciliation.presentation.labels.reading import FLAGS, repair_in_words
from reconciliation.signoff.drift import Moved, moved_since

PER_PAGE = 50
OPEN = "open"
STEPS = [(OPEN, _("Not signed off yet")), *Conclusion.Kind.choices]


def verdict_tag(verdict: str) -> str:
    return str(dict(VERDICTS).get(verdict, NOTHING))


def moment(time: dt.datetime | None) -> str:
    """Return day and time of day, of one width."""
    return format_html('<span class="unbroken">{}</span>', date_format(timezone.localtime(time), "Y-m-d H:i")) if time else NOTHING


class SignOffFilter(admin.SimpleListFilter):
    title = _("sign-off")
    parameter_name = "sign_off"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return STEPS

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in dict(STEPS):
            return queryset
        return queryset.filter(last_step=None if self.value() == OPEN else self.value())


class SignedStatements(ChangeList):
    """A page of statements, each with the changes since its sign-off as `moved`."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        signed: dict[Organization, set[UUID]] = defaultdict(set)
        for statement in self.result_list:
            if statement.last_step:
                signed[statement.statement_import.organization].add(statement.statement_import_id)
        moved = {key: some for organization, imports in signed.items() for key, some in moved_since(organization, imports).items()}
        for statement in self.result_list:
            statement.moved = [change for change in moved.get(statement.statement_import_id, []) if change.number == statement.number]


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
    list_display = ["period", "verdict_in_words", "signed_off", "changed_since", "account", "organization", "statement_import"]
    list_filter = [OrganizationFilter, VerdictFilter, SignOffFilter, MonthFilter, "set_aside"]
    paginator = CountedSoFar
    show_full_result_count = False
    list_per_page = PER_PAGE
    list_select_related = ["statement_import__organization", "account"]
    ordering = ["-period_end"]
    search_fields = ["institution", "account_hint", "account__name", "statement_import__filename", "statement_import__organization__name"]
    search_help_text = _("Bank, number, account, file, or organization")
    readonly_fields = fields = (
        "statement_import", "organization", "number", "account", "verdict_in_words", "signed_off", "institution", "account_hint",
        "kind_in_words", "currency", "currency_sign", "period_start", "period_end", "opening", "closing", "integrity_shown",
        "repairs_in_words", "unread_shown", "flags_in_words", "set_aside", "matches_listed",
    )  # fmt: skip
    inlines = [LineInline]

    def get_queryset(self, request: HttpRequest) -> Any:
        steps = across(Conclusion.objects.all()).filter(statement_import=OuterRef("statement_import"), statement_number=OuterRef("number"))
        statements: Any = super().get_queryset(request)
        return statements.annotate(last_step=Subquery(steps.order_by("-number").values("kind")[:1]))

    def get_changelist(self, request: HttpRequest, **_kwargs: Any) -> type[ChangeList]:
        return SignedStatements

    @admin.display(description=_("days"), ordering="period_end")
    def period(self, statement: Statement) -> str:
        days = [day.isoformat() for day in (statement.period_start, statement.period_end) if day]
        return format_html('<span class="unbroken">{}</span>', " \N{EN DASH} ".join(days) or gettext("not known"))

    @admin.display(description=_("verdict"), ordering="verdict")
    def verdict_in_words(self, statement: Statement) -> str:
        return verdict_tag(statement.verdict)

    @admin.display(description=_("sign-off"), ordering="last_step")
    def signed_off(self, statement: Statement) -> str:
        return str(dict(STEPS)[statement.last_step or OPEN])  # type: ignore[attr-defined]  # annotated above

    @admin.display(description=_("changed since"))
    def changed_since(self, statement: Statement) -> str:
        """Return by how much the books differ from those that were signed off."""
        moved: list[Moved] = getattr(statement, "moved", [])
        return ", ".join(money(change.amount, change.account.currency) for change in moved) or NOTHING

    @admin.display(description=_("organization"), ordering="statement_import__organization__name")
    def organization(self, statement: Statement) -> Organization:
        return statement.statement_import.organization

    @admin.display(description=_("kind"))
    def kind_in_words(self, statement: Statement) -> str:
        return str(dict(Account.Kind.choices).get(statement.account_kind, NOTHING))

    @admin.display(description=_("remarks"))
    def flags_in_words(self, statement: Statement) -> str:
        return format_html_join(BREAK, "{}", ((FLAGS[flag],) for flag in statement.flags if flag in FLAGS)) or NOTHING

    @admin.display(description=_("opening balance"))
    def opening(self, statement: Statement) -> str:
        return NOTHING if statement.opening_balance is None else format(statement.opening_balance, "f")

    @admin.display(description=_("closing balance"))
    def closing(self, statement: Statement) -> str:
        return NOTHING if statement.closing_balance is None else format(statement.closing_balance, "f")

    @admin.display(description=_("statement adds up"))
    def integrity_shown(self, statement: Statement) -> str:
        return readable(statement.integrity)

    @admin.display(description=_("suggested corrections"))
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
    readonly_fields = fields = ("number", "step_in_words", "seconds", "input_tokens", "output_tokens", "cost", "detail_shown")

    @admin.display(description=_("step"))
    def step_in_words(self, step: Step) -> str:
        return str(TOOLS.get(step.name) or STAGES.get(step.stage, step.stage))

    @admin.display(description=_("result"))
    def detail_shown(self, step: Step) -> str:
        return readable(step.detail)


@admin.register(Run)
class RunAdmin(EvidenceAdmin):
    list_display = ["started", "verdict_in_words", "statement_import", "number", "cause", "provider_named", "took", "organization"]
    list_filter = [OrganizationFilter, VerdictFilter, "cause", ProviderFilter]
    paginator = CountedSoFar
    show_full_result_count = False
    list_per_page = PER_PAGE
    list_select_related = ["statement_import__organization"]
    ordering = ["-started_at"]
    search_fields = ["statement_import__filename", "statement_import__organization__name"]
    search_help_text = _("File or organization")
    readonly_fields = fields = (
        "statement_import", "organization", "number", "cause", "provider_named", "verdict_in_words", "started_at", "finished_at", "took",
        "answer", "error_in_words",
    )  # fmt: skip
    inlines = [StepInline]

    @admin.display(description=_("started"), ordering="started_at")
    def started(self, run: Run) -> str:
        return moment(run.started_at)

    @admin.display(description=_("seconds"), ordering=F("finished_at") - F("started_at"))
    def took(self, run: Run) -> str:
        """Return the seconds from its start to its end, or words if it has not ended."""
        return f"{(run.finished_at - run.started_at).total_seconds():.1f}" if run.finished_at else gettext("not finished")

    @admin.display(description=_("verdict"), ordering="verdict")
    def verdict_in_words(self, run: Run) -> str:
        return verdict_tag(run.verdict)

    @admin.display(description=_("provider"), ordering="provider")
    def provider_named(self, run: Run) -> str:
        return provider_name(run.provider) or NOTHING

    @admin.display(description=_("organization"), ordering="statement_import__organization__name")
    def organization(self, run: Run) -> Organization:
        return run.statement_import.organization

    @admin.display(description=_("error"))
    def error_in_words(self, run: Run) -> str:
        wrong = failure(run.error)
        return f"{wrong.what} {wrong.advice}" if wrong else NOTHING

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
    list_display = ["provider_named", "organization", "is_masked", "allowed_by", "allowed_at", "withdrawn_by", "withdrawn_at"]
    list_filter = [OrganizationFilter, ProviderFilter]
    list_select_related = ["organization", "allowed_by", "withdrawn_by"]
    readonly_fields = fields = ("provider_named", "organization", "is_masked", "allowed_by", "allowed_at", "withdrawn_by", "withdrawn_at")

    @admin.display(description=_("provider"), ordering="provider")
    def provider_named(self, consent: ProviderConsent) -> str:
        return provider_name(consent.provider)
