"""A bookkeeper asks about a statement, and the answer comes as it is made."""

import pytest
from playwright.sync_api import expect
from pytest_django.fixtures import Settings

from tests.assistant.local_server import events, serving
from tests.chat.test_endpoint import PIECES
from tests.journeys.person import Person
from tests.journeys.test_settling import member, opens
from tests.pipeline.making import an_organization
from tests.review.cases import weak

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_question_is_answered_in_its_place_and_the_next_one_can_be_asked(person: Person, settings: Settings) -> None:
    ours = an_organization()
    done, _ = weak(ours)
    with serving(events(*PIECES)) as server:
        settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small", server.url
        opens(person, member(ours, "rowe"), done)
        person.page.get_by_label("Your question").fill("Why does this not tie out?")
        person.page.get_by_role("button", name="Ask", exact=True).click()

        answer = person.page.locator("#chat .asked .said")
        expect(answer).to_have_text("A row is missing.")
        expect(person.page.get_by_label("Your question")).to_be_focused()
        expect(person.page.get_by_label("Your question")).to_have_value("")
