"""The truth of a generated document: accounts with rows and balances, as printed."""

import datetime as dt
from dataclasses import dataclass, field
from decimal import Decimal

NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """One row, signed from the holder's side. `other` is its value or transaction day; `check` the number of a check, else ""."""

    day: dt.date
    text: str
    amount: Decimal
    other: dt.date
    check: str = ""
    time: str = "00:00"


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """The evidence that the print of an account gives.

    `certificates` of chain (the balance after each row or each day), totals and counts (of both sides), coverage (both ends named and no
    figure left over), nothing (no row, said in words). `ends` are named, brought (the opening is a line brought forward) or derived;
    `begun` is true if an opening that is not printed follows from the first row's own balance, `side` and `days` if the print shows the
    rows that are money out, and the number of a day that is the month; `counted` if the pages are numbered through.
    """

    certificates: frozenset[str] = frozenset({"coverage"})
    ends: str = "named"
    begun: bool = True
    side: bool = True
    days: bool = True
    counted: bool = False

    @property
    def provable(self) -> bool:
        """True if the print proves the rows and where they begin and end."""
        ends = self.ends == "named" or (self.ends == "brought" and ("totals" in self.certificates or self.counted))
        return bool(self.certificates) and ends and self._is_told

    @property
    def follows(self) -> bool:
        """True if the print proves the rows, whether or not it proves where they begin and end."""
        begun = self.ends != "derived" or self.begun
        return self.provable or ("chain" in self.certificates and begun and self._is_told)

    @property
    def allows_proof(self) -> bool:
        """True if a proof claims no more than the print: the ends are named, or totals or numbers of pages leave no room for more rows."""
        return self.ends == "named" or "totals" in self.certificates or self.counted

    @property
    def _is_told(self) -> bool:
        return self.side and self.days


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One account over one period, oldest row first. Owed balances are negative.

    `period`, `prints_opening` and `prints_closing` are its printed days and balances, `telling` is the evidence of the whole print.
    """

    kind: str
    number: str
    first: dt.date
    last: dt.date
    opening: Decimal
    movements: tuple[Movement, ...]
    period: tuple[dt.date | None, dt.date | None] = (None, None)
    prints_opening: bool = True
    prints_closing: bool = True
    running: bool = False
    telling: Telling = Telling()

    @property
    def closing(self) -> Decimal:
        return self.opening + total(self.movements)

    @property
    def balances(self) -> tuple[Decimal, ...]:
        """The balance after each row."""
        after, now = [], self.opening
        for movement in self.movements:
            now += movement.amount
            after.append(now)
        return tuple(after)

    @property
    def printed(self) -> tuple[Decimal | None, Decimal | None]:
        """Opening and closing where they are printed."""
        return (self.opening if self.prints_opening else None, self.closing if self.prints_closing else None)

    @property
    def provable(self) -> bool:
        return (self.prints_opening and self.prints_closing) or self.running


@dataclass(slots=True)
class Made:
    """A made document's truth. With a fault in its first account, or a page lost or doubled, not all of it can be proved."""

    accounts: list[Account] = field(default_factory=list)
    fault: str = "none"

    @property
    def whole(self) -> bool:
        return self.fault == "none"


def total(movements: tuple[Movement, ...] | list[Movement]) -> Decimal:
    return sum((movement.amount for movement in movements), NOTHING)


def sums(movements: tuple[Movement, ...]) -> tuple[Decimal, Decimal]:
    """Money in, and money out as a positive number."""
    into = sum((one.amount for one in movements if one.amount > 0), NOTHING)
    return into, into - total(movements)
