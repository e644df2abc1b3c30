"""Runs of an import with their steps, cost of models by day, and consents to providers."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from people.staff import OrganizationFilter
from reconciliation.admin.evidence import EvidenceAdmin, Inside, readable
from reconciliation.admin.filters import CountedSoFar, ProviderFilter, VerdictFilter
from reconciliation.models import ProviderConsent, Run, Spending, Step


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
