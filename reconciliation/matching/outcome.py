"""What a weighing says of every row: settled, undecided, differing, or left over."""

import enum
from dataclasses import dataclass, field

from reconciliation.matching.evidence import Edge, Support
from reconciliation.matching.rows import Row


class Doubt(enum.StrEnum):
    """Why a group waits for a person."""

    AMBIGUOUS = "ambiguous_rows"
    WEAK = "weak_pair"
    GROUP = "group_to_confirm"
    CONTRA = "contra_to_confirm"


class Difference(enum.StrEnum):
    AMOUNT = "amount"
    SIGN = "sign"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Pair:
    """One line and one entry of equal amount. `interchangeable`: one of a set, in which any pairing is right."""

    line: Row
    entry: Row
    support: Support
    lag: int
    interchangeable: bool = False
    rivals: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """One line and several entries, or the reverse, of equal sums, made sure by one reference."""

    lines: tuple[Row, ...]
    entries: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Differing:
    """One payment, told differently by the two sides."""

    line: Row
    entry: Row
    kind: Difference
    lag: int


@dataclass(frozen=True, slots=True)
class Undecided:
    """Rows that only a person can settle; `guess` is the pairing that would be taken if any will do."""

    doubt: Doubt
    lines: tuple[Row, ...]
    entries: tuple[Row, ...]
    guess: tuple[Edge, ...] = ()


@dataclass(slots=True)
class Weighing:
    """The state and the result: each row is in exactly one of these. `lines` and `entries` are what is left over."""

    lines: list[Row]
    entries: list[Row]
    pairs: list[Pair] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    differing: list[Differing] = field(default_factory=list)
    undecided: list[Undecided] = field(default_factory=list)
    reversals: list[tuple[Row, Row]] = field(default_factory=list)

    def take(self, lines: tuple[Row, ...], entries: tuple[Row, ...]) -> None:
        """These rows are spoken for: they are no longer left over."""
        gone = {id(row) for row in (*lines, *entries)}
        self.lines = [row for row in self.lines if id(row) not in gone]
        self.entries = [row for row in self.entries if id(row) not in gone]
