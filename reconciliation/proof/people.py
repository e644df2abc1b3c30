"""Decisions on a statement with their reasons, and the steps of its sign-off."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User

from reconciliation.models import Conclusion, Decision
from reconciliation.presentation.statement_page import Sheet
from reconciliation.proof.form import Json


def decisions_of(sheet: Sheet) -> list[Json]:
    """Return the decisions. `applied` is false if one does not apply; `why_not` says why."""
    taken = {result["decision"]: result for result in sheet.verdict.get("decisions", [])}
    return [_decision(shown.decision, sheet, taken.get(str(shown.decision.pk), {})) for shown in sheet.decisions]


def _decision(decision: Decision, sheet: Sheet, became: Mapping[str, Any]) -> Json:
    return {
        "id": str(decision.pk),
        "kind": decision.kind,
        "lines": list(decision.lines_on(sheet.statement)),
        "entries": [entry["name"] for entry in decision.entries],
        "before": decision.before,
        "after": decision.after,
        "amount": None if decision.amount is None else format(decision.amount, "f"),
        "reason": decision.reason,
        "by": _who(decision.made_by),
        "at": decision.made_at.isoformat(),
        "applied": became.get("applied"),
        "why_not": became.get("why_not"),
    }


def conclusions_of(sheet: Sheet) -> Json:
    """Return the status, whether the books changed since, and every step that led to it; a `by` of null means a rule did it."""
    signing = sheet.signing
    if signing is None:
        return {"status": "open", "changed_since": False, "steps": []}
    return {
        "status": str(signing.status),
        "changed_since": bool(signing.drift),
        "steps": [_step(step) for step in signing.standing.steps],
    }


def _step(step: Conclusion) -> Json:
    return {
        "number": step.number,
        "kind": step.kind,
        "by": _who(step.by),
        "at": step.at.isoformat(),
        "reason": step.reason,
        "same_person": step.same_person,
        "verdict": step.verdict,
        "reasons": step.reasons,
        "exceptions": step.exceptions,
        "confirmed": step.confirmed,
    }


def _who(user: User | None) -> str | None:
    return None if user is None else user.get_full_name() or user.get_username()
