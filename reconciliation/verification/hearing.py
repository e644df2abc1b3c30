"""The decisions that can be considered at all: their statement and lines are still there and unchanged."""

from collections.abc import Iterable, Sequence

from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.decisions import BankErred, Corrected, Excused, NamedLine, NotAMatch, PairedRows, PersonDecision

Refusals = dict[str, str]
"""The code of the refusal by id of the decision."""


def named_lines(decision: PersonDecision) -> tuple[NamedLine, ...]:
    if isinstance(decision, Corrected | BankErred):
        return (decision.line,)
    return decision.lines if isinstance(decision, PairedRows | NotAMatch | Excused) else ()


def named_places(decision: PersonDecision) -> tuple[tuple[int, NamedLine], ...]:
    """Return every line that the decision names, with its statement: its own, and another one for an error of the bank."""
    own = tuple((decision.statement, named) for named in named_lines(decision))
    return (*own, (decision.other_statement, decision.other)) if isinstance(decision, BankErred) else own


def hear(decisions: Iterable[PersonDecision], statements: Sequence[PrintedStatement]) -> tuple[list[PersonDecision], Refusals]:
    """Return the decisions whose rows are unchanged, and the refusals. `statements` are as read, not as corrected."""
    heard: list[PersonDecision] = []
    refused: Refusals = {}
    for decision in decisions:
        why = _deaf(decision, statements)
        if why is None:
            heard.append(decision)
        else:
            refused[decision.id] = why
    return heard, refused


def _deaf(decision: PersonDecision, statements: Sequence[PrintedStatement]) -> str | None:
    places = named_places(decision)
    if not all(0 <= index < len(statements) for index in (decision.statement, *(index for index, _ in places))):
        return "no_statement"
    if len({(index, named.line) for index, named in places}) < len(places):
        return "named_twice"
    return None if all(still_says(statements[index], named) for index, named in places) else "line_changed"


def still_says(statement: PrintedStatement, named: NamedLine) -> bool:
    """True if the line is there with the same content."""
    if not 0 <= named.line < len(statement.lines):
        return False
    line, snapshot = statement.lines[named.line], named.said
    return snapshot is None or (line.date, line.amount, line.description) == (snapshot.date, snapshot.amount, snapshot.description)
