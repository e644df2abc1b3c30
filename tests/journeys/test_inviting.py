"""An owner invites a person, who creates a login, works with the given role, and is removed again."""

import re

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from people.models import Organization
from tests.addresses import inside
from tests.journeys.conftest import new_page
from tests.journeys.person import PASSWORD, Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def invites(owner: Person, role: str) -> str:
    """The link that the owner copies, with a button or by hand."""
    owner.page.goto(inside("/members/"))
    owner.page.get_by_label("Role").select_option(label=role)
    owner.page.get_by_role("button", name="Invite").click()
    owner.page.get_by_role("button", name="Copy").first.click()
    expect(owner.page.get_by_role("button", name="Copied")).to_have_count(1)
    return owner.page.get_by_label("Invitation link").first.input_value()


def test_somebody_is_invited_joins_reads_and_is_let_go(
    person: Person, browser: Browser, live_server: LiveServer, ours: Organization
) -> None:
    person.signs_in("okoro")
    link = invites(person, "Viewer")
    guest = Person(new_page(browser, live_server.url, []))
    guest.page.goto(link)
    guest.sees_heading("Invitation to Marlow Street Pottery")
    guest.page.get_by_label("User name").fill("lindqvist")
    guest.page.get_by_label("Password", exact=False).first.fill(PASSWORD)
    guest.page.get_by_role("button", name="Create an account and join").click()
    guest.sees_heading("Statements")

    guest.page.locator("details.menu summary").click()
    expect(guest.page.get_by_role("link", name="Members")).to_have_count(0)
    assert guest.page.request.get(inside("/upload/")).status == 403
    guest.page.goto(link)
    guest.sees("This invitation was already used")

    person.page.goto(inside("/members/"))
    person.page.get_by_role("link", name="lindqvist").click()
    person.page.get_by_role("button", name=re.compile("^Remove")).click()
    person.sees("lindqvist is no longer a member of Marlow Street Pottery.")
    assert guest.page.request.get(inside("/accounts/")).status == 404
    guest.page.context.close()


def test_the_last_owner_sees_why_they_stay(person: Person, ours: Organization) -> None:
    person.signs_in("okoro")
    person.page.goto(inside("/members/"))
    person.page.get_by_role("link", name="okoro").click()
    person.page.get_by_role("button", name=re.compile("^Remove")).click()

    person.sees("An organization needs at least one owner.")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("okoro")
