"""A connection, from its first words to the entries that it brings: its choices are made on its page, as the run comes in."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from connectors.running import run_due
from finance.models import Account
from people.models import Organization
from tests.addresses import inside
from tests.connectors.firefly_server import Firefly
from tests.connectors.program import Program, reachable
from tests.journeys.accessible import lacks
from tests.journeys.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def firefly(settings: Any) -> Iterator[Program]:
    with reachable(Firefly().answer, settings) as found:
        yield found


def connects(person: Person, kind: str, name: str, address: str, token: str) -> None:
    person.page.goto(inside(f"/connections/new/{kind}/"))
    person.page.get_by_label("Name").fill(name)
    person.page.get_by_label("Address").fill(address)
    person.page.get_by_label("Token").fill(token)
    person.page.get_by_role("button", name="Connect").click()


def test_books_are_connected_and_their_accounts_chosen(person: Person, ours: Organization, firefly: Program) -> None:
    account = Account.objects.create(organization=ours, name="Euro account", currency="EUR")
    person.signs_in("okoro")
    connects(person, "firefly", "Firefly at home", firefly.address, "secret")
    person.sees_heading("Firefly at home")
    person.sees("Synchronization in progress.")

    run_due()

    person.sees("3 accounts are not linked yet")
    assert lacks(person.page) == []
    person.page.get_by_label("Checking (EUR)").select_option("Euro account")
    person.page.get_by_label("Dollars (USD)").select_option("Leave it out")
    person.page.get_by_role("button", name="Save").first.click()
    person.sees("Synchronization in progress.")
    expect(person.page.get_by_label("Checking (EUR)")).to_be_disabled()

    run_due()

    person.sees("3 new entries")
    person.sees("1 account is not linked yet")
    expect(person.page.get_by_label("Checking (EUR)")).to_have_value(str(account.pk))
    person.page.get_by_role("link", name="add Nobody's").click()
    expect(person.page.get_by_label("Name")).to_have_value("Nobody's")
    expect(person.page.get_by_label("Currency")).to_have_value("EUR")


def test_a_refused_token_is_entered_again_beside_the_message(person: Person, ours: Organization, settings: Any) -> None:
    with reachable(lambda *_asked: (401, {}), settings) as refusing:
        person.signs_in("okoro")
        connects(person, "paperless", "Archive", refusing.address, "old")
        person.sees("Synchronization in progress.")
        run_due()
        person.sees("It does not accept the password or token.")

        person.page.get_by_label("Token").fill("new")
        person.page.get_by_role("button", name="Save").click()
        person.sees("Saved. The next synchronization starts in a moment.")
        run_due()

    assert [headers["Authorization"] for headers in refusing.headers] == ["Token old", "Token new"]
