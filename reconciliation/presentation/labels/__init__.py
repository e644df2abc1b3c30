"""Verdicts in words: codes and figures in, translated words out. Nothing here decides anything."""

from reconciliation.presentation.labels.processing import Failure, failure
from reconciliation.presentation.labels.verdicts import REASONS, Headline, Reason, headline, headline_of_statement, reasons_of, tone_of

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
