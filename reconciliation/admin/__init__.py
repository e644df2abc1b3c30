"""Imports in Django's admin: every verdict and every step of every run, read-only."""

from reconciliation.admin.decisions import DecisionAdmin
from reconciliation.admin.imports import StatementImportAdmin
from reconciliation.admin.runs import RunAdmin
from reconciliation.admin.spending import ProviderConsentAdmin, SpendingAdmin
from reconciliation.admin.statements import StatementAdmin

__all__ = ["DecisionAdmin", "ProviderConsentAdmin", "RunAdmin", "SpendingAdmin", "StatementAdmin", "StatementImportAdmin"]
