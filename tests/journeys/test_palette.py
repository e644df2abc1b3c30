"""The search over every page: by keyboard alone, and as a page without scripts."""

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from people.models import Organization
from tests.addresses import inside
from tests.factories import AccountFactory, OrganizationFactory
from tests.journeys.accessible import lacks
from tests.journeys.bookkeeper import member
from tests.journeys.conftest import new_page
from tests.journeys.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ours() -> Organization:
    ours = OrganizationFactory.create()
    for name in ("Current account", "Card"):
        AccountFactory.create(organization=ours, name=name)
    return ours


def test_an_account_is_opened_by_keyboard_alone_from_any_page(person: Person, ours: Organization) -> None:
    person.signs_in(member(ours, "okoro"))
    keyboard = person.page.keyboard

    keyboard.press("Control+k")
    field = person.page.get_by_role("dialog", name="Search").get_by_role("searchbox")
    expect(field).to_be_focused()
    assert lacks(person.page) == []
    keyboard.type("curr")
    expect(person.page.get_by_role("link", name="Current account")).to_be_visible()
    expect(person.page.get_by_role("dialog").get_by_role("link")).to_have_count(1)
    keyboard.press("Enter")

    person.sees_heading("Current account")


def test_enter_waits_for_the_results_of_what_is_typed(person: Person, ours: Organization) -> None:
    person.signs_in(member(ours, "okoro"))
    person.page.keyboard.press("Control+k")
    expect(person.page.get_by_role("searchbox", name="Search pages")).to_be_focused()

    person.page.keyboard.type("card")
    person.page.keyboard.press("Enter")

    person.sees_heading("Card")


def test_the_arrows_go_through_the_results_and_escape_closes(person: Person, ours: Organization) -> None:
    person.signs_in(member(ours, "okoro"))
    person.page.get_by_role("link", name="Search").click()
    field = person.page.get_by_role("searchbox", name="Search pages")
    expect(field).to_be_focused()
    keyboard, dialog = person.page.keyboard, person.page.get_by_role("dialog")

    keyboard.press("ArrowDown")
    expect(dialog.get_by_role("link", name="Overview")).to_be_focused()
    keyboard.press("ArrowDown")
    expect(dialog.get_by_role("link", name="Statements")).to_be_focused()
    keyboard.press("ArrowUp")
    keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    keyboard.press("ArrowUp")
    expect(dialog.get_by_role("link").last).to_be_focused()
    keyboard.press("Escape")

    expect(dialog).to_have_count(0)


def test_without_scripts_it_is_a_page(browser: Browser, live_server: LiveServer, complaints: list[str], ours: Organization) -> None:
    page = new_page(browser, live_server.url, complaints, scripts=False)
    person = Person(page)
    person.signs_in(member(ours, "okoro"))

    page.get_by_role("link", name="Search").click()
    page.get_by_label("Search pages, accounts, clients and statements").fill("curr")
    page.get_by_role("button", name="Search").click()

    assert page.url.endswith(inside("/search/?q=curr"))
    page.get_by_role("link", name="Current account").click()
    person.sees_heading("Current account")
    page.context.close()


@pytest.mark.parametrize("width", [1440, 390])
def test_the_page_is_accessible(person: Person, ours: Organization, width: int) -> None:
    person.page.set_viewport_size({"width": width, "height": 844})
    person.signs_in(member(ours, "okoro"))

    person.page.goto(inside("/search/?q=a"))

    assert lacks(person.page) == []
