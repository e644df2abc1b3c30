"""Entries by hand: created, changed, voided and deleted by a member, subject to the locks."""

import datetime as dt
from decimal import Decimal
from typing import TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import transaction

from finance.accounts import require_account
from finance.categories import codes_of, follow_text, give_codes
from finance.ledger_writer import write_entries
from finance.models import Account, Transaction
from finance.models.coding import Codes
from finance.models.ledger import BY_HAND
from finance.money import to_minor
from people.audit import Act, record


class EntryFields(TypedDict, total=False):
    """Fields of an entry; the amount is signed from the holder's side."""

    booked_on: dt.date
    amount: Decimal
    description: str
    reference: str
    number: str
    status: str
    external_id: str


@transaction.atomic
def enter(*, account: Account, by: User, codes: Codes | None = None, **fields: Unpack[EntryFields]) -> Transaction:
    """Create an entry with its codes. Raises NotYours, LedgerLocked, ValidationError, and NotAnAmount if the amount does not fit the
    currency.
    """
    require_account(by, account, "post")
    entry = Transaction(account=account, origin=BY_HAND)
    _set(entry, fields)
    write_entries(by=by, added=[entry])
    record(account.organization, by, Act.ENTERED, entry, account=account.pk)
    if codes:
        give_codes(account=account, by=by, codes={entry: codes})
    return entry


@transaction.atomic
def edit(*, entry: Transaction, by: User, codes: Codes | None = None, **fields: Unpack[EntryFields]) -> Transaction:
    """Change an entry, and its codes if they are given and differ; the old values are stored. Raises as `enter` does."""
    require_account(by, entry.account, "post")
    _set(entry, fields)
    write_entries(by=by, changed=[entry])
    record(entry.account.organization, by, Act.CHANGED_ENTRY, entry, account=entry.account_id, fields=sorted(fields))
    if codes is not None and codes != codes_of(entry):
        give_codes(account=entry.account, by=by, codes={entry: codes})
    else:
        follow_text(entry)
    return entry


def void(*, entry: Transaction, by: User) -> Transaction:
    """Void the entry: it stays visible and counts in no balance. Raises NotYours, LedgerLocked."""
    return edit(entry=entry, by=by, status=Transaction.Status.VOID)


@transaction.atomic
def delete(*, entry: Transaction, by: User) -> None:
    """Delete the entry; its values are stored as a change. Raises NotYours, LedgerLocked."""
    require_account(by, entry.account, "post")
    write_entries(by=by, removed=[entry])
    record(entry.account.organization, by, Act.DELETED_ENTRY, entry, account=entry.account_id)


def _set(entry: Transaction, fields: EntryFields) -> None:
    for name, value in fields.items():
        if name == "amount":
            entry.amount_minor = to_minor(fields["amount"], entry.account.currency)
        else:
            setattr(entry, name, value)
    entry.check_fit()
