"""An account's entries as the verdict counts them: posted ones, pending ones, and the balance per books."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.verification.books import AccountBooks, BookEntry

ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class AccountLedger:
    """`entries` count; `pending` never do. Entries dated before the opening are in the opening balance already, unless they are brought
    forward."""

    books: AccountBooks
    entries: tuple[BookEntry, ...]
    pending: tuple[BookEntry, ...]

    def opening_known_by(self, day: dt.date) -> Decimal | None:
        """Return the opening balance and the sum of older entries, or None if the ledger begins after this day."""
        books = self.books
        if books.opening_date is None or books.opening_date > day or books.opening_balance is None:
            return None
        return books.opening_balance + books.earlier

    def balance_at_end_of(self, day: dt.date) -> Decimal | None:
        """Return B(d), the opening and every entry dated no later, or None if the opening is unknown."""
        opening = self.opening_known_by(day)
        return None if opening is None else opening + sum((entry.amount for entry in self.entries if entry.date <= day), ZERO)

    def balance_before(self, day: dt.date) -> Decimal | None:
        opening = self.opening_known_by(day)
        return None if opening is None else opening + sum((entry.amount for entry in self.entries if entry.date < day), ZERO)


def ledger_of(books: AccountBooks) -> AccountLedger:
    live = [entry for entry in books.entries if not entry.excluded]
    return AccountLedger(
        books,
        tuple(entry for entry in live if entry.status == "posted" and _counts(entry, books)),
        tuple(entry for entry in live if entry.status == "pending"),
    )


def _counts(entry: BookEntry, books: AccountBooks) -> bool:
    return entry.brought_forward or books.opening_date is None or entry.date >= books.opening_date
