"""Verdicts in words: codes and figures in, translated words out. Nothing here decides anything."""

from reconciliation.presentation.labels.failures import Failure, failure
from reconciliation.presentation.labels.headline import Headline, headline, headline_of_statement, tone_of
from reconciliation.presentation.labels.reasons import REASONS, Reason, reasons_of

__all__ = [
    "REASONS",
    "Failure",
    "Headline",
    "Reason",
    "failure",
    "headline",
    "headline_of_statement",
    "reasons_of",
    "tone_of",
]
