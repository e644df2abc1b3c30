"""A printed row as an entry of the ledger: a new one, or in place of the pending one that announced it."""

import datetime as dt
from copy import copy
from dataclasses import dataclass
from typing import Any

from finance.models import Account, Transaction
from finance.money import NotAnAmount, to_minor
from finance.origins import POSTED_FROM
from finance.snapshots import snapshot
from reconciliation.reconcile.evidence import fit
from reconciliation.verification.verdict import NewItem

Json = dict[str, Any]


class CannotBecomeAnEntry(ValueError):
    """The row has no day, or no amount that the account's currency knows, or lies before the account begins; `code` says which."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """An entry that is not written yet; `replaced` is what the pending entry says whose place it takes."""

    line: int
    reason: str
    entry: Transaction
    replaced: Json | None


def draft(account: Account, item: NewItem, *, day: dt.date | None, reference: str, source: str, pending: Transaction | None) -> Transaction:
    """The entry that a row becomes, or the pending entry as it will stand then: it keeps its id, so that an import knows it again.

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
