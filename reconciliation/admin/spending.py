"""Cost of models by day, and consents to providers."""

from django.contrib import admin

from people.staff import OrganizationFilter
from reconciliation.admin.evidence import EvidenceAdmin
from reconciliation.admin.filters import ProviderFilter
from reconciliation.models import ProviderConsent, Spending


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
