"""Constraints that the database enforces."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from finance.models import Account
from people.models import Organization
from tests.factories import MembershipFactory, UserFactory
from tests.world import booked

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "columns",
    [
        {"name": "Checking"},
        {"name": "B", "currency": "eur"},
        {"name": "B", "kind": "purse"},
        {"name": "B", "opening_balance_minor": 1},
    ],
)
def test_no_account_is_stored_that_makes_no_sense(organization: Organization, account: Account, columns: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError):
        organization.accounts.create(**{"currency": "EUR"} | columns)


@pytest.mark.parametrize("columns", [{"external_id": "t1"}, {"status": "done"}])
def test_no_entry_is_stored_twice_or_without_a_known_status(account: Account, columns: dict[str, Any]) -> None:
    booked(account, 2, "1.00", external_id="t1")

    with pytest.raises(IntegrityError):
        booked(account, 3, "2.00", **columns)


def test_entries_without_an_external_id_are_as_many_as_there_are(account: Account) -> None:
    booked(account, 2, "1.00")
    booked(account, 2, "1.00")

    assert account.transactions.count() == 2


def test_nothing_reverses_itself(account: Account) -> None:
    row = booked(account, 2, "1.00")
    row.reversal_of = row

    with pytest.raises(IntegrityError):
        row.save()


@pytest.mark.parametrize("role", ["owner", "superhero"])
def test_a_user_has_one_known_role_in_an_organization(organization: Organization, owner: User, role: str) -> None:
    user = owner if role == "owner" else UserFactory.create(username="other")

    with pytest.raises(IntegrityError):
        MembershipFactory.create(organization=organization, user=user, role=role)


def test_a_number_is_shown_by_its_last_digits() -> None:
    assert Account(number="DE89370400440532013000").masked_number.endswith("\N{NO-BREAK SPACE}3000")
    assert "8937" not in Account(number="DE89370400440532013000").masked_number
    assert Account().masked_number == ""


def test_an_entry_reverses_one_of_its_own_account(account: Account, their_account: Account) -> None:
    row = booked(account, 2, "1.00")
    row.reversal_of = booked(their_account, 2, "1.00")

    with pytest.raises(ValidationError, match="same account"):
        row.clean()
