"""People's decisions, checked against printed rows and booked entries.

Those on an account as a whole change its books or its statements: the account of a statement, the opening balance, reissued statements.
Those on rows become constraints of the account's matching.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TypeVar

from reconciliation.matching.rows import Payout, SameNames
from reconciliation.verification.books import ZERO, AccountBooks, AccountLedger, BookEntry
from reconciliation.verification.chain import Chain, StatementSpan
from reconciliation.verification.decisions import (
    BankErred,
    Excused,
    NotAMatch,
    OpeningAdopted,
    PairedRows,
    PersonDecision,
    Refusals,
    Reissued,
    UndoneEntries,
    named_lines,
    named_places,
)

DecidedT = TypeVar("DecidedT", bound=PersonDecision)


def one_a_statement(decisions: Iterable[DecidedT]) -> tuple[dict[int, DecidedT], Refusals]:
    """Return the decision of each statement that has one, and the refusals of those that have several."""
    by_statement: dict[int, list[DecidedT]] = defaultdict(list)
    for decision in decisions:
        by_statement[decision.statement].append(decision)
    refused = {decision.id: "contradicts" for group in by_statement.values() if len(group) > 1 for decision in group}
    return {index: group[0] for index, group in by_statement.items() if len(group) == 1}, refused


def with_opening(
    books: AccountBooks, spans: Collection[StatementSpan], decisions: Iterable[OpeningAdopted]
) -> tuple[AccountBooks, Refusals]:
    """Return the books with the opening that a person adopted. It must be unknown in the books, and that of the account's first statement:
    later ones are tied to the one before."""
    by_statement, refused = one_a_statement(decisions)
    of_index = {span.index: span for span in spans}
    adopted = books
    for index, decision in by_statement.items():
        span = of_index.get(index)
        if span is None:
            refused[decision.id] = "stands_aside"
        elif books.opening_balance is not None:
            refused[decision.id] = "opening_known"
        elif span.statement.opening_balance != decision.amount:
            refused[decision.id] = "opening_changed"
        elif any(other.first < span.first for other in spans):
            refused[decision.id] = "earlier_statement"
        elif books.opening_date is not None and books.opening_date > span.first:
            refused[decision.id] = "ledger_begins_later"
        else:
            adopted = replace(books, opening_balance=decision.amount, opening_date=span.first, opening_origin="", earlier=ZERO)
    return adopted, refused


def replaced(spans: Collection[StatementSpan], decisions: Iterable[Reissued]) -> tuple[dict[int, int], Refusals]:
    """Return the replaced statements, each with the one in its place: of the same account, with no day that the newer one does not
    cover."""
    by_statement, refused = one_a_statement(decisions)
    of_index = {span.index: span for span in spans}
    gone: dict[int, int] = {}
    for index, decision in by_statement.items():
        new, old = of_index.get(index), of_index.get(decision.replaces)
        newer, following = {index}, decision.replaces
        while following in by_statement and following not in newer:
            newer.add(following)
            following = by_statement[following].replaces
        if new is None or old is None or new is old:
            refused[decision.id] = "another_account"
        elif not (new.first <= old.first and old.last <= new.last):
            refused[decision.id] = "days_left_uncovered"
        elif following in newer:  # they replace one another, so that none of them is the newest
            refused[decision.id] = "contradicts"
        else:
            gone[decision.replaces] = index
    return gone, refused


LineKey = tuple[int, int]
"""(index of the statement, index of the line)."""
OfRows = PairedRows | UndoneEntries | NotAMatch | BankErred | Excused


@dataclass(frozen=True, slots=True)
class Constraints:
    """`pairs`, `undone` and `erred` are settled before matching; a line is none of the entries in `never`, and two entries of `apart` do
    not undo each other. `refused` are decisions that cannot be applied. `names` are the payees that persons said are the same, `payouts`
    those of the account's reports."""

    pairs: tuple[PairedRows, ...] = ()
    undone: tuple[UndoneEntries, ...] = ()
    erred: tuple[BankErred, ...] = ()
    never: Mapping[LineKey, frozenset[str]] = field(default_factory=dict)
    apart: frozenset[frozenset[str]] = frozenset()
    refused: Mapping[str, str] = field(default_factory=dict)
    names: SameNames = field(default_factory=dict)
    payouts: tuple[Payout, ...] = ()

    @property
    def lines(self) -> frozenset[LineKey]:
        return frozenset(key for decision in (*self.pairs, *self.erred) for key in _line_keys(decision))

    @property
    def entries(self) -> frozenset[str]:
        paired = (entry for pair in self.pairs for entry in pair.entries)
        return frozenset((*paired, *(entry for contra in self.undone for entry in contra.entries)))


def constrain(decisions: Iterable[PersonDecision], chain: Chain, ledger: AccountLedger) -> Constraints:
    """Return the constraints of decisions on this account's statements. A wrong decision does not stop the others; two that contradict each
    other are both refused."""
    check = _Check(chain, ledger)
    rows = [decision for decision in decisions if isinstance(decision, OfRows)]
    refused: Refusals = {decision.id: why for decision in rows if (why := check.why_not(decision))}
    sound = [decision for decision in rows if decision.id not in refused]
    refused |= dict.fromkeys(_contradicting(sound), "contradicts")
    taken = [decision for decision in sound if decision.id not in refused]
    separated = [decision for decision in taken if isinstance(decision, NotAMatch)]
    never: dict[LineKey, frozenset[str]] = {}
    for decision in separated:
        for key in _line_keys(decision):
            never[key] = never.get(key, frozenset()) | frozenset(decision.entries)
    return Constraints(
        pairs=tuple(decision for decision in taken if isinstance(decision, PairedRows)),
        undone=tuple(decision for decision in taken if isinstance(decision, UndoneEntries)),
        erred=tuple(decision for decision in taken if isinstance(decision, BankErred)),
        never=never,
        apart=frozenset(frozenset(decision.entries) for decision in separated if not decision.lines),
        refused=refused,
        names=ledger.names,
        payouts=ledger.books.payouts,
    )


class _Check:
    """Checks a decision against printed rows and booked entries, regardless of other decisions."""

    def __init__(self, chain: Chain, ledger: AccountLedger) -> None:
        self.spans: dict[int, StatementSpan] = {span.index: span for span in chain.spans}
        self.counting: dict[str, BookEntry] = {entry.id: entry for entry in ledger.entries}
        self.known: Collection[str] = {entry.id for entry in ledger.books.entries}

    def why_not(self, decision: OfRows) -> str | None:
        """Return the code of the error, or None."""
        if isinstance(decision, BankErred):
            if not {decision.statement, decision.other_statement} <= self.spans.keys():
                return "stands_aside"
            amount, other = (self.spans[index].statement.lines[line].amount for index, line in _line_keys(decision))
            return None if amount and amount == -other else "not_opposite"
        if len(set(decision.entries)) < len(decision.entries):
            return "named_twice"
        if any(entry not in self.known for entry in decision.entries):
            return "no_entry"
        if isinstance(decision, Excused):
            return None
        if any(entry not in self.counting for entry in decision.entries):
            return "entry_does_not_count"
        if isinstance(decision, PairedRows):
            return self._why_not_paired(decision)
        if isinstance(decision, UndoneEntries):
            entries = decision.entries
            opposite = len(entries) == 2 and self._total(entries) == 0 and self.counting[entries[0]].amount != 0
            return None if opposite else "not_opposite"
        named = bool(decision.entries) and (bool(decision.lines) or len(decision.entries) == 2)
        return None if named else "too_few_rows"

    def _why_not_paired(self, pair: PairedRows) -> str | None:
        if not pair.lines or not pair.entries:
            return "too_few_rows"
        if len(pair.lines) > 1 and len(pair.entries) > 1:
            return "many_to_many"
        if pair.statement not in self.spans:
            return "stands_aside"
        printed = self.spans[pair.statement].statement.lines
        lines = sum((printed[named.line].amount for named in pair.lines), ZERO)
        return None if lines == self._total(pair.entries) else "sums_differ"

    def _total(self, entries: Sequence[str]) -> Decimal:
        return sum((self.counting[entry].amount for entry in entries), ZERO)


def _contradicting(decisions: Sequence[OfRows]) -> Iterator[str]:
    """Yield decisions that settle one row twice, or separate rows that another puts together."""
    settling: dict[object, list[str]] = defaultdict(list)
    together: dict[object, list[str]] = defaultdict(list)
    for decision in decisions:
        if isinstance(decision, PairedRows | UndoneEntries | BankErred):
            for key in _line_keys(decision):
                settling[key].append(decision.id)
        if isinstance(decision, PairedRows | UndoneEntries):
            for entry in decision.entries:
                settling[entry].append(decision.id)
            for link in _links(decision):
                together[link].append(decision.id)
    for ids in settling.values():
        yield from ids if len(ids) > 1 else ()
    for decision in decisions:
        against = [other for link in _links(decision) for other in together.get(link, ())] if isinstance(decision, NotAMatch) else []
        yield from (decision.id, *against) if against else ()


def _links(decision: PairedRows | UndoneEntries | NotAMatch) -> Iterator[object]:
    """Yield each link that is made or separated: a line and an entry, or two entries."""
    if not named_lines(decision):
        yield frozenset(decision.entries)
    for key in _line_keys(decision):
        yield from ((key, entry) for entry in decision.entries)


def _line_keys(decision: PersonDecision) -> list[LineKey]:
    return [(index, named.line) for index, named in named_places(decision)]
