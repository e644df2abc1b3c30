"""The decisions that a verdict relies on: without them the answer would be different."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.books import AccountBooks
from reconciliation.verification.chain import StatementSpan, span_of
from reconciliation.verification.decisions import (
    AccountNamed,
    BankErred,
    Corrected,
    Excused,
    NotAMatch,
    OpeningAdopted,
    PairedRows,
    PersonDecision,
    UndoneEntries,
    named_places,
)
from reconciliation.verification.verdict import DecisionTaken, StatementVerdict

Verdicts = Sequence[StatementVerdict]


def with_decisions(
    verdicts: Verdicts,
    without: Verdicts,
    decisions: Sequence[PersonDecision],
    refused: Mapping[str, str],
    statements: Sequence[PrintedStatement],
    books: Iterable[AccountBooks],
) -> list[StatementVerdict]:
    """Return the verdicts with the outcome of each decision. `without` are the verdicts without any decision: an equal answer relies on
    none."""
    amounts = {(account.id, entry.id): entry.amount for account in books for entry in account.entries}
    taken = [decision for decision in decisions if decision.id not in refused and not isinstance(decision, Excused)]
    scene = _Scene(verdicts, statements, amounts)
    return [
        replace(
            verdict,
            relied_on=()
            if _bare(verdict) == _bare(without[index])
            else tuple(decision.id for decision in taken if scene.rests_on(index, decision)),
            decisions=tuple(
                DecisionTaken(decision=decision.id, why_not=refused.get(decision.id))
                for decision in decisions
                if index in _spoken_of(decision)
            ),
        )
        for index, verdict in enumerate(verdicts)
    ]


def _spoken_of(decision: PersonDecision) -> set[int]:
    """Return the statements that the decision is about: one, or two if one corrects the other."""
    return {decision.statement, *([decision.other_statement] if isinstance(decision, BankErred) else [])}


def _bare(verdict: StatementVerdict) -> StatementVerdict:
    """Return the verdict without the fields that only explain how it was found."""
    matched = tuple(replace(item, why=(), interchangeable=False) for item in verdict.matched)
    return replace(verdict, account_why="", candidates=(), matched=matched)


class _Scene:
    """The sources of a statement's answer: balances brought forward from all earlier statements, outstanding items from later ones that
    show them, and rows settled together with other rows of the same amount."""

    def __init__(self, verdicts: Verdicts, statements: Sequence[PrintedStatement], amounts: Mapping[tuple[str, str], Decimal]) -> None:
        self.verdicts = verdicts
        self.statements = statements
        self.amounts = amounts
        self.spans: list[StatementSpan | None] = [span_of(index, statement) for index, statement in enumerate(statements)]

    def rests_on(self, index: int, decision: PersonDecision) -> bool:
        if index in _spoken_of(decision):
            return True
        if self.verdicts[decision.statement].account_id != self.verdicts[index].account_id:
            return False
        earlier, span = self.spans[decision.statement], self.spans[index]
        amounts = {abs(line.amount) for line in self.statements[index].lines} | {abs(item.amount) for item in self.verdicts[index].missing}
        return (
            isinstance(decision, OpeningAdopted)
            or (earlier is not None and span is not None and earlier.first <= span.last)
            or any(item.cleared_by and item.cleared_by[0] == decision.statement for item in self.verdicts[index].missing)
            or not self._amounts_of(decision).isdisjoint(amounts)
        )

    def _amounts_of(self, decision: PersonDecision) -> set[Decimal]:
        if isinstance(decision, AccountNamed):
            return {abs(line.amount) for line in self.statements[decision.statement].lines}
        amounts = {abs(self.statements[index].lines[named.line].amount) for index, named in named_places(decision)}
        if isinstance(decision, Corrected) and decision.amount is not None:
            amounts.add(abs(decision.amount))
        if isinstance(decision, PairedRows | NotAMatch | UndoneEntries):
            account = self.verdicts[decision.statement].account_id or ""
            amounts |= {abs(self.amounts[account, entry]) for entry in decision.entries}
        return amounts
