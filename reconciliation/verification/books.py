"""An account's ledger for the verifier, and its entries as the verdict counts them: plain values, no database."""

import datetime as dt
from dataclasses import dataclass, field
from decimal import Decimal

from reconciliation.matching.rows import Payee, Payout, SameNames


@dataclass(frozen=True, slots=True, kw_only=True)
class BookEntry:
    """One ledger entry. `id` is its external id if it has one; `origin` is its source ("statement:<sha-256>" for one that was started from
    a statement)."""

    id: str
    date: dt.date
    amount: Decimal
    description: str = ""
    status: str = "posted"
    excluded: bool = False
    reference: str = ""
    number: str = ""
    reversal_of: str | None = None
    brought_forward: bool = False
    origin: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedNames:
    """Two payees that a person said are the same on this account: the bank's and the books'. `decision` is that of the person."""

    decision: str
    bank: Payee
    books: Payee


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountBooks:
    """One account and its entries. `opening_balance` is the bank's at the start of `opening_date`; `earlier` is the sum of entries that
    count, are too old to be any row of a statement, and are not in `entries`; `names` are the payees that persons said are the same;
    `payouts` are those of payment processors, which explain rows of statements."""

    id: str
    name: str
    kind: str
    currency: str
    institution: str = ""
    number: str = ""
    opening_balance: Decimal | None = None
    opening_date: dt.date | None = None
    opening_origin: str = ""
    earlier: Decimal = Decimal(0)
    entries: tuple[BookEntry, ...] = ()
    names: tuple[LearnedNames, ...] = ()
    payouts: tuple[Payout, ...] = ()


ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class AccountLedger:
    """`entries` count; `pending` never do. Entries dated before the opening are in the opening balance already, unless they are brought
    forward. `zero` are posted entries of 0.00, which are no reconciling items: listed, compared with nothing."""

    books: AccountBooks
    entries: tuple[BookEntry, ...]
    pending: tuple[BookEntry, ...]
    zero: tuple[BookEntry, ...] = ()
    names: SameNames = field(default_factory=dict)

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
    posted = [entry for entry in live if entry.status == "posted"]
    begin = books.opening_date
    counting = [entry for entry in posted if entry.brought_forward or begin is None or entry.date >= begin]
    names: dict[Payee, frozenset[Payee]] = {}
    for learned in books.names:
        names[learned.bank] = names.get(learned.bank, frozenset()) | {learned.books}
    return AccountLedger(
        books,
        entries=tuple(entry for entry in counting if entry.amount),
        pending=tuple(entry for entry in live if entry.status == "pending"),
        zero=tuple(entry for entry in counting if not entry.amount),
        names=names,
    )
