"""Imports in Django's admin: every verdict and every step of every run, read-only."""

from reconciliation.admin.imports import StatementImportAdmin
from reconciliation.admin.statements import DecisionAdmin, ProviderConsentAdmin, RunAdmin, SpendingAdmin, StatementAdmin

__all__ = ["DecisionAdmin", "ProviderConsentAdmin", "RunAdmin", "SpendingAdmin", "StatementAdmin", "StatementImportAdmin"]
