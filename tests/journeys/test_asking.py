"""A bookkeeper asks about a statement, and the answer comes as it is made."""

import pytest
from playwright.sync_api import expect
from pytest_django.fixtures import Settings

from tests.assistant.local_server import events, serving
from tests.chat.asking import PIECES
from tests.decisions.cases import weak
from tests.factories import OrganizationFactory
from tests.hostile.markup import MARK, SAID
from tests.journeys.bookkeeper import member, opens
from tests.journeys.person import Person

WATCHES = f"""() => {{
  window.made = [];
  const strange = (element) => [...(element.attributes ?? [])].some((one) => one.value.includes("{MARK}"));
  const look = (element) => {{
    for (const one of [element, ...(element.querySelectorAll?.("*") ?? [])]) if (strange(one)) window.made.push(one.outerHTML);
  }};
  new MutationObserver((seen) => seen.forEach((one) => one.addedNodes.forEach(look))).observe(document, {{childList: true, subtree: true}});
}}"""
"""Every element that is added from now on, if the answer is in one of its attributes."""

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_question_is_answered_in_its_place_and_the_next_one_can_be_asked(person: Person, settings: Settings) -> None:
    ours = OrganizationFactory.create()
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


def test_an_answer_that_is_full_of_markup_is_text(person: Person, settings: Settings) -> None:
    """As it comes, and once the panel is loaded anew: no element is made of it, and nothing of it runs."""
    ours = OrganizationFactory.create()
    done, _ = weak(ours)
    with serving(events({"choices": [{"delta": {"content": SAID}, "finish_reason": "stop"}]})) as server:
        settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small", server.url
        opens(person, member(ours, "rowe"), done)
        person.page.evaluate(WATCHES)
        person.page.get_by_label("Your question").fill("Why?")
        person.page.get_by_role("button", name="Ask", exact=True).click()

        expect(person.page.locator("#chat .asked .said")).to_contain_text(f"<script>{MARK}()</script>")
        assert person.page.evaluate("window.made") == []
