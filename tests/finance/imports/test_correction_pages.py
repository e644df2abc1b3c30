"""The list of what has to be corrected in the program of the books, on its page, as a file, over the API, and for each role."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.test import Client

from finance.entries import edit
from finance.imports.corrections import corrections_of
from finance.models import Account
from people.roles import Role
from tests.addresses import reverse
from tests.api.programs import Program
from tests.factories import MembershipFactory
from tests.finance.imports.mirroring import entry, file
from tests.finance.imports.shown import imported
from tests.world import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def corrected(account: Account, owner: User) -> Account:
    """The account with an entry from a file whose amount was corrected."""
    imported(account, file())
    edit(entry=entry(account, "Rent"), by=owner, amount=Decimal("-950.00"))
    return account


def test_the_page_lists_an_entry_until_it_is_marked_as_done(signed_in: Client, corrected: Account) -> None:
    account_page = signed_in.get(reverse("account", args=[corrected.pk])).content.decode()
    address = reverse("corrections", args=[corrected.pk])
    assert address in account_page
    page = signed_in.get(address)
    assert "Change the amount." in page.content.decode()
    (item,) = page.context["listed"].open

    done = signed_in.post(reverse("settle_correction", args=[corrected.pk, item.entry]), {"mark": item.mark}, follow=True)
    assert "There is nothing to correct." in done.content.decode()
    assert "Marked as done, latest first" in done.content.decode()
    again = signed_in.post(reverse("unsettle_correction", args=[corrected.pk, item.entry]), follow=True)
    assert "Change the amount." in again.content.decode()


def test_a_mark_of_other_values_settles_nothing(signed_in: Client, corrected: Account) -> None:
    (item,) = corrections_of(corrected).open
    answer = signed_in.post(reverse("settle_correction", args=[corrected.pk, item.entry]), {"mark": "0"}, follow=True)

    assert "Nothing was marked" in answer.content.decode()
    assert len(corrections_of(corrected).open) == 1
    answer = signed_in.post(reverse("unsettle_correction", args=[corrected.pk, item.entry]), follow=True)
    assert "is not marked as done" in answer.content.decode()


def test_books_of_no_program_say_so(signed_in: Client, account: Account) -> None:
    assert "has no entries from another program" in signed_in.get(reverse("corrections", args=[account.pk])).content.decode()


def test_the_list_is_a_csv_file(signed_in: Client, corrected: Account) -> None:
    answer = signed_in.get(reverse("corrections_file", args=[corrected.pk, "csv"]))

    assert answer["Content-Disposition"] == 'attachment; filename="checking-corrections.csv"'
    assert answer.getvalue().decode().count("\r\n") == 2
    assert signed_in.get(reverse("corrections_file", args=[corrected.pk, "xlsx"])).status_code == 404


@pytest.mark.parametrize(("role", "reads", "settles"), [(Role.VIEWER, 200, 403), (Role.PREPARER, 200, 302), (Role.CLIENT, 403, 403)])
def test_members_read_the_list_and_those_who_import_settle_it(corrected: Account, role: Role, reads: int, settles: int) -> None:
    browser = browser_of(MembershipFactory.create(organization=corrected.organization, role=role))
    (item,) = corrections_of(corrected).open

    assert browser.get(reverse("corrections", args=[corrected.pk])).status_code == reads
    answer = browser.post(reverse("settle_correction", args=[corrected.pk, item.entry]), {"mark": item.mark})
    assert answer.status_code == settles


def test_the_list_of_another_organization_is_not_found(signed_in: Client, their_account: Account) -> None:
    imported(their_account, file())

    assert signed_in.get(reverse("corrections", args=[their_account.pk])).status_code == 404


def test_a_program_reads_the_list_and_settles_what_it_read(corrected: Account) -> None:
    program = Program(MembershipFactory.create(organization=corrected.organization, role=Role.PREPARER))
    path = f"/accounts/{corrected.pk}/corrections"
    (item,) = program.get(path).json()

    assert (item["task"], item["before"]["amount"], item["after"]["amount"]) == ("change", "-900.00", "-950.00")
    refused = program.post(f"{path}/{item['entry']}/settle", {"mark": "other"})
    assert (refused.status_code, refused.json()["code"]) == (409, "correction_moved")
    assert program.post(f"{path}/{item['entry']}/settle", {"mark": item["mark"]}).status_code == 204
    assert program.get(path).json() == []
    assert program.post(f"{path}/{item['entry']}/unsettle").status_code == 204
    assert len(program.get(path).json()) == 1
