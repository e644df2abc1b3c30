"""What is kept of an uploaded PDF: the import and its queue record, the evidence, every run's verdict, and what models were asked."""

from reconciliation.models.asked import PaidStep, ProviderConsent, Question, Spending
from reconciliation.models.evidence import Match, Statement, StatementLine
from reconciliation.models.imports import Cause, Doorbell, Run, StatementImport, Step

__all__ = [
    "Cause",
    "Doorbell",
    "Match",
    "PaidStep",
    "ProviderConsent",
    "Question",
    "Run",
    "Spending",
    "Statement",
    "StatementImport",
    "StatementLine",
    "Step",
]
