"""The decisions on a statement for its page: author, time, reason, and whether they still apply."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from reconciliation.models import Decision
from reconciliation.presentation.labels.decisions import in_words, why_not

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision in words. `set_aside` is why it no longer applies, or empty."""

    decision: Decision
    says: str
    set_aside: str = ""


def decisions_of(standing: Iterable[Decision], verdict: Json) -> list[ShownDecision]:
    """Return the decisions on a statement in their order, without withdrawn ones."""
    taken = {decision["decision"]: decision["why_not"] for decision in verdict.get("decisions", [])}
    return [_shown(decision, taken.get(str(decision.pk))) for decision in standing]


def _shown(decision: Decision, code: str | None) -> ShownDecision:
    return ShownDecision(decision, in_words(decision), why_not(code) if code else "")
