"""What a person reads of a verdict: codes and figures in, translated words out. Nothing here decides anything."""

from reconciliation.words.failures import Failure, failure
from reconciliation.words.headline import Headline, headline, headline_of_statement, tone_of
from reconciliation.words.reasons import REASONS, Reason, reasons_of

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
