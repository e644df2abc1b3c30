"""An account's ledger is sorted by its headings, and its filter stays."""

import pytest
from playwright.sync_api import expect

from people.models import Organization
from tests.addresses import inside
from tests.factories import AccountFactory, OrganizationFactory
from tests.journeys.accessible import lacks
from tests.journeys.bookkeeper import member
from tests.journeys.person import Person
from tests.world import booked

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ours() -> Organization:
    return OrganizationFactory.create()


def test_a_heading_sorts_the_ledger_by_keyboard_and_the_address_keeps_order_and_filter(person: Person, ours: Organization) -> None:
    account = AccountFactory.create(organization=ours, opening="1000.00")
    for day, amount, text in ((3, "-100.00", "Rent"), (5, "-2.00", "Tea shop"), (7, "-30.00", "Tea house")):
        booked(account, day, amount, text)
    person.signs_in(member(ours, "okoro"))
    person.page.goto(inside(f"/accounts/{account.pk}/?text=tea"))
    amounts = person.page.locator(".entries tbody td.num:not(.after)")

    person.page.get_by_role("link", name="Amount").press("Enter")
    expect(person.page.get_by_role("columnheader", name="Amount")).to_have_attribute("aria-sort", "descending")
    assert [text.strip()[-5:] for text in amounts.all_inner_texts()] == ["€2.00", "30.00"]
    assert lacks(person.page) == []
    person.page.get_by_role("link", name="Amount").press("Enter")
    expect(person.page.get_by_role("columnheader", name="Amount")).to_have_attribute("aria-sort", "ascending")
    assert [text.strip()[-5:] for text in amounts.all_inner_texts()] == ["30.00", "€2.00"]

    person.page.locator("summary", has_text="Filter").click()
    expect(person.page.get_by_label("Description or amount")).to_have_value("tea")
    expect(person.page.get_by_label("Order")).to_have_value("-amount")


def test_on_a_phone_the_order_is_chosen_beside_the_filter(person: Person, ours: Organization) -> None:
    account = AccountFactory.create(organization=ours, opening="1000.00")
    for day, text in ((3, "Zinc"), (5, "apron")):
        booked(account, day, "-2.00", text)
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.signs_in(member(ours, "okoro"))
    person.page.goto(inside(f"/accounts/{account.pk}/"))

    person.page.locator("summary", has_text="Filter").click()
    person.page.get_by_label("Order").select_option("text")
    person.page.get_by_role("button", name="Apply filter").click()

    expect(person.page.locator(".entries tbody a").first).to_have_text("apron")
    assert lacks(person.page) == []
