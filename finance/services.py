"""Creation of accounts from statements, in one transaction."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.contrib.auth.models import User
from django.db import transaction

from finance.ledger_writer import write_entries
from finance.models import Account, Transaction
from finance.money import to_minor
from people.audit.acts import Act
from people.audit.trail import record
from people.models import Organization


class AccountExists(ValueError):
    """The organization already has an account of that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartingRow:
    """A row that an account is started with, signed from the holder's side."""

    booked_on: dt.date
    amount: Decimal
    description: str = ""
    reference: str = ""


@transaction.atomic
def start_account(
    *,
    organization: Organization,
    name: str,
    kind: str,
    currency: str,
    opening_balance: Decimal | None,
    opening_date: dt.date,
    rows: Sequence[StartingRow],
    origin: str,
    institution: str = "",
    number: str = "",
    by: User | None = None,
) -> Account:
    """Create an account from a statement; `origin` ("statement:<sha256>") is stored with its balance and entries.

    The opening date moves back to the earliest row, because the opening balance must precede every row.
    Raises `AccountExists`, `LedgerLocked` for rows in closed days, or `NotAnAmount` if an amount does not fit the currency.
    """
    if organization.accounts.filter(name=name).exists():
        raise AccountExists(name)
    account = organization.accounts.create(
        name=name,
        kind=kind,
        currency=currency,
        institution=institution,
        number=number,
        opening_balance_minor=None if opening_balance is None else to_minor(opening_balance, currency),
        opening_date=min([opening_date, *(row.booked_on for row in rows)]),
        opening_origin="" if opening_balance is None else origin,
    )
    entries = (
        Transaction(
            account=account,
            booked_on=row.booked_on,
            amount_minor=to_minor(row.amount, currency),
            description=row.description,
            reference=row.reference,
            origin=origin,
        )
        for row in rows
    )
    write_entries(by=by, added=entries)
    record(organization, by, Act.ADDED_ACCOUNT, account, origin=origin, entries=len(rows))
    return account
