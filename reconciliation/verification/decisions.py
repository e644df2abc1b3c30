"""People's decisions as plain values for the verifier, and the decisions that a verdict relies on.

`statement` is the index of the statement among those verified, entries are named by the books' ids. A decision that cannot be applied
never raises: the verdict has the reason.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from reconciliation.matching.rows import wording
from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.statement import PrintedLine, PrintedStatement, UnreadRow
from reconciliation.verification.books import AccountBooks, LearnedNames
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
    """A line of the decision's statement by its index; `snapshot` is its content then, None trusts the index alone."""

    line: int
    snapshot: LineSnapshot | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonDecision:
    """One decision of a person."""

    id: str
    statement: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountNamed(PersonDecision):
    """The statement is of this account, even if it prints another. If both number and currency speak against it, only if it is
    `confirmed`."""

    account: str
    confirmed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAsStatement(PersonDecision):
    """The document is a bank's statement, although the reader would take it for another kind."""


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
    """The right content of a misread line; None keeps a field as read. `no_row`: no row is printed there, so that it has no amount and no
    balance."""

    line: NamedLine
    amount: Decimal | None = None
    date: dt.date | None = None
    description: str | None = None
    balance: Decimal | None = None
    no_row: bool = False

    def corrected(self, line: PrintedLine) -> PrintedLine:
        """Return the line with these values."""
        if self.date is not None:  # it replaces all dates of the line, since another one may be the misread one
            line = replace(line, date=self.date, transaction_date=None)
        if self.amount is not None:
            line = replace(line, amount=self.amount)
        if self.description is not None:
            line = replace(line, description=self.description)
        if self.no_row:
            return replace(line, balance=None)
        return line if self.balance is None else replace(line, balance=self.balance)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledged(Excused):
    """A fact of `FACTS` that a person acknowledged as it was shown: on the statement with these rows and balances (`digest`), with these
    rows in `lines`, beside these statements, and with these balances in `figures`."""

    fact: str
    digest: str
    beside: tuple[int, ...] = ()
    figures: tuple[Decimal | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFact:
    """A fact as a verdict shows it: the rows that it is about, the statements beside this one, and balances."""

    lines: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    figures: tuple[Decimal | None, ...] = ()


def shown_of(fact: str, verdict: StatementVerdict) -> ShownFact | None:
    """Return the fact as the verdict shows it, or None if the verdict does not have it or the statement is compared with nothing."""
    if fact not in verdict.reasons or verdict.set_aside:
        return None
    if fact == "chain_breaks" and verdict.chain_break:
        opening, broken = verdict.opening_balance.statement, verdict.chain_break
        return ShownFact(beside=(broken.statement,), figures=(opening, broken.closing_balance))
    if fact == "overlaps":
        return ShownFact(lines=tuple(item.line for item in verdict.new if item.repeats), beside=verdict.overlapped)
    if fact == "carried_over":
        return ShownFact(figures=(verdict.opening_balance.statement, verdict.opening_balance.ledger))
    return ShownFact()


def why_not_acknowledged(decision: Acknowledged, verdict: StatementVerdict) -> str:
    """Return the reason why an acknowledgement does not apply to today's verdict, or an empty text."""
    shown = shown_of(decision.fact, verdict)
    if shown is None:
        return "not_listed"
    same = ShownFact(lines=tuple(named.line for named in decision.lines), beside=decision.beside, figures=decision.figures)
    return "" if same == shown else "fact_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(PersonDecision):
    """An answer about the document. `document` is the SHA-256 of the file that was shown; empty is not checked."""

    document: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementCorrected(Answer):
    """Corrections of the whole statement; None keeps a field as read. `not_printed` names the balances, "opening" or "closing",
    that the document does not print. `turned`: every row and balance was read with the wrong sign."""

    opening: Decimal | None = None
    closing: Decimal | None = None
    first: dt.date | None = None
    last: dt.date | None = None
    number: str | None = None
    currency: str | None = None
    account_kind: str | None = None
    not_printed: frozenset[str] = frozenset()
    turned: bool = False

    def corrected(self, now: PrintedStatement) -> PrintedStatement:
        """Return the statement with its corrected balances, days, number, currency and kind."""
        sign = -1 if self.turned else 1

        def balance(name: str, typed: Decimal | None, read: Decimal | None) -> Decimal | None:
            if name in self.not_printed:
                return None
            return typed if typed is not None else None if read is None else read * sign

        def day(typed: dt.date | None, read: dt.date | None) -> dt.date | None:
            return typed or read

        return replace(
            now,
            opening_balance=balance("opening", self.opening, now.opening_balance),
            closing_balance=balance("closing", self.closing, now.closing_balance),
            period_start=day(self.first, now.period_start),
            period_end=day(self.last, now.period_end),
            account_hint=self.number or now.account_hint,
            account_kind=self.account_kind or now.account_kind,
            currency=self.currency or now.currency,
            currency_sign=None if self.currency else now.currency_sign,
        )

    def ends(self, read: PrintedStatement, now: PrintedStatement) -> Iterator[str]:
        """Yield the codes of the ends that a person typed or called not printed."""
        changed = {
            "opening_typed": self.opening is not None or "opening" in self.not_printed,
            "closing_typed": self.closing is not None or "closing" in self.not_printed,
            "first_day_typed": now.period_start != read.period_start,
            "last_day_typed": now.period_end != read.period_end,
        }
        yield from (code for code, is_changed in changed.items() if is_changed)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowAdded(Answer):
    """A printed row that was not read. `row.before` is its place; `mark` is the unread row or mark that it was typed from, if any."""

    row: PrintedLine
    mark: UnreadRow | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkAnswered(Answer):
    """An unread row or mark is no row: nothing, or a note."""

    mark: UnreadRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingConfirmed(Answer):
    """A person compared all rows and balances with the document. `digest` names the rows and balances that were shown."""

    digest: str

    def why_refused(self, statement: PrintedStatement) -> str:
        """Return why the confirmation does not apply, or an empty string."""
        if self.digest != digest_of_statement(statement):
            return "reading_changed"
        if statement.unread:
            return "marks_unanswered"
        opening, closing = statement.opening_balance, statement.closing_balance
        if opening is None or closing is None:
            return ""
        return "" if opening + sum((line.amount for line in statement.lines), Decimal(0)) == closing else "does_not_add_up"


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


Verdicts = Sequence[StatementVerdict]


def with_decisions(
    verdicts: Verdicts,
    without: Verdicts,
    decisions: Sequence[PersonDecision],
    refused: Mapping[str, str],
    statements: Sequence[PrintedStatement],
    as_read: Sequence[PrintedStatement],
    books: Sequence[AccountBooks],
) -> list[StatementVerdict]:
    """Return the verdicts with the outcome of each decision. `without` are the verdicts without any decision: an equal answer relies on
    none. `statements` are as decided, `as_read` without any decision."""
    amounts = {(account.id, entry.id): entry.amount for account in books for entry in account.entries}
    taken = [decision for decision in decisions if decision.id not in refused and not isinstance(decision, Excused)]
    scene = _Scene(verdicts, statements, as_read, amounts)
    learned = {account.id: account.names for account in books}
    return [
        replace(
            verdict,
            relied_on=tuple(decision.id for decision in taken if isinstance(decision, ReadAsStatement) and decision.statement == index)
            if _bare(verdict) == _bare(without[index])
            else tuple(
                dict.fromkeys((*(decision.id for decision in taken if scene.rests_on(index, decision)), *scene.names_used(index, learned)))
            ),
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

    def __init__(
        self,
        verdicts: Verdicts,
        statements: Sequence[PrintedStatement],
        as_read: Sequence[PrintedStatement],
        amounts: Mapping[tuple[str, str], Decimal],
    ) -> None:
        self.verdicts = verdicts
        self.statements = statements
        self.as_read = as_read
        self.amounts = amounts
        self.spans: list[StatementSpan | None] = [span_of(index, statement) for index, statement in enumerate(statements)]

    def names_used(self, index: int, learned: Mapping[str, Sequence[LearnedNames]]) -> Iterator[str]:
        """Yield the decisions on names that the bank prints on any statement of the account: a pair of one of them changes the balances
        and leftovers of the others."""
        account = self.verdicts[index].account_id or ""
        here = [place for place, verdict in enumerate(self.verdicts) if verdict.account_id == account]
        printed = (
            {wording(line.description).payee for place in here for line in self.statements[place].lines} if learned.get(account) else set()
        )
        yield from (names.decision for names in learned.get(account, ()) if names.bank in printed)

    def rests_on(self, index: int, decision: PersonDecision) -> bool:
        """True if the answer on this statement may be another one without the decision."""
        verdict = self.verdicts[index]
        if index in _spoken_of(decision):
            return True
        if self.verdicts[decision.statement].account_id != verdict.account_id:
            return False
        earlier, span = self.spans[decision.statement], self.spans[index]
        if isinstance(decision, OpeningAdopted | Answer) or (earlier is not None and span is not None and earlier.first <= span.last):
            return True
        if any(item.cleared_by and item.cleared_by[0] == decision.statement for item in verdict.missing):
            return True
        own_amounts = {abs(line.amount) for line in self.statements[index].lines} | {abs(item.amount) for item in verdict.missing}
        # The amounts of the named rows, as read and as decided.
        lines = ((named.line, source[place].lines) for place, named in named_places(decision) for source in (self.as_read, self.statements))
        amounts = {abs(rows[number].amount) for number, rows in lines if number < len(rows)}
        if isinstance(decision, AccountNamed):
            amounts |= {abs(line.amount) for line in self.statements[decision.statement].lines}
        if isinstance(decision, Corrected) and decision.amount is not None:
            amounts.add(abs(decision.amount))
        if isinstance(decision, PairedRows | NotAMatch | UndoneEntries):
            account = self.verdicts[decision.statement].account_id or ""
            amounts |= {abs(self.amounts[account, entry]) for entry in decision.entries}
        return not own_amounts.isdisjoint(amounts)
