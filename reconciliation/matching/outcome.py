"""The result of the matching for every row: settled, undecided, differing, or left over."""

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.matching.rows import Edge, MatchRow, Payout, Support

ZERO = Decimal(0)
COMPLETE, FEE_MISSING, PAYMENTS_MISSING = "complete", "fee_missing", "payments_missing"
NOT_UNIQUE, WHOLE_BOOKED = "not_unique", "whole_booked"
"""States of an explanation: matched with its entries; only the entry of its fees is missing; entries of payments are; several entries may
be one payment; or the books have one entry for the whole payout."""


class Doubt(enum.StrEnum):
    """The reason why a group waits for a person."""

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
    """One line and one entry of equal amount. Pairs of one `bond` are a set, in which any pairing is right."""

    line: MatchRow
    entry: MatchRow
    support: Support
    lag: int
    bond: int | None = None
    rivals: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """One line and several entries, or the reverse, of equal sums, made sure by one reference, by the report of a payout, or by the parts
    of a payment that a line prints."""

    lines: tuple[MatchRow, ...]
    entries: tuple[MatchRow, ...]
    is_payout: bool = False
    is_split: bool = False


@dataclass(frozen=True, slots=True)
class DifferingPair:
    """One payment that the two sides record differently."""

    line: MatchRow
    entry: MatchRow
    kind: Difference
    lag: int


@dataclass(frozen=True, slots=True)
class Undecided:
    """Rows that only a person can settle; `guess` is the likeliest pairing."""

    doubt: Doubt
    lines: tuple[MatchRow, ...]
    entries: tuple[MatchRow, ...]
    guess: tuple[Edge, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Explanation:
    """A line that a payout explains. `entries` are those of its payments, by the place of the payment, and `fees` those of its fees. `fee`
    is the amount of the entry that the books lack, if nothing else is missing."""

    line: MatchRow
    payout: Payout
    state: str
    entries: dict[int, MatchRow]
    fees: tuple[MatchRow, ...] = ()
    fee: Decimal | None = None

    @property
    def rows(self) -> tuple[MatchRow, ...]:
        return (*self.entries.values(), *self.fees)

    @property
    def total(self) -> Decimal:
        return sum((row.amount for row in self.rows), ZERO)


class Weighing:
    """State and result of the matching: each row is in exactly one of its lists. `lines` and `entries` are left over; rows of `paired` were
    settled before, one by one."""

    def __init__(self, lines: Iterable[MatchRow], entries: Iterable[MatchRow], paired: Iterable[MatchRow] = ()) -> None:
        self._lines = dict.fromkeys(lines)
        self._entries = dict.fromkeys(entries)
        self._paired = tuple(paired)
        self.pairs: list[Pair] = []
        self.groups: list[Group] = []
        self.differing: list[DifferingPair] = []
        self.undecided: list[Undecided] = []
        self.reversals: list[tuple[MatchRow, MatchRow]] = []
        self.explanations: list[Explanation] = []

    @property
    def lines(self) -> list[MatchRow]:
        return list(self._lines)

    @property
    def entries(self) -> list[MatchRow]:
        return list(self._entries)

    @property
    def alone(self) -> list[MatchRow]:
        """The entries that cleared by a line of their own, and those lines that name another payee."""
        lines = (pair.line for pair in self.pairs if pair.line.payee != pair.entry.payee)
        return [*self._paired, *(pair.entry for pair in self.pairs), *lines]

    def take(self, lines: Iterable[MatchRow], entries: Iterable[MatchRow]) -> None:
        """Remove these rows from the leftover ones."""
        for row in lines:
            del self._lines[row]
        for row in entries:
            del self._entries[row]
