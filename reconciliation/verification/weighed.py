"""The one weighing of an account's statements, and where it leaves each entry."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from reconciliation.books import Entry
from reconciliation.matching import Difference, Doubt, Row, Support, Undecided, Weighing, make_row, weigh
from reconciliation.reading.statement import PrintedLine
from reconciliation.verification.methods import method_of
from reconciliation.verification.span import Span

LineKey = tuple[int, int]
"""(index of the statement, index of the line)."""


@dataclass(frozen=True, slots=True)
class Clearing:
    """How an entry was cleared: by which lines of which statement. `difference` is None where the sums are equal; clearings of
    one `bond` are a set, of which none is surer than the others."""

    statement: int
    lines: tuple[int, ...]
    entries: tuple[str, ...]
    difference: Difference | None = None
    bond: int | None = None
    why: tuple[str, ...] = ()

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
class Weighed:
    """Where the weighing leaves the rows. Entries that are in none of these are left over."""

    clearings: tuple[Clearing, ...]
    questions: tuple[OpenQuestion, ...]
    reversals: tuple[tuple[str, str], ...]

    def cleared(self) -> dict[str, Clearing]:
        return {entry: clearing for clearing in self.clearings for entry in clearing.entries}

    def reversed_by(self) -> dict[str, str]:
        return {half: other for pair in self.reversals for half, other in (pair, pair[::-1])}


def weigh_spans(spans: Sequence[Span], entries: Iterable[Entry], kind: str) -> Weighed:
    """Weigh all dated lines of these statements against all entries of an account of this kind, once."""
    posted = list(entries)
    lines = [line_row(span.index, place, line) for span in spans for place, line in enumerate(span.statement.lines)]
    rows = [entry_row(entry, kind) for entry in posted]
    links: dict[Hashable, Hashable] = {entry.id: entry.reversal_of for entry in posted if entry.reversal_of}
    return _weighed(weigh(lines, rows, reversal_of=links))


def line_row(statement: int, place: int, line: PrintedLine) -> Row:
    """A line may be compared by its posting or its transaction date, never by its value date."""
    return make_row(
        key=(statement, place),
        days=(line.date, line.transaction_date) if line.date else (),
        amount=line.amount,
        text=line.description,
        reference=line.reference,
        page=statement,
    )


def entry_row(entry: Entry, kind: str) -> Row:
    """`kind` is the account's: it tells how an entry was paid that does not say so."""
    return make_row(
        key=entry.id,
        days=(entry.date,),
        amount=entry.amount,
        text=entry.description,
        reference=entry.reference,
        number=entry.number,
        latest=method_of(entry, kind).latest(entry.date),
    )


def _weighed(weighing: Weighing) -> Weighed:
    return Weighed(
        tuple(_clearings(weighing)),
        tuple(_question(group) for group in weighing.undecided),
        tuple((str(one.key), str(other.key)) for one, other in weighing.reversals),
    )


def _clearings(weighing: Weighing) -> Iterable[Clearing]:
    for pair in weighing.pairs:
        statement, line = _place(pair.line)
        why = (_SUPPORT[pair.support], f"days:{pair.lag}")
        yield Clearing(statement, (line,), (str(pair.entry.key),), bond=pair.bond, why=why)
    for group in weighing.groups:
        places = [_place(line) for line in group.lines]
        yield Clearing(places[0][0], tuple(line for _, line in places), _keys(group.entries), why=("reference", "group"))
    for differing in weighing.differing:
        statement, line = _place(differing.line)
        yield Clearing(statement, (line,), (str(differing.entry.key),), differing.kind, why=(f"days:{differing.lag}",))


_SUPPORT = {Support.NUMBER: "reference", Support.PAYEE: "payee", Support.SILENT: "amount", Support.CONTRADICTS: "amount"}


def _question(group: Undecided) -> OpenQuestion:
    guess = tuple((_place(link.line), str(link.entry.key)) for link in group.guess)
    return OpenQuestion(group.doubt, tuple(_place(line) for line in group.lines), _keys(group.entries), guess)


def _place(row: Row) -> LineKey:
    key = row.key
    assert isinstance(key, tuple)  # noqa: S101 -- lines are keyed by `line_row` alone
    return key


def _keys(rows: Iterable[Row]) -> tuple[str, ...]:
    return tuple(str(row.key) for row in rows)
