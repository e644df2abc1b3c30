"""People's decisions on one account, checked row by row, and turned into constraints of its matching."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from reconciliation.verification.books import ZERO, AccountLedger, BookEntry
from reconciliation.verification.chain import Chain, StatementSpan
from reconciliation.verification.decisions import (
    BankErred,
    Excused,
    NotAMatch,
    PairedRows,
    PersonDecision,
    Refusals,
    UndoneEntries,
    named_lines,
    named_places,
)

LineKey = tuple[int, int]
"""(index of the statement, index of the line)."""
OfRows = PairedRows | UndoneEntries | NotAMatch | BankErred | Excused


@dataclass(frozen=True, slots=True)
class Constraints:
    """`pairs`, `undone` and `erred` are settled before matching; a line is none of the entries in `never`, and two entries of `apart` do
    not undo each other. `refused` are decisions that cannot be applied."""

    pairs: tuple[PairedRows, ...] = ()
    undone: tuple[UndoneEntries, ...] = ()
    erred: tuple[BankErred, ...] = ()
    never: Mapping[LineKey, frozenset[str]] = field(default_factory=dict)
    apart: frozenset[frozenset[str]] = frozenset()
    refused: Mapping[str, str] = field(default_factory=dict)

    @property
    def lines(self) -> frozenset[LineKey]:
        return frozenset(key for decision in (*self.pairs, *self.erred) for key in _line_keys(decision))

    @property
    def entries(self) -> frozenset[str]:
        paired = (entry for pair in self.pairs for entry in pair.entries)
        return frozenset((*paired, *(entry for contra in self.undone for entry in contra.entries)))

    @property
    def one_by_one(self) -> Iterator[tuple[LineKey, str]]:
        """Pairs that a person made of one line and one entry."""
        return (((pair.statement, pair.lines[0].line), pair.entries[0]) for pair in self.pairs if len(pair.lines) == len(pair.entries) == 1)


def constrain(decisions: Iterable[PersonDecision], chain: Chain, ledger: AccountLedger) -> Constraints:
    """Return the constraints of decisions on this account's statements. A wrong decision does not stop the others; two that contradict each
    other are both refused."""
    check = _Check(chain, ledger)
    rows = [decision for decision in decisions if isinstance(decision, OfRows)]
    refused: Refusals = {decision.id: why for decision in rows if (why := check.why_not(decision))}
    sound = [decision for decision in rows if decision.id not in refused]
    refused |= dict.fromkeys(_contradicting(sound), "contradicts")
    taken = [decision for decision in sound if decision.id not in refused]
    return Constraints(
        pairs=tuple(decision for decision in taken if isinstance(decision, PairedRows)),
        undone=tuple(decision for decision in taken if isinstance(decision, UndoneEntries)),
        erred=tuple(decision for decision in taken if isinstance(decision, BankErred)),
        never=_never(decision for decision in taken if isinstance(decision, NotAMatch)),
        apart=frozenset(frozenset(decision.entries) for decision in taken if isinstance(decision, NotAMatch) and not decision.lines),
        refused=refused,
    )


class _Check:
    """Checks a decision against what is printed and booked, regardless of other decisions."""

    def __init__(self, chain: Chain, ledger: AccountLedger) -> None:
        self.spans: dict[int, StatementSpan] = {span.index: span for span in chain.spans}
        self.counting: dict[str, BookEntry] = {entry.id: entry for entry in ledger.entries}
        self.known: Collection[str] = {entry.id for entry in ledger.books.entries}

    def why_not(self, decision: OfRows) -> str | None:
        """Return the code of what is wrong, or None."""
        if isinstance(decision, BankErred):
            return self._of_error(decision)
        if len(set(decision.entries)) < len(decision.entries):
            return "named_twice"
        if any(entry not in self.known for entry in decision.entries):
            return "no_entry"
        if isinstance(decision, Excused):
            return None
        if any(entry not in self.counting for entry in decision.entries):
            return "entry_does_not_count"
        if isinstance(decision, PairedRows):
            return self._of_pair(decision)
        if isinstance(decision, UndoneEntries):
            entries = decision.entries
            opposite = len(entries) == 2 and self._total(entries) == 0 and self.counting[entries[0]].amount != 0
            return None if opposite else "not_opposite"
        named = bool(decision.entries) and (bool(decision.lines) or len(decision.entries) == 2)
        return None if named else "too_few_rows"

    def _of_pair(self, pair: PairedRows) -> str | None:
        if not pair.lines or not pair.entries:
            return "too_few_rows"
        if len(pair.lines) > 1 and len(pair.entries) > 1:
            return "many_to_many"
        if pair.statement not in self.spans:
            return "stands_aside"
        printed = self.spans[pair.statement].statement.lines
        lines = sum((printed[named.line].amount for named in pair.lines), ZERO)
        return None if lines == self._total(pair.entries) else "sums_differ"

    def _of_error(self, error: BankErred) -> str | None:
        if not {error.statement, error.other_statement} <= self.spans.keys():
            return "stands_aside"
        one, other = (self.spans[index].statement.lines[line].amount for index, line in _line_keys(error))
        return None if one and one == -other else "not_opposite"

    def _total(self, entries: Sequence[str]) -> Decimal:
        return sum((self.counting[entry].amount for entry in entries), ZERO)


def _contradicting(decisions: Sequence[OfRows]) -> Iterator[str]:
    """Yield decisions that settle one row twice, or separate what another puts together."""
    settling: dict[object, list[str]] = defaultdict(list)
    together: dict[object, list[str]] = defaultdict(list)
    for decision in decisions:
        for row in _rows(decision):
            settling[row].append(decision.id)
        for link in _links(decision) if isinstance(decision, PairedRows | UndoneEntries) else ():
            together[link].append(decision.id)
    for ids in settling.values():
        yield from ids if len(ids) > 1 else ()
    for decision in decisions:
        against = [other for link in _links(decision) for other in together.get(link, ())] if isinstance(decision, NotAMatch) else []
        yield from (decision.id, *against) if against else ()


def _rows(decision: OfRows) -> list[object]:
    """Return the rows that a decision settles."""
    if isinstance(decision, BankErred):
        return [*_line_keys(decision)]
    return [*_line_keys(decision), *decision.entries] if isinstance(decision, PairedRows | UndoneEntries) else []


def _links(decision: PairedRows | UndoneEntries | NotAMatch) -> Iterator[object]:
    """Yield what is put together or separated: a line and an entry, or two entries."""
    if not named_lines(decision):
        yield frozenset(decision.entries)
    for key in _line_keys(decision):
        yield from ((key, entry) for entry in decision.entries)


def _line_keys(decision: PersonDecision) -> list[LineKey]:
    return [(index, named.line) for index, named in named_places(decision)]


def _never(decisions: Iterable[NotAMatch]) -> dict[LineKey, frozenset[str]]:
    forbidden: dict[LineKey, frozenset[str]] = {}
    for decision in decisions:
        for key in _line_keys(decision):
            forbidden[key] = forbidden.get(key, frozenset()) | frozenset(decision.entries)
    return forbidden
