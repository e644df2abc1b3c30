"""Accounts: added or changed by a member, or created from a statement with its entries, in one transaction each."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypedDict, Unpack

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from finance.ledger_writer import write_entries
from finance.models import Account, Transaction
from finance.money import to_minor
from people.access import NotYours, require
from people.audit import Act, record
from people.models import Membership, Organization
from people.refusal import Refusal
from people.roles import Action


def require_account(user: User, account: Account, action: Action) -> None:
    """Raise NotYours unless the user has the right in the organization and may see the account."""
    require(user, account.organization, action)
    membership = Membership.objects.of(account.organization).get(user=user)
    if not Account.objects.visible_to(membership).filter(pk=account.pk).exists():
        raise NotYours


class AccountExists(Refusal):
    """The organization already has an account of that name."""

    code = "account_exists"


class CurrencyNotKnown(Refusal):
    """The statement prints no currency: a person has to name it."""

    code = "currency_not_known"


class NoDates(Refusal):
    """The statement has no day for the account to begin with."""

    code = "no_dates"


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


class AccountFields(TypedDict, total=False):
    """Fields of an account; the opening balance is the bank's at the start of the opening date."""

    name: str
    kind: str
    currency: str
    institution: str
    number: str
    opening_balance: Decimal | None
    opening_date: dt.date | None
    locked_until: dt.date | None


@transaction.atomic
def add_account(*, organization: Organization, by: User, **fields: Unpack[AccountFields]) -> Account:
    """Create an account. Raises NotYours, AccountExists, NotAnAmount, UnknownCurrency, ValidationError."""
    require(by, organization, "manage_accounts")
    account = Account(organization=organization)
    return _saved(account, fields, by, Act.ADDED_ACCOUNT)


@transaction.atomic
def change_account(*, account: Account, by: User, **fields: Unpack[AccountFields]) -> Account:
    """Set the given fields; the currency never changes. Raises as `add_account` does."""
    require(by, account.organization, "manage_accounts")
    return _saved(account, fields, by, Act.CHANGED_ACCOUNT)


def _saved(account: Account, fields: AccountFields, by: User, act: Act) -> Account:
    values: dict[str, Any] = dict(fields)
    if "name" in values and not values["name"].strip():
        raise ValidationError({"name": _("An account needs a name.")})
    account.currency = values.pop("currency", account.currency)
    for name, value in values.items():
        if name == "opening_balance":
            account.opening_balance_minor = None if value is None else to_minor(value, account.currency)
        else:
            setattr(account, name, value)
    if {"opening_balance", "opening_date"} & set(values):
        account.opening_origin = ""  # set by a person, no longer by a statement
    if account.organization.accounts.filter(name=account.name).exclude(pk=account.pk).exists():
        raise AccountExists(account.name)
    account.full_clean()
    account.save()
    record(account.organization, by, act, account, fields=sorted(fields))
    return account
