"""What is true of a made document: accounts with rows and balances, as its paper says them."""

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
class Account:
    """One account over one period, oldest row first. Owed balances are negative.

    `period`, `prints_opening` and `prints_closing` say what is on paper of its days and balances.
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
