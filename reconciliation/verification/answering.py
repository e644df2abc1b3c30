"""Applies people's answers about the document and corrections of rows. The gate judges the result again."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.decisions import (
    Acknowledged,
    Answer,
    Corrected,
    MarkAnswered,
    NamedLine,
    PersonDecision,
    ReadingConfirmed,
    Refusals,
    RowAdded,
    StatementCorrected,
    named_places,
)
from reconciliation.verification.regate import Typed, judge_again, shows_all

Kind = TypeVar("Kind", bound=PersonDecision)


@dataclass(frozen=True, slots=True, kw_only=True)
class AsDecided:
    """The statements as decided. `applicable` are the decisions whose statement and rows are still as they were, `confirmed` the ids of
    the decisions that confirm a reading, by the index of its statement."""

    statements: list[PrintedStatement]
    applicable: list[PersonDecision]
    refused: Refusals
    confirmed: Mapping[int, str]


def decided(statements: Sequence[PrintedStatement], decisions: Iterable[PersonDecision]) -> AsDecided:
    """Return the statements with every answer and correction that still applies. `statements` are as read."""
    everything = list(decisions)
    refused: dict[str, str] = {}
    for answer in (decision for decision in everything if isinstance(decision, Answer)):
        named = statements[answer.statement] if 0 <= answer.statement < len(statements) else None
        mark = answer.mark if isinstance(answer, RowAdded | MarkAnswered) else None
        if named is None:
            refused[answer.id] = "no_statement"
        elif answer.document and named.source and answer.document != named.source:
            refused[answer.id] = "document_changed"
        elif mark is not None and mark not in named.unread:
            refused[answer.id] = "mark_changed"
    answers = [decision for decision in everything if isinstance(decision, Answer) and decision.id not in refused]
    rows = [decision for decision in everything if not isinstance(decision, Answer)]
    refused |= _contradicting(answers, lambda answer: (answer.statement,) if isinstance(answer, StatementCorrected) else None)
    taken = [answer for answer in answers if answer.id not in refused]
    with_rows = [
        replace(statement, lines=(*statement.lines, *(added.row for added in _of(taken, index, RowAdded))))
        for index, statement in enumerate(statements)
    ]
    applicable, changed = hear(rows, with_rows)
    refused |= changed | _contradicting(
        applicable, lambda decision: (decision.statement, decision.line.line) if isinstance(decision, Corrected) else None
    )
    fixes = [decision for decision in applicable if isinstance(decision, Corrected) and decision.id not in refused]
    result = [
        _as_decided(read, with_rows[index], [answer for answer in taken if answer.statement == index], _of(fixes, index, Corrected))
        for index, read in enumerate(statements)
    ]
    shown = {index: digest_of_statement(statement) for index, statement in enumerate(result)} if applicable else {}
    seen_otherwise = (
        decision for decision in applicable if isinstance(decision, Acknowledged) and decision.digest != shown[decision.statement]
    )
    refused |= {decision.id: "reading_changed" for decision in seen_otherwise}
    confirmations = [answer for answer in taken if isinstance(answer, ReadingConfirmed)]
    refused |= {confirmation.id: why for confirmation in confirmations if (why := confirmation.why_refused(result[confirmation.statement]))}
    return AsDecided(
        statements=result,
        applicable=[decision for decision in (*applicable, *taken) if decision.id not in refused],
        refused=refused,
        confirmed={confirmation.statement: confirmation.id for confirmation in confirmations if confirmation.id not in refused},
    )


def as_corrected(statements: Sequence[PrintedStatement], decisions: Sequence[PersonDecision]) -> list[PrintedStatement]:
    """Return the statements as they are compared."""
    return decided(statements, decisions).statements


def hear(decisions: Iterable[PersonDecision], statements: Sequence[PrintedStatement]) -> tuple[list[PersonDecision], Refusals]:
    """Return the decisions whose rows are unchanged, and the refusals. `statements` are as read, with the rows that people added."""
    applicable: list[PersonDecision] = []
    refused: Refusals = {}
    for decision in decisions:
        places = named_places(decision)
        if not all(0 <= index < len(statements) for index in (decision.statement, *(index for index, _ in places))):
            refused[decision.id] = "no_statement"
        elif len({(index, named.line) for index, named in places}) < len(places):
            refused[decision.id] = "named_twice"
        elif not all(still_says(statements[index], named) for index, named in places):
            refused[decision.id] = "line_changed"
        else:
            applicable.append(decision)
    return applicable, refused


def still_says(statement: PrintedStatement, named: NamedLine) -> bool:
    """True if the line is there with the same content."""
    if not 0 <= named.line < len(statement.lines):
        return False
    line, snapshot = statement.lines[named.line], named.snapshot
    return snapshot is None or (line.date, line.amount, line.description) == (snapshot.date, snapshot.amount, snapshot.description)


def _contradicting(decisions: Iterable[PersonDecision], about: Callable[[PersonDecision], tuple[int, ...] | None]) -> Refusals:
    """Return the refusals of decisions about one thing: of two, neither is applied."""
    by_thing: dict[tuple[int, ...], list[PersonDecision]] = defaultdict(list)
    for decision in decisions:
        thing = about(decision)
        if thing is not None:
            by_thing[thing].append(decision)
    return {decision.id: "contradicts" for group in by_thing.values() if len(group) > 1 for decision in group}


def _of(decisions: Iterable[PersonDecision], index: int, kind: type[Kind]) -> list[Kind]:
    return [decision for decision in decisions if isinstance(decision, kind) and decision.statement == index]


def _as_decided(
    read: PrintedStatement, with_rows: PrintedStatement, answers: Sequence[Answer], fixes: Sequence[Corrected]
) -> PrintedStatement:
    """Return one statement with its answers and corrections, judged again by its printed figures."""
    if not answers and not fixes:
        return read
    correction = next((answer for answer in answers if isinstance(answer, StatementCorrected)), None)
    added = [answer for answer in answers if isinstance(answer, RowAdded)]
    marks = [answer.mark for answer in answers if isinstance(answer, MarkAnswered | RowAdded) and answer.mark is not None]
    lines = list(with_rows.lines)
    if correction and correction.turned:
        for index, line in enumerate(read.lines):
            lines[index] = replace(line, amount=-line.amount, balance=None if line.balance is None else -line.balance)
    for fix in fixes:
        lines[fix.line.line] = fix.corrected(lines[fix.line.line])
    now = replace(read, lines=tuple(lines), unread=tuple(row for row in read.unread if row not in marks))
    if correction:
        now = correction.corrected(now)
    if not now.unread:
        now = replace(now, flags=tuple(flag for flag in read.flags if flag != "figures_unaccounted" or not read.unread))
    typed = _typed(read, now, correction, added, fixes)
    typed = replace(
        typed, marks=tuple(marks), dismissed=tuple(dict.fromkeys(answer.mark for answer in answers if isinstance(answer, MarkAnswered)))
    )
    return replace(now, integrity=judge_again(read, now, typed))


def _typed(
    read: PrintedStatement,
    now: PrintedStatement,
    correction: StatementCorrected | None,
    added: Sequence[RowAdded],
    fixes: Sequence[Corrected],
) -> Typed:
    """Return the values that a person typed. The figures of an added row count as read if the words at its mark hold them."""
    first = len(read.lines)
    unseen = set()
    for place, row in enumerate(added):
        figures = (row.row.amount,) if row.row.balance is None else (row.row.amount, row.row.balance)
        if not shows_all(row.mark.text if row.mark else "", figures):
            unseen.add(first + place)
    no_rows = frozenset(fix.line.line for fix in fixes if fix.no_row)
    amounts = {fix.line.line for fix in fixes if fix.amount is not None and not fix.no_row}
    balances = {fix.line.line for fix in fixes if fix.balance is not None}
    return Typed(
        amounts=frozenset(unseen | amounts),
        balances=frozenset(unseen | balances),
        no_rows=no_rows,
        places=tuple(read.lines[index] for index in sorted(amounts | no_rows) if index < first),
        ends=frozenset(correction.ends(read, now) if correction else ()),
        rows_added=bool(added),
        turned=bool(correction and correction.turned),
    )
