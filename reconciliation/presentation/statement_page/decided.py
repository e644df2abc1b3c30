"""The decisions on a statement as its page shows them: who, when, why, and whether they still apply."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from reconciliation.models import Decision
from reconciliation.presentation.labels.decisions import in_words, why_not

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """`set_aside` says why it does not apply any more; empty where it does."""

    decision: Decision
    says: str
    set_aside: str = ""


def decisions_of(standing: Iterable[Decision], verdict: Json) -> list[ShownDecision]:
    """Those that stand on a statement, in their order."""
    taken = {each["decision"]: each["why_not"] for each in verdict.get("decisions", [])}
    return [_shown(decision, taken.get(str(decision.pk))) for decision in standing]


def _shown(decision: Decision, code: str | None) -> ShownDecision:
    return ShownDecision(decision, in_words(decision), why_not(code) if code else "")
