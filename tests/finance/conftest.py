"""An organization with its owner, an account, and a stranger's organization beside it."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.test import Client

from finance.models import Account
from people.members import found_organization
from people.models import Organization
from tests.factories import UserFactory


@pytest.fixture
def owner(db: None) -> User:
    return UserFactory.create(username="owner", password="long enough 1")


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
    theirs = found_organization(name="Others", owner=UserFactory.create(username="stranger"))
    return theirs.accounts.create(name="Theirs", currency="EUR", opening_balance_minor=0, opening_date=dt.date(2026, 1, 1))


@pytest.fixture
def signed_in(client: Client, owner: User, organization: Organization) -> Client:
    client.force_login(owner)
    return client
