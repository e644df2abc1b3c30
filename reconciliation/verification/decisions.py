"""People's decisions as plain values for the verifier. A decision names rows or accounts; code checks it again.

`statement` is the index of the statement among those verified, entries are named by the books' ids. A decision that cannot be applied never
raises: the verdict has the reason.
"""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal


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
