"""Books whose entries of last year say what they are booked as."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from finance.coding.codes import Codes
from finance.coding.services import give_codes
from finance.models import Account, Transaction
from finance.roles import Role
from tests.posting.making import an_account, booked


@pytest.fixture
def account(db: None) -> Account:
    return an_account()


@pytest.fixture
def keeper(account: Account) -> User:
    user = User.objects.create_user("keeper", password="a-long-password")
    account.organization.memberships.create(user=user, role=Role.OWNER)
    return user


def coded(account: Account, by: User, day: int, text: str, nominal: str, *, amount: str = "-9.00", **more: str) -> Transaction:
    entry = booked(account, day, amount, text)
    give_codes(account=account, by=by, codes={entry: Codes(nominal=nominal, **more)})
    return entry


MINUS = Decimal("-9.00")
