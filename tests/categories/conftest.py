"""Books whose entries of last year have account codes."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from finance.categories import give_codes
from finance.models import Account, Transaction
from finance.models.coding import Codes
from people.roles import Role
from tests.factories import AccountFactory, UserFactory
from tests.world import booked


@pytest.fixture
def account(db: None) -> Account:
    return AccountFactory.create()


@pytest.fixture
def keeper(account: Account) -> User:
    user = UserFactory.create(username="keeper", password="a-long-password")
    account.organization.memberships.create(user=user, role=Role.OWNER)
    return user


def coded(account: Account, by: User, day: int, text: str, nominal: str, *, amount: str = "-9.00", **more: str) -> Transaction:
    entry = booked(account, day, amount, text)
    give_codes(account=account, by=by, codes={entry: Codes(nominal=nominal, **more)})
    return entry


MINUS = Decimal("-9.00")
