"""The situations that most tests start from, and rows that all tests of a module share."""

import datetime as dt
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from finance.models import Account, Membership, Transaction
from tests.factories import TransactionFactory


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let module-scoped fixtures write rows: each test changes them in a savepoint, and all are rolled back after the last test.

    A module that uses this has no test with a database of its own (`transaction=True`). Rows are shared, objects are not:
    a fixture gives each test a deep copy of what was built."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # tests/outside.py counts the transactions of the product alone
    with django_db_blocker.unblock(), block:
        yield
        transaction.set_rollback(True)


def booked(account: Account, day: int, amount: str, description: str = "", *, month: int = 1, **columns: object) -> Transaction:
    """An entry of January 2026, or of another month."""
    return TransactionFactory.create(
        account=account, booked_on=dt.date(2026, month, day), amount=amount, description=description, **columns
    )


def browser_of(membership: Membership) -> Client:
    """The browser of a member who is signed in."""
    client = Client()
    client.force_login(membership.user)
    return client
