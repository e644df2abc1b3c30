"""Which decisions can be taken at all: those whose statement and lines are still there and still say what they said."""

from collections.abc import Iterable, Sequence

from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.decisions import BankErred, Corrected, Excused, NamedLine, PairedRows, PersonDecision, ToldApart

Refusals = dict[str, str]
"""Decision id to the code of why it is not applied."""


def named_lines(decision: PersonDecision) -> tuple[NamedLine, ...]:
    if isinstance(decision, Corrected | BankErred):
        return (decision.line,)
    return decision.lines if isinstance(decision, PairedRows | ToldApart | Excused) else ()


def named_places(decision: PersonDecision) -> tuple[tuple[int, NamedLine], ...]:
    """Every line that it names, with its statement: all of one, but for an error of the bank that another statement corrects."""
    own = tuple((decision.statement, named) for named in named_lines(decision))
    return (*own, (decision.other_statement, decision.other)) if isinstance(decision, BankErred) else own


def hear(decisions: Iterable[PersonDecision], statements: Sequence[PrintedStatement]) -> tuple[list[PersonDecision], Refusals]:
    """The decisions that speak of what is printed, and why others do not. `statements` are as they were read, not as corrected."""
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
    """Is the line there, and does it say what it said?"""
    if not 0 <= named.line < len(statement.lines):
        return False
    line, said = statement.lines[named.line], named.said
    return said is None or (line.date, line.amount, line.description) == (said.date, said.amount, said.description)
