"""Days that are closed for all but the owners of an organization."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.test import Client

from finance.ledger_writer import write_entries
from finance.locks import LedgerLocked
from finance.models import Account, Transaction
from people.models import Organization
from tests.addresses import reverse
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
JANUARY = dt.date(2026, 1, 31)


def late(account: Account) -> Transaction:
    return Transaction(account=account, booked_on=JANUARY, amount_minor=-10_00)


def test_days_closed_for_all_but_owners_are_open_to_owners_alone(account: Account, organization: Organization, owner: User) -> None:
    organization.owners_only_until = JANUARY
    organization.save()
    admin = UserFactory.create(username="admin")
    organization.memberships.create(user=admin, role="admin")

    for by in (None, admin):
        with pytest.raises(LedgerLocked):
            write_entries(by=by, added=[late(account)])
    write_entries(by=owner, added=[late(account)])

    assert account.transactions.get().entered_by == owner


def test_an_owner_enters_and_edits_in_days_closed_for_others(
    client: Client, account: Account, organization: Organization, owner: User
) -> None:
    organization.owners_only_until = JANUARY
    organization.save()
    said = {"booked_on": "2026-01-05", "amount": "-3.00", "status": "posted"}
    preparer = UserFactory.create(username="preparer")
    organization.memberships.create(user=preparer, role="preparer")

    client.force_login(preparer)
    client.post(reverse("entry_new", args=[account.pk]), said)
    assert not account.transactions.exists()

    client.force_login(owner)
    client.post(reverse("entry_new", args=[account.pk]), said)
    assert account.transactions.count() == 1


def test_the_day_closed_for_everybody_holds_owners_too(account: Account, organization: Organization, owner: User) -> None:
    organization.locked_until = JANUARY
    organization.save()

    with pytest.raises(LedgerLocked):
        write_entries(by=owner, added=[late(account)])
