"""Waivers for the sign-off: only those that still apply."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from reconciliation.models import Decision, Statement
from reconciliation.models.querysets import EXCUSES
from reconciliation.signoff.rules import Excuse

Json = Mapping[str, Any]


def excuses_on(statement: Statement, answer: Json) -> list[Excuse]:
    """Return the waivers on this statement that apply according to its answer."""
    return excuses_among(Decision.objects.of(statement.statement_import.organization).standing().about(statement), statement, answer)


def excuses_among(standing: Iterable[Decision], statement: Statement, answer: Json) -> list[Excuse]:
    """Return the waivers among the given decisions on a statement that apply according to its answer."""
    applied = {taken["decision"] for taken in answer.get("decisions", []) if taken["applied"]}
    applying = [decision for decision in standing if decision.kind in EXCUSES and str(decision.pk) in applied]
    return [*(_excuse(decision, statement, answer) for decision in applying), *_of_the_opening(statement, answer)]


def _excuse(decision: Decision, statement: Statement, answer: Json) -> Excuse:
    if decision.kind == Decision.Kind.BANK_CONTRA:
        lines = decision.lines_on(statement)  # a bank error has, on each of its two statements, the amount of its own row
        amount = sum((Decimal(row["amount"]) for row in answer["new"] if row["line"] in lines), Decimal(0))
        return Excuse(decision=str(decision.pk), kind=decision.kind, reason=decision.reason, amount=amount, lines=lines)
    return Excuse(
        decision=str(decision.pk),
        kind=decision.kind,
        reason=decision.reason,
        amount=decision.amount,
        lines=decision.line_numbers,
        entries=tuple(row["name"] for row in decision.entries),
    )


def _of_the_opening(statement: Statement, answer: Json) -> Iterator[Excuse]:
    """Return the part of the opening difference that recorded bank errors explain: it needs no second waiver."""
    parts = answer.get("opening_parts", [])
    if not parts or any(part["kind"] != "bank_error" for part in parts):
        return
    recorded = Decision.objects.of(statement.statement_import.organization).standing().filter(kind=Decision.Kind.BANK_CONTRA)
    errors = list(recorded.filter(pk__in=answer["relied_on"]))
    if errors:
        amount = sum((Decimal(part["amount"]) for part in parts), Decimal(0))
        yield Excuse(decision=str(errors[0].pk), kind=errors[0].kind, reason=errors[0].reason, amount=amount)
