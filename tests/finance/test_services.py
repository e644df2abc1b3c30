"""Founding an organization, and starting an account from a statement."""

import datetime as dt
from decimal import Decimal

import pytest

from finance.accounts import AccountExists, StartingRow, start_account
from finance.balances import book_balance
from finance.models import Account
from finance.money import TooPrecise
from people.members import found_organization
from people.models import Organization
from people.roles import Role
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

ORIGIN = "statement:" + "a" * 64


def start(organization: Organization, *rows: StartingRow, opening: str | None = "100.00", name: str = "Started") -> Account:
    return start_account(
        organization=organization,
        name=name,
        kind="checking",
        currency="EUR",
        opening_balance=None if opening is None else Decimal(opening),
        opening_date=dt.date(2026, 1, 1),
        rows=rows,
        origin=ORIGIN,
    )


def row(day: dt.date, amount: str) -> StartingRow:
    return StartingRow(booked_on=day, amount=Decimal(amount), description="Rent")


def test_an_account_started_from_a_statement_says_where_it_came_from(organization: Organization) -> None:
    account = start(organization, row(dt.date(2026, 1, 5), "-10.00"), row(dt.date(2026, 1, 6), "2.00"))

    assert account.opening_origin == ORIGIN
    assert {entry.origin for entry in account.transactions.all()} == {ORIGIN}
    assert book_balance(account) == Decimal("92.00")


def test_the_opening_balance_held_before_every_row(organization: Organization) -> None:
    account = start(organization, row(dt.date(2025, 12, 31), "-10.00"))

    assert account.opening_date == dt.date(2025, 12, 31)
    assert book_balance(account) == Decimal("90.00")


def test_an_opening_that_was_not_printed_stays_unknown(organization: Organization) -> None:
    account = start(organization, row(dt.date(2026, 1, 5), "-10.00"), opening=None)

    assert (account.opening_balance, account.opening_origin) == (None, "")


def test_a_second_account_of_a_name_is_refused(organization: Organization, account: Account) -> None:
    with pytest.raises(AccountExists):
        start(organization, name=account.name)


def test_nothing_is_started_by_half(organization: Organization) -> None:
    with pytest.raises(TooPrecise):
        start(organization, row(dt.date(2026, 1, 5), "1.00"), row(dt.date(2026, 1, 5), "1.001"))

    assert not organization.accounts.exists()


def test_organizations_of_one_name_have_addresses_of_their_own(db: None) -> None:
    owner = UserFactory.create(username="ada")
    founded = [found_organization(name=name, owner=owner) for name in ("Müller", "Müller", "Müller", "会社")]

    assert [organization.slug for organization in founded] == ["muller", "muller-2", "muller-3", "organization"]
    assert founded[0].memberships.get().role == Role.OWNER
