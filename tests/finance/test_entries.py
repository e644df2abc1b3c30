"""Entries by hand."""

import datetime as dt
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from finance import entries
from finance.balances import book_balance
from finance.models import Account, EntryChange
from finance.money import TooPrecise
from people.access import NotYours
from people.models import Organization
from people.roles import ALLOWED, Role
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.world import booked

pytestmark = pytest.mark.django_db
WRITTEN = {"booked_on": "2026-01-05", "amount": "-19.50", "description": "Grocer", "reference": "", "number": "", "status": "posted"}
DAY = dt.date(2026, 1, 5)


def test_an_entry_says_who_entered_it(account: Account, owner: User) -> None:
    entry = entries.enter(account=account, by=owner, booked_on=DAY, amount=Decimal("-19.50"), description="Grocer")

    [stored] = account.transactions.all()
    assert (stored.pk, stored.amount, stored.entered_by, stored.origin) == (entry.pk, Decimal("-19.50"), owner, "manual")


def test_a_changed_entry_keeps_its_earlier_values(account: Account, owner: User) -> None:
    entry = booked(account, 5, "-19.50", description="Grocer")

    entries.edit(entry=entry, by=owner, amount=Decimal("-19.05"))

    [change] = EntryChange.objects.of(account.organization)
    assert (change.before["amount_minor"], change.by) == (-1950, owner)
    assert book_balance(account) == Decimal("80.95")


def test_a_void_entry_does_not_count_and_is_not_deleted(account: Account, owner: User) -> None:
    entries.void(entry=booked(account, 5, "-19.50"), by=owner)

    assert account.transactions.count() == 1
    assert book_balance(account) == 100


def test_a_deleted_entry_is_gone(account: Account, owner: User) -> None:
    entries.delete(entry=booked(account, 5, "-19.50"), by=owner)

    assert not account.transactions.exists()


def test_an_amount_that_the_currency_has_not_is_refused(account: Account, owner: User) -> None:
    with pytest.raises(TooPrecise):
        entries.enter(account=account, by=owner, booked_on=DAY, amount=Decimal("1.005"))


def test_an_entry_before_the_opening_is_refused(account: Account, owner: User) -> None:
    with pytest.raises(ValidationError):
        entries.enter(account=account, by=owner, booked_on=dt.date(2025, 12, 31), amount=Decimal(1))


@pytest.mark.parametrize("role", [role for role in Role if "post" not in ALLOWED[role]])
def test_a_role_that_may_not_post_cannot_change_entries(account: Account, organization: Organization, role: Role) -> None:
    entry, nobody = booked(account, 5, "-19.50"), MembershipFactory.create(organization=organization, role=role).user

    with pytest.raises(NotYours):
        entries.enter(account=account, by=nobody, booked_on=DAY, amount=Decimal(1))
    with pytest.raises(NotYours):
        entries.edit(entry=entry, by=nobody, amount=Decimal(1))
    with pytest.raises(NotYours):
        entries.delete(entry=entry, by=nobody)

    assert [row.amount for row in account.transactions.all()] == [Decimal("-19.50")]


def test_an_entry_cannot_be_written_into_another_organization(their_account: Account, owner: User, signed_in: Client) -> None:
    theirs = booked(their_account, 5, "1.00")

    with pytest.raises(NotYours):
        entries.edit(entry=theirs, by=owner, amount=Decimal(2))
    assert signed_in.post(reverse("entry_new", args=[their_account.pk]), WRITTEN).status_code == 404
    assert signed_in.post(reverse("entry_edit", args=[their_account.pk, theirs.pk]), WRITTEN).status_code == 404
    assert signed_in.post(reverse("entry_delete", args=[their_account.pk, theirs.pk])).status_code == 404


def test_an_entry_belongs_to_the_account_of_its_address(account: Account, organization: Organization, signed_in: Client) -> None:
    other = organization.accounts.create(name="Savings", currency="EUR")

    assert signed_in.get(reverse("entry_edit", args=[other.pk, booked(account, 5, "1.00").pk])).status_code == 404


def test_a_person_enters_changes_and_deletes_on_the_page(signed_in: Client, account: Account) -> None:
    signed_in.post(reverse("entry_new", args=[account.pk]), WRITTEN)
    [entry] = account.transactions.all()
    assert entry.amount == Decimal("-19.50")

    signed_in.post(reverse("entry_edit", args=[account.pk, entry.pk]), WRITTEN | {"amount": "-19.05"})
    assert account.transactions.get().amount == Decimal("-19.05")

    signed_in.post(reverse("entry_delete", args=[account.pk, entry.pk]))
    assert not account.transactions.exists()


def test_the_page_of_a_locked_entry_names_the_statement_to_reopen(signed_in: Client, account: Account) -> None:
    entry = booked(account, 5, "-19.50", description="Grocer", locked_by="2026-01-01..2026-01-31")
    page = reverse("entry_edit", args=[account.pk, entry.pk])

    assert "Cleared by the locked statement 1 Jan 2026 to 31 Jan 2026" in signed_in.get(page).content.decode()
    assert "Reopen that statement first." in signed_in.post(page, WRITTEN | {"amount": "-19.05"}).content.decode()
    deleted = signed_in.post(reverse("entry_delete", args=[account.pk, entry.pk]), follow=True)
    assert "Reopen that statement first." in deleted.content.decode()
    assert signed_in.post(page, WRITTEN | {"description": "Grocer Wheatsheaf"}).status_code == 302
    assert account.transactions.get().description == "Grocer Wheatsheaf"


def test_a_viewer_finds_no_way_to_write(client: Client, account: Account, organization: Organization) -> None:
    entry = booked(account, 5, "-19.50", description="Grocer")
    client.force_login(MembershipFactory.create(organization=organization, role=Role.VIEWER).user)

    page = client.get(reverse("account", args=[account.pk])).content.decode()

    assert "Grocer" in page
    assert "entries/" not in page
    assert client.get(reverse("entry_edit", args=[account.pk, entry.pk])).status_code == 403
