"""The matching of an account's statements, and the resulting state of each entry."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reconciliation.matching import Difference, Doubt, MatchRow, Support, Weighing, make_row, weigh
from reconciliation.printed.statement import PrintedLine
from reconciliation.verification.books import BookEntry
from reconciliation.verification.chain import StatementSpan
from reconciliation.verification.constraints import Constraints, LineKey
from reconciliation.verification.methods import method_of

NOTHING: frozenset[str] = frozenset()
FREE = Constraints()


@dataclass(frozen=True, slots=True)
class Clearing:
    """The clearing of entries by lines of one statement. `difference` is None if the sums are equal; clearings of one `bond` are a set, of
    which none is surer than the others; `decision` is that of the person who paired them."""

    statement: int
    lines: tuple[int, ...]
    entries: tuple[str, ...]
    difference: Difference | None = None
    bond: int | None = None
    why: tuple[str, ...] = ()
    decision: str | None = None

    @property
    def interchangeable(self) -> bool:
        return self.bond is not None


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Rows that only a person can settle; lines by statement."""

    doubt: Doubt
    lines: tuple[LineKey, ...]
    entries: tuple[str, ...]
    guess: tuple[tuple[LineKey, str], ...] = ()

    def lines_of(self, statement: int) -> tuple[int, ...]:
        return tuple(sorted(line for index, line in self.lines if index == statement))


@dataclass(frozen=True, slots=True)
class BankError:
    """The bank's error or correction that cancels a line, at `other`; `decision` is that of the person who confirmed it."""

    other: LineKey
    decision: str


@dataclass(frozen=True, slots=True)
class Weighed:
    """The result of the matching. Entries in none of its lists are left over; lines of `errors` are no entries."""

    clearings: tuple[Clearing, ...]
    questions: tuple[OpenQuestion, ...]
    reversals: tuple[tuple[str, str], ...]
    errors: Mapping[LineKey, BankError] = field(default_factory=dict)

    def cleared(self) -> dict[str, Clearing]:
        return {entry: clearing for clearing in self.clearings for entry in clearing.entries}

    def reversed_by(self) -> dict[str, str]:
        return {half: other for pair in self.reversals for half, other in (pair, pair[::-1])}


def weigh_spans(spans: Sequence[StatementSpan], entries: Iterable[BookEntry], kind: str, constraints: Constraints = FREE) -> Weighed:
    """Match all dated lines of these statements with all entries of an account of this kind, once. People's decisions on them are settled
    first."""
    every = {entry.id: entry for entry in entries}
    printed = {(span.index, place): line for span in spans for place, line in enumerate(span.statement.lines)}
    settled_lines, settled_entries = constraints.lines, constraints.entries
    posted = [entry for entry in every.values() if entry.id not in settled_entries]
    lines = [line_row(*key, line, constraints.never.get(key, NOTHING)) for key, line in printed.items() if key not in settled_lines]
    rows = [entry_row(entry, kind) for entry in posted]
    links: dict[Hashable, Hashable] = {entry.id: entry.reversal_of for entry in posted if entry.reversal_of}
    paired: list[MatchRow] = []
    for key, entry_id in constraints.one_by_one:
        paired += [line_row(*key, printed[key]), entry_row(every[entry_id], kind)]
    weighing = weigh(lines, rows, reversal_of=links, paired=paired)
    errors: dict[LineKey, BankError] = {}
    for error in constraints.erred:
        one, other = (error.statement, error.line.line), (error.other_statement, error.other.line)
        errors |= {one: BankError(other, error.id), other: BankError(one, error.id)}
    undone = ((contra.entries[0], contra.entries[1]) for contra in constraints.undone)
    reversals = ((str(one.key), str(other.key)) for one, other in weighing.reversals)
    return Weighed(
        tuple(_clearings(weighing, constraints)),
        tuple(
            OpenQuestion(
                group.doubt,
                tuple(_place(line) for line in group.lines),
                _keys(group.entries),
                tuple((_place(link.line), str(link.entry.key)) for link in group.guess),
            )
            for group in weighing.undecided
        ),
        (*undone, *reversals),
        errors,
    )


def line_row(statement: int, place: int, line: PrintedLine, never: frozenset[str] = NOTHING) -> MatchRow:
    """Return a line for the matcher. It is compared by its posting or its transaction date, never by its value date, and is none of the
    entries in `never`."""
    return make_row(
        key=(statement, place),
        days=(line.date, line.transaction_date) if line.date else (),
        amount=line.amount,
        text=line.description,
        reference=line.reference,
        page=statement,
        never=never,
    )


def entry_row(entry: BookEntry, kind: str) -> MatchRow:
    """Return an entry for the matcher. `kind` is the account's: it gives the method of payment of entries that do not name one."""
    return make_row(
        key=entry.id,
        days=(entry.date,),
        amount=entry.amount,
        text=entry.description,
        reference=entry.reference,
        number=entry.number,
        latest=method_of(entry, kind).latest(entry.date),
    )


def _clearings(weighing: Weighing, constraints: Constraints) -> Iterator[Clearing]:
    """Yield people's pairs first, then those of the matching."""
    for decided in constraints.pairs:
        lines = tuple(named.line for named in decided.lines)
        yield Clearing(decided.statement, lines, decided.entries, why=("decided",), decision=decided.id)
    for pair in weighing.pairs:
        statement, line = _place(pair.line)
        yield Clearing(statement, (line,), (str(pair.entry.key),), bond=pair.bond, why=why_of(pair.support, pair.lag))
    for group in weighing.groups:
        places = [_place(line) for line in group.lines]
        yield Clearing(places[0][0], tuple(line for _, line in places), _keys(group.entries), why=("reference", "group"))
    for differing in weighing.differing:
        statement, line = _place(differing.line)
        yield Clearing(statement, (line,), (str(differing.entry.key),), differing.kind, why=(f"days:{differing.lag}",))


def why_of(strength: Support, lag: int) -> tuple[str, ...]:
    """Return the codes of the evidence for a pair."""
    return _SUPPORT[strength], f"days:{lag}"


_SUPPORT = {Support.NUMBER: "reference", Support.PAYEE: "payee", Support.SILENT: "amount", Support.CONTRADICTS: "amount"}


def _place(row: MatchRow) -> LineKey:
    key = row.key
    assert isinstance(key, tuple)  # noqa: S101  # nosec B101  # lines are keyed by `line_row` alone
    return key


def _keys(rows: Iterable[MatchRow]) -> tuple[str, ...]:
    return tuple(str(row.key) for row in rows)
