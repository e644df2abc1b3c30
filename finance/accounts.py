"""Accounts that a member adds or changes other than on the page with its form."""

import datetime as dt
from decimal import Decimal
from typing import Any, TypedDict, Unpack

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from finance.models import Account
from finance.money import to_minor
from finance.services import AccountExists
from people.audit.acts import Act
from people.audit.trail import record
from people.models import Organization
from people.rights import require


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
        raise ValidationError({"name": _("An account has a name.")})
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
