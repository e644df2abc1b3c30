"""An account's ledger for the verifier: plain values, no database."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal


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
class AccountBooks:
    """One account and its entries. `opening_balance` is the bank's at the start of `opening_date`; `earlier` is the sum of entries that
    count, are too old to be any row of a statement, and are not in `entries`."""

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
