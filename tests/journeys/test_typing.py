"""A person without a document types the bank's balances, ticks the bank's entries, and undoes it."""

import pytest
from playwright.sync_api import expect

from people.models import Organization
from people.roles import Role
from tests.addresses import inside
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory
from tests.journeys.person import PASSWORD, Person
from tests.world import booked

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ours() -> Organization:
    ours = OrganizationFactory.create()
    account = AccountFactory.create(organization=ours, opening="1000.00")
    booked(account, 4, "-250.00", "Rent")
    booked(account, 20, "600.00", "Client A")
    clerk = MembershipFactory.create(role=Role.PREPARER, organization=ours).user
    clerk.username = "rowe"
    clerk.set_password(PASSWORD)
    clerk.save()
    return ours


def begins(person: Person) -> None:
    person.signs_in("rowe")
    person.page.goto(inside("/accounts/"))
    person.page.get_by_role("link", name="Checking").first.click()
    person.page.locator("summary", has_text="More").click()
    person.page.get_by_role("link", name="Enter statement balances by hand").click()
    person.sees_heading("Enter statement balances by hand")
    person.page.get_by_label("Closing balance of the bank").fill("1350.00")


def test_the_difference_follows_the_ticks_until_it_is_none(person: Person, ours: Organization) -> None:
    begins(person)
    difference = person.page.locator("#typed-sums dd").last

    person.page.get_by_role("checkbox", name="Client A").check()
    expect(difference).to_contain_text("250.00")
    person.page.get_by_role("checkbox", name="Rent").check()
    expect(difference).to_have_text("0.00")
    person.page.get_by_role("button", name="Reconcile", exact=True).click()

    expect(person.list("Cleared")).to_contain_text("Rent")
    person.page.get_by_role("heading", name="Source document").click()
    person.page.get_by_role("button", name="Withdraw what was entered").click()
    person.sees("The entered balances were withdrawn.")


def test_it_is_worked_out_without_scripts_too(without_scripts: Person, ours: Organization) -> None:
    begins(without_scripts)

    without_scripts.page.get_by_role("checkbox", name="Client A").check()
    without_scripts.page.get_by_role("button", name="Calculate the difference").click()

    expect(without_scripts.page.locator("#typed-sums dd").last).to_contain_text("250.00")
    expect(without_scripts.page.get_by_role("checkbox", name="Client A")).to_be_checked()
