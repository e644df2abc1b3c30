"""A bookkeeper asks the purpose of a payment, and the client answers with a receipt."""

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from finance.models import Account
from people.models import Organization
from people.roles import Role
from tests.addresses import inside
from tests.factories import MembershipFactory
from tests.journeys.conftest import new_page
from tests.journeys.person import PASSWORD, Person
from tests.journeys.work import work_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def a_client(ours: Organization) -> str:
    """Return the name of a client who is given only the card."""
    user = MembershipFactory.create(organization=ours, role=Role.CLIENT, accounts=[Account.objects.of(ours).get(name="Lantern card")]).user
    user.set_password(PASSWORD)
    user.save()
    return user.get_username()


def test_a_bookkeeper_asks_and_the_client_answers_with_a_receipt(
    person: Person, browser: Browser, live_server: LiveServer, ours: Organization
) -> None:
    name = a_client(ours)
    person.signs_in("okoro")
    person.uploads("card-2026-01.pdf")
    work_off()
    person.sees_heading("Statement and books differ.")
    person.page.goto("/")
    person.page.get_by_role("link", name="Lantern card").click()
    person.page.locator(".more summary").first.click()
    person.page.get_by_role("link", name="Ask the client").first.click()
    person.sees_heading("Ask the client")
    person.page.get_by_label("Your question").fill("What was bought here?")
    person.page.get_by_role("button", name="Ask", exact=True).click()
    person.sees("Waiting for an answer")

    client = Person(new_page(browser, live_server.url, []))
    client.signs_in(name)
    client.page.get_by_role("link", name="1 question needs your answer").click()
    client.sees("What was bought here?")
    client.page.get_by_label("Your message").fill("Brushes, see the receipt.")
    client.page.get_by_label("File (optional)").set_input_files(
        {"name": "receipt.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 receipt"}
    )
    client.page.get_by_role("button", name="Send").click()
    client.sees("Answered")
    client.page.context.close()

    person.page.goto(inside("/overview/"))
    person.page.get_by_role("link", name="1 question was answered").click()
    person.sees("Brushes, see the receipt.")
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name="receipt.pdf").click()
    assert download.value.path().read_bytes() == b"%PDF-1.4 receipt"
    person.page.get_by_role("button", name="Close the question").click()
    expect(person.page.get_by_text("Closed", exact=True)).to_have_count(1)
