"""An organization with its owner, an account, and a stranger's organization beside it."""

import datetime as dt
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.test import Client

from finance.models import Account, Organization, Transaction
from finance.money import to_minor
from finance.roles import Role
from finance.services import found_organization


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("owner", password="long enough 1")


@pytest.fixture
def organization(owner: User) -> Organization:
    return found_organization(name="Household", owner=owner)


@pytest.fixture
def account(organization: Organization) -> Account:
    return organization.accounts.create(
        name="Checking", currency="EUR", number="12345678", opening_balance_minor=100_00, opening_date=dt.date(2026, 1, 1)
    )


@pytest.fixture
def their_account(db: None) -> Account:
    theirs = found_organization(name="Others", owner=User.objects.create_user("stranger"))
    return theirs.accounts.create(name="Theirs", currency="EUR", opening_balance_minor=0, opening_date=dt.date(2026, 1, 1))


@pytest.fixture
def signed_in(client: Client, owner: User, organization: Organization) -> Client:
    client.force_login(owner)
    return client


def book(account: Account, day: int, amount: str, *, month: int = 1, **columns: object) -> Transaction:
    """An entry of January 2026, or of another month."""
    booked_on, units = dt.date(2026, month, day), to_minor(Decimal(amount), account.currency)
    return account.transactions.create(booked_on=booked_on, amount_minor=units, **columns)


def member(organization: Organization, role: Role) -> User:
    user = User.objects.create_user(f"a-{role}")
    organization.memberships.create(user=user, role=role)
    return user
