"""A person sets up a second factor, signs in with it, loses the telephone, and gets in with a code on paper."""

import datetime as dt
from collections.abc import Iterator

import pyotp
import pytest
from playwright.sync_api import expect

from people.models import Organization
from tests.journeys.person import PASSWORD, Person
from tests.sign_in.people import NOW, at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def moment() -> Iterator[dt.datetime]:
    """The moment at which each code is looked at, however long the pages take."""
    with at(NOW):
        yield NOW


def signs_in_with(person: Person, code: str) -> None:
    person.page.goto("/sign-in/")
    person.page.get_by_label("Username").fill("okoro")
    person.page.get_by_label("Password").fill(PASSWORD)
    person.page.get_by_role("button", name="Sign in").click()
    person.sees_heading("Two-factor authentication")
    person.page.get_by_label("Code").fill(code)
    person.page.get_by_role("button", name="Sign in").click()


def test_a_telephone_is_set_up_used_lost_and_put_away(person: Person, ours: Organization, moment: dt.datetime) -> None:
    person.signs_in("okoro")
    person.page.locator("details.menu summary").click()
    person.page.get_by_role("link", name="Password and sign-in").click()
    person.page.get_by_role("link", name="Set up two-factor authentication").click()
    expect(person.page.locator(".qr svg")).to_be_visible()
    person.page.get_by_text("The picture cannot be scanned").click()
    telephone = pyotp.TOTP(person.page.locator("code.breaks").inner_text())
    person.page.get_by_label("Code").fill(telephone.at(moment))
    person.page.get_by_role("button", name="Confirm").click()
    person.sees_heading("Recovery codes")
    codes = person.page.locator(".codes code").all_inner_texts()
    person.page.get_by_role("link", name="I have written them down").click()
    person.sees("10 recovery codes are left")
    person.signs_out()

    signs_in_with(person, telephone.at(moment + dt.timedelta(seconds=30)))
    person.sees_heading("Statements")
    person.signs_out()

    signs_in_with(person, codes[3])
    person.sees_heading("Statements")
    person.signs_out()
    signs_in_with(person, codes[3])
    person.sees("This code is wrong or was already used.")
    person.page.get_by_label("Code").fill(codes[4])
    person.page.get_by_role("button", name="Sign in").click()
    person.sees_heading("Statements")

    person.page.goto("/security/")
    person.sees("8 recovery codes are left")
    person.page.get_by_role("link", name="Turn off two-factor authentication").click()
    person.page.get_by_label("Your password").fill(PASSWORD)
    person.page.get_by_role("button", name="Turn off two-factor authentication").click()
    person.sees("Two-factor authentication was turned off.")
    person.signs_out()
    person.signs_in("okoro")
