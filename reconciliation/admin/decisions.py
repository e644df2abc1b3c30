"""Decisions in the admin."""

from django.contrib import admin

from people.staff import OrganizationFilter
from reconciliation.admin.evidence import EvidenceAdmin
from reconciliation.models import Decision


@admin.register(Decision)
class DecisionAdmin(EvidenceAdmin):
    list_display = ["kind", "statement_import", "organization", "made_by", "made_at", "withdrawn_at"]
    list_filter = ["kind", OrganizationFilter]
    list_select_related = ["organization", "statement_import", "made_by"]
    readonly_fields = fields = (
        "kind", "organization", "statement_import", "number", "account", "lines", "entries", "before", "after", "amount", "reason",
        "made_by", "made_at", "withdrawn_by", "withdrawn_at", "withdrawn_because",
    )  # fmt: skip
