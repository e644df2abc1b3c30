"""Writes of the ledger: keyword-only, one transaction each."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.text import slugify

from finance.audit.acts import Act
from finance.audit.trail import record
from finance.models import Account, Organization, Transaction
from finance.money import to_minor
from finance.roles import Role
from finance.writing import write_entries


class OwnerExists(RuntimeError):
    """The first user is there already: everybody else is invited."""


class AccountExists(ValueError):
    """The organization has an account of that name."""


@transaction.atomic
def found_organization(*, name: str, owner: User) -> Organization:
    """A new organization with its owner."""
    organization = Organization.objects.create(name=name, slug=_free_slug(name))
    organization.memberships.create(user=owner, role=Role.OWNER)
    record(organization, owner, Act.FOUNDED, organization)
    return organization


@transaction.atomic
def found_first_organization(*, name: str, username: str, password: str) -> User:
    """The owner of a fresh installation, who also administers it. Raises `OwnerExists` once anybody has an account.

    The one organization that commands made before is theirs, and called as they say; with none or several there, a new one is made.
    Two requests at once make one owner: both wait for the same row before they look.
    """
    ContentType.objects.select_for_update().get(pk=ContentType.objects.get_for_model(User).pk)
    if User.objects.exists():
        raise OwnerExists
    owner = User.objects.create_superuser(username=username, password=password)
    taken = _taken_over(owner)
    if len(taken) == 1:
        _rename(taken[0], name, owner)
    else:
        found_organization(name=name, owner=owner)
    return owner


def _taken_over(owner: User) -> list[Organization]:
    """Books that commands made before anybody had an account are the first owner's, who administers them in any case."""
    taken = list(Organization.objects.filter(memberships=None))
    for organization in taken:
        membership = organization.memberships.create(user=owner, role=Role.OWNER)
        record(organization, owner, Act.JOINED, membership, role=Role.OWNER)
    return taken


def _rename(organization: Organization, name: str, by: User) -> None:
    """Its short name stays: commands know it by that."""
    organization.name = name
    organization.save(update_fields=["name"])
    record(organization, by, Act.SET, organization, changed=["name"])


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
    """An account made from a statement: its balance and rows say where they came from (`origin`: "statement:<sha256>").

    The opening balance held before every row: where one is dated earlier than `opening_date`, its day is the opening date.
    Raises `AccountExists`, `LedgerLocked` for rows in closed days, or `NotAnAmount` where an amount does not fit the currency.
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


def _free_slug(name: str) -> str:
    """The name in the letters of an address; with a number where another has it."""
    base = slugify(name)[:70] or "organization"
    taken = set(Organization.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in (base, *(f"{base}-{number}" for number in range(2, len(taken) + 3))) if slug not in taken)
