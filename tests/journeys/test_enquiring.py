"""A bookkeeper asks what a payment was for, and the client answers with a receipt."""

import pytest

from finance.models import Organization
from tests.journeys.person import Person
from tests.journeys.work import work_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_bookkeeper_asks_what_a_payment_was_for_and_the_client_answers_with_a_receipt(person: Person, guest: Person, ours: Organization) -> None:
    person.signs_in("okoro")
    person.uploads("card-2026-01.pdf")
    work_off()
    person.page.goto("/")
    person.page.get_by_role("link", name="Lantern card").click()

    person.page.get_by_role("link", name="Ask the client").first.click()
    person.sees_heading("Ask the client")
    person.page.get_by_label("Your question").fill("What was bought here?")
    person.page.get_by_role("button", name="Ask", exact=True).click()
    person.sees("Waits for an answer")
