"""A printed row as a draft entry: a new one, or in place of the pending entry that announced it."""

import datetime as dt
from copy import copy
from dataclasses import dataclass
from typing import Any

from finance.models import Account, Transaction
from finance.models.transaction import POSTED_FROM
from finance.money import NotAnAmount, to_minor
from finance.snapshots import snapshot
from reconciliation.reconcile.evidence import fit
from reconciliation.verification.verdict import NewItem

Json = dict[str, Any]


class CannotBecomeAnEntry(ValueError):
    """The row has no day, has an amount that the currency lacks, or lies before the account begins; `code` says which."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """An entry that is not written yet; `replaced` is the pending entry's snapshot if it takes its place."""

    line: int
    reason: str
    entry: Transaction
    replaced: Json | None


def draft(account: Account, item: NewItem, *, day: dt.date | None, reference: str, source: str, pending: Transaction | None) -> Transaction:
    """Return the entry that a row becomes, or the changed pending entry: its id remains, so that an import recognizes it.

    Raises CannotBecomeAnEntry."""
    if day is None:
        raise CannotBecomeAnEntry("no_date")
    if account.opening_date and day < account.opening_date:
        raise CannotBecomeAnEntry("before_opening")
    try:
        units = to_minor(item.amount, account.currency)
    except NotAnAmount as error:
        raise CannotBecomeAnEntry("no_such_amount") from error
    entry = copy(pending) if pending else Transaction(account=account)
    entry.booked_on, entry.amount_minor = day, units
    entry.description = entry.description or fit(item.description, 1000)
    entry.reference = entry.reference or fit(reference, 200)
    entry.status, entry.is_excluded, entry.origin = Transaction.Status.POSTED, False, POSTED_FROM + source
    return entry


def as_it_was(pending: Transaction | None) -> Json | None:
    return snapshot(pending) if pending else None
