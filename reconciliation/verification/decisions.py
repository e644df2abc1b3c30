"""People's decisions as plain values for the verifier: those that can be considered, corrections of misread lines, and the decisions that
a verdict relies on.

`statement` is the index of the statement among those verified, entries are named by the books' ids. A decision that cannot be applied
never raises: the verdict has the reason. The printed figures alone decide whether a corrected reading holds.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from reconciliation.printed.arithmetic import casts, fixed_by_balances
from reconciliation.printed.statement import Integrity, PrintedStatement
from reconciliation.verification.books import AccountBooks
from reconciliation.verification.chain import StatementSpan, span_of
from reconciliation.verification.verdict import DecisionTaken, StatementVerdict


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSnapshot:
    """A printed line as it was read at the time of the decision."""

    date: dt.date | None
    amount: Decimal
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedLine:
    """A line of the decision's statement by its index; `said` is its content then, None trusts the index alone."""

    line: int
    said: LineSnapshot | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonDecision:
    """One decision of a person."""

    id: str
    statement: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountNamed(PersonDecision):
    """The statement is of this account: the search is skipped, the vetoes are not."""

    account: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRows(PersonDecision):
    """These lines are these entries: one of the sides has a single row, and the sums are exactly equal."""

    lines: tuple[NamedLine, ...]
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAMatch(PersonDecision):
    """None of these lines is one of these entries; two entries without a line do not undo each other."""

    lines: tuple[NamedLine, ...]
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoneEntries(PersonDecision):
    """Two entries of opposite amounts undo each other."""

    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningAdopted(PersonDecision):
    """The printed opening of the account's first statement is the opening balance of books that have none."""

    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(PersonDecision):
    """The right content of a misread line; None keeps a field as read."""

    line: NamedLine
    amount: Decimal | None = None
    date: dt.date | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reissued(PersonDecision):
    """This statement replaces another one of the same account: its evidence counts, not the other's."""

    replaces: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BankErred(PersonDecision):
    """The line and one of opposite amount, on any statement of the account, are an error of the bank and its correction. Neither is an
    entry; both remain differences, labelled as an error."""

    line: NamedLine
    other_statement: int
    other: NamedLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Excused(PersonDecision):
    """Something that does not matter for the sign-off. It changes no verdict; the answer only shows if its rows are still there."""

    lines: tuple[NamedLine, ...] = ()
    entries: tuple[str, ...] = ()


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
        places = named_places(decision)
        if not all(0 <= index < len(statements) for index in (decision.statement, *(index for index, _ in places))):
            refused[decision.id] = "no_statement"
        elif len({(index, named.line) for index, named in places}) < len(places):
            refused[decision.id] = "named_twice"
        elif not all(still_says(statements[index], named) for index, named in places):
            refused[decision.id] = "line_changed"
        else:
            heard.append(decision)
    return heard, refused


def still_says(statement: PrintedStatement, named: NamedLine) -> bool:
    """True if the line is there with the same content."""
    if not 0 <= named.line < len(statement.lines):
        return False
    line, snapshot = statement.lines[named.line], named.said
    return snapshot is None or (line.date, line.amount, line.description) == (snapshot.date, snapshot.amount, snapshot.description)


def correct(statements: Sequence[PrintedStatement], corrections: Iterable[Corrected]) -> tuple[list[PrintedStatement], Refusals]:
    """Return the statements as corrected, and the refusals: of two corrections of one line neither is applied."""
    of_line: dict[tuple[int, int], list[Corrected]] = defaultdict(list)
    for correction in corrections:
        of_line[correction.statement, correction.line.line].append(correction)
    refused = {correction.id: "contradicts" for group in of_line.values() if len(group) > 1 for correction in group}
    by_statement: dict[int, list[Corrected]] = defaultdict(list)
    for (index, _), group in of_line.items():
        if len(group) == 1:
            by_statement[index].append(group[0])
    return [corrected(statement, by_statement.get(index, ())) for index, statement in enumerate(statements)], refused


def as_corrected(statements: Sequence[PrintedStatement], decisions: Sequence[PersonDecision]) -> list[PrintedStatement]:
    """Return the statements as they are compared: with people's corrections of misread rows, if these rows are unchanged."""
    heard, _ = hear(decisions, statements)
    return correct(statements, [each for each in heard if isinstance(each, Corrected)])[0]


def corrected(statement: PrintedStatement, corrections: Sequence[Corrected]) -> PrintedStatement:
    """Return the statement with its corrected lines, judged again by the printed figures around them."""
    if not corrections:
        return statement
    lines = list(statement.lines)
    for correction in corrections:
        line = lines[correction.line.line]
        if correction.date is not None:  # it replaces all dates of the line, since another one may be the misread one
            line = replace(line, date=correction.date, transaction_date=None)
        if correction.amount is not None:
            line = replace(line, amount=correction.amount)
        if correction.description is not None:
            line = replace(line, description=correction.description)
        lines[correction.line.line] = line
    changed = replace(statement, lines=tuple(lines))
    moved = [place for place, line in enumerate(statement.lines) if line.amount != lines[place].amount]
    if not moved:
        return changed
    opening, closing = statement.opening_balance, statement.closing_balance
    total = sum((line.amount for line in lines), Decimal(0))
    difference = None if opening is None or closing is None else closing - opening - total
    # A sum that a correction makes right proves nothing, since one amount closes any gap: each corrected amount must lie between two
    # printed balances that make it, and print alone must have proved the reading before.
    proved = statement.integrity.holds is not None and all(fixed_by_balances(changed, place) for place in moved)
    holds = (proved or None) if casts(changed) else False
    return replace(changed, integrity=Integrity(holds=holds, difference=difference))


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
        """True if the answer on this statement may be another one without the decision."""
        verdict = self.verdicts[index]
        if index in _spoken_of(decision):
            return True
        if self.verdicts[decision.statement].account_id != verdict.account_id:
            return False
        earlier, span = self.spans[decision.statement], self.spans[index]
        if isinstance(decision, OpeningAdopted) or (earlier is not None and span is not None and earlier.first <= span.last):
            return True
        if any(item.cleared_by and item.cleared_by[0] == decision.statement for item in verdict.missing):
            return True
        own_amounts = {abs(line.amount) for line in self.statements[index].lines} | {abs(item.amount) for item in verdict.missing}
        amounts = {abs(self.statements[index].lines[named.line].amount) for index, named in named_places(decision)}
        if isinstance(decision, AccountNamed):
            amounts |= {abs(line.amount) for line in self.statements[decision.statement].lines}
        if isinstance(decision, Corrected) and decision.amount is not None:
            amounts.add(abs(decision.amount))
        if isinstance(decision, PairedRows | NotAMatch | UndoneEntries):
            account = self.verdicts[decision.statement].account_id or ""
            amounts |= {abs(self.amounts[account, entry]) for entry in decision.entries}
        return not own_amounts.isdisjoint(amounts)
