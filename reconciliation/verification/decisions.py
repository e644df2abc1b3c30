"""What people decided, as the verifier takes it: plain values, no database. A decision says *which*; code checks it again.

`statement` is the index of the statement in the weighing, entries go by the books' ids. A decision that cannot be applied never
raises: the verdict says why it was set aside.
"""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSnapshot:
    """What a printed line said, as it was read, when it was decided upon."""

    date: dt.date | None
    amount: Decimal
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedLine:
    """A line of the decision's statement by its index; `said` None trusts the index alone."""

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
class ToldApart(PersonDecision):
    """None of these lines is one of these entries; two entries without a line do not undo each other."""

    lines: tuple[NamedLine, ...]
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoneEntries(PersonDecision):
    """Two entries of opposite amounts undo each other."""

    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningAdopted(PersonDecision):
    """The printed opening of the account's first statement is the books' opening balance, where they know none."""

    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(PersonDecision):
    """A misread line: what it says in truth. None leaves as it is what was read."""

    line: NamedLine
    amount: Decimal | None = None
    date: dt.date | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reissued(PersonDecision):
    """This statement was printed anew in place of another of the same account: its evidence counts, not the other's."""

    replaces: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BankErred(PersonDecision):
    """The line and one of opposite amount, of whatever statement of the account, are an error of the bank and its correction: neither
    is an entry. Both stay differences; they are only told as what they are."""

    line: NamedLine
    other_statement: int
    other: NamedLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Excused(PersonDecision):
    """That something does not matter: for who signs off. It changes no verdict; it is only told whether its rows still stand."""

    lines: tuple[NamedLine, ...] = ()
    entries: tuple[str, ...] = ()
