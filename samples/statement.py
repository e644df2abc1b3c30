"""The rows of a sample statement, and the entries of the books for them."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Booking:
    """A ledger entry. Amounts are signed from the account holder's side."""

    day: dt.date
    amount: Decimal
    description: str
    number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A printed row, and how it is booked; `booked` is None where the books lack it."""

    day: dt.date
    text: str
    amount: Decimal
    booked: Booking | None
    bought: dt.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One statement of one account for one period."""

    file: str
    institution: str
    title: str
    account: str
    kind: str
    currency: str
    number: str
    holder: str
    first: dt.date
    last: dt.date
    opening: Decimal
    rows: tuple[Row, ...]
    only_booked: tuple[Booking, ...] = ()

    @property
    def closing(self) -> Decimal:
        return self.opening + sum((row.amount for row in self.rows), Decimal())

    def running(self) -> Iterator[tuple[Row, Decimal]]:
        """Each row with the balance after it."""
        balance = self.opening
        for row in self.rows:
            balance += row.amount
            yield row, balance

    def bookings(self) -> list[Booking]:
        """Return the entries of the books for this account and period, by day."""
        booked = [row.booked for row in self.rows if row.booked is not None]
        return sorted([*booked, *self.only_booked], key=lambda booking: booking.day)


def booked_row(day: dt.date, text: str, amount: str, *booked: str, lag: int = 0, as_amount: str = "", number: str = "") -> Row:
    """A printed row and its entry. `booked` is the entry's description, or missing if the books lack the row; `lag` is how many
    days before the bank it was booked; `as_amount` is another amount that it was booked with."""
    entry = None
    if booked:
        entry = Booking(day=day - dt.timedelta(days=lag), amount=Decimal(as_amount or amount), description=booked[0], number=number)
    return Row(day=day, text=text, amount=Decimal(amount), booked=entry, bought=day - dt.timedelta(days=lag))
