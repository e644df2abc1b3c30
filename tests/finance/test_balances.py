"""Balances are computed by the database, and unknown where the ledger does not know."""

import datetime as dt
from decimal import Decimal

import pytest
from pytest_django import DjangoAssertNumQueries

from finance.balances import book_balance, book_balances
from finance.models import Account
from people.models import Organization
from tests.world import booked

pytestmark = pytest.mark.django_db


def day(number: int) -> dt.date:
    return dt.date(2026, 1, number)


def test_a_book_balance_is_the_opening_balance_and_the_entries_up_to_its_day(account: Account) -> None:
    booked(account, 1, "-10.00")
    booked(account, 5, "2.50")
    booked(account, 6, "1.00")

    assert book_balance(account, day(5)) == Decimal("92.50")
    assert book_balance(account) == Decimal("93.50")


def test_only_posted_entries_count(account: Account) -> None:
    booked(account, 2, "1.00")
    booked(account, 2, "2.00", status="pending")
    booked(account, 2, "4.00", status="void")
    booked(account, 2, "8.00", is_excluded=True)

    assert book_balance(account) == Decimal("101.00")


def test_before_the_opening_date_the_balance_is_the_opening_and_further_back_not_known(account: Account) -> None:
    account.transactions.create(booked_on=dt.date(2025, 12, 30), amount_minor=-500, is_brought_forward=True)

    assert book_balance(account, dt.date(2025, 12, 31)) == Decimal("100.00")
    assert book_balance(account, dt.date(2025, 12, 30)) is None
    assert book_balance(account, day(1)) == Decimal("95.00")


def test_a_balance_without_an_opening_is_not_known(organization: Organization) -> None:
    unknown = organization.accounts.create(name="Cash", currency="EUR")
    booked(unknown, 2, "1.00")

    assert book_balance(unknown) is None
    assert book_balances(Account.objects.of(organization)) == {unknown.pk: None}


def test_balances_of_many_accounts_take_one_query(
    organization: Organization, account: Account, their_account: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    yen = organization.accounts.create(name="Yen", currency="JPY", opening_balance_minor=500, opening_date=day(1))
    booked(account, 2, "-0.01")
    booked(yen, 2, "7")
    booked(their_account, 2, "9.00")

    with django_assert_num_queries(1):
        balances = book_balances(Account.objects.of(organization))

    assert balances == {account.pk: Decimal("99.99"), yen.pk: Decimal(507)}
