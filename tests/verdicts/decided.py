"""Decisions, short to write, and their outcomes."""

from typing import Any

from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification import verify
from reconciliation.verification.decisions import NamedLine, NotAMatch, PairedRows, PersonDecision
from reconciliation.verification.verdict import StatementVerdict


def paired(lines: list[int], entries: list[str], *, name: str = "d1", at: int = 0) -> PairedRows:
    return PairedRows(id=name, statement=at, lines=tuple(NamedLine(line=number) for number in lines), entries=tuple(entries))


def apart(lines: list[int], entries: list[str], *, name: str = "d1", at: int = 0) -> NotAMatch:
    return NotAMatch(id=name, statement=at, lines=tuple(NamedLine(line=number) for number in lines), entries=tuple(entries))


def judged(account: Any, *statements: PrintedStatement, decisions: list[PersonDecision]) -> list[StatementVerdict]:
    return verify([account], statements, decisions=decisions)


def why_not(verdict: StatementVerdict) -> dict[str, str | None]:
    return {taken.decision: taken.why_not for taken in verdict.decisions}
