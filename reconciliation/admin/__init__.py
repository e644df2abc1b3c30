"""Imports in Django's admin: every verdict readable, every step of every run; evidence is looked at, never edited."""

from reconciliation.admin.decisions import DecisionAdmin
from reconciliation.admin.imports import StatementImportAdmin
from reconciliation.admin.runs import RunAdmin
from reconciliation.admin.spending import ProviderConsentAdmin, SpendingAdmin
from reconciliation.admin.statements import StatementAdmin

__all__ = ["DecisionAdmin", "ProviderConsentAdmin", "RunAdmin", "SpendingAdmin", "StatementAdmin", "StatementImportAdmin"]
