"""The situations that most tests start from, and rows that all tests of a module share."""

import datetime as dt
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from finance.models import Account, Transaction
from people.models import Membership, Organization
from reconciliation.models import StatementImport
from tests.factories import AccountFactory, OrganizationFactory, TransactionFactory
from tests.read_statements import paper, read_in

MATCHED_ROWS = [(5, "-250.00", "Rent"), (20, "600.00", "Client A")]
"""Rows that the statement of `matched_books` prints."""
UNBOOKED_ROWS = [(15, "-300.00", "Acme Ltd"), (31, "-12.00", "ACCOUNT FEE"), (31, "3.10", "CREDIT INTEREST")]
"""Rows that the statement of `incomplete_books` prints. The books lack the last two."""


@pytest.fixture
def ours(db: None) -> Organization:
    return OrganizationFactory.create()


@pytest.fixture
def account(ours: Organization) -> Account:
    """An account that opened with 1,000.00 and has no entries."""
    return AccountFactory.create(organization=ours, opening="1000.00")


@pytest.fixture
def matched_books(account: Account) -> None:
    """Two entries of the account, which its statement prints too."""
    booked(account, 4, "-250.00", "Rent", external_id="t1")
    booked(account, 20, "600.00", "Client A", external_id="t2")


@pytest.fixture
def january(account: Account, matched_books: None) -> StatementImport:
    """A statement that matches."""
    return read_in(account.organization, paper(MATCHED_ROWS, opening="1000.00"))


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let module-scoped fixtures write rows: each test changes them in a savepoint, and all are rolled back after the last test.

    A module that uses this has no test with a database of its own (`transaction=True`). Rows are shared, objects are not: a fixture gives
    each test a deep copy of the built objects.
    """
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # tests/outside.py counts the transactions of the product alone
    with django_db_blocker.unblock(), block:
        yield
        transaction.set_rollback(True)


def incomplete_books() -> Account:
    """An account that opened with 2,000.00, and whose books lack two rows of its statement."""
    account = AccountFactory.create()
    booked(account, 14, "-300.00", "Acme")
    return account


def incomplete_statement(account: Account) -> StatementImport:
    """The statement of `incomplete_books`, which differs from them by two rows."""
    return read_in(account.organization, paper(UNBOOKED_ROWS))


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
