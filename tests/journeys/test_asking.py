"""A bookkeeper asks about a statement, and the answer comes as it is made."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect
from pytest_django.fixtures import Settings

from assistant.scripted import ScriptedProvider, calls, says
from reconciliation.chat.services import answer, ask
from tests.assistant.local_server import events, serving
from tests.chat.asking import PIECES
from tests.decisions.cases import weak
from tests.factories import OrganizationFactory
from tests.hostile.markup import MARK, SAID
from tests.journeys.accessible import lacks
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

TURNS = """() => {
  window.most = 0;
  const count = () => { window.most = Math.max(window.most, document.querySelectorAll("[data-answering] [data-said]").length); };
  new MutationObserver(count).observe(document, {childList: true, subtree: true});
}"""
"""The most blocks of an answer that were shown at once while it came."""

REASONS = """() => {
  const note = () => {
    const shown = document.querySelector("[data-answering] [data-reasoning]:not([hidden]) p");
    window.reasoned = shown?.textContent || window.reasoned;
  };
  new MutationObserver(note).observe(document, {attributes: true, characterData: true, childList: true, subtree: true});
}"""
"""The last reasoning that was shown while the answer came."""

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
    """This holds while it streams, and after the panel is loaded again: no element is made of it, and no script of it runs."""
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


def test_reasoning_is_shown_while_it_comes_and_stays_with_the_answer(person: Person, settings: Settings) -> None:
    ours = OrganizationFactory.create()
    done, _ = weak(ours)
    thought = [{"choices": [{"delta": {"reasoning_content": text}}]} for text in ("First <b>the rent", "</b>, then the rest.")]
    with serving(events(*thought, *PIECES)) as server:
        settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small", server.url
        opens(person, member(ours, "rowe"), done)
        person.page.evaluate(REASONS)
        person.page.get_by_label("Your question").fill("Why?")
        person.page.get_by_role("button", name="Ask", exact=True).click()

        reasoning = person.page.locator("#chat .asked .reasoning")
        reasoning.locator("summary").press("Enter")
        expect(reasoning.locator("div")).to_have_text("First <b>the rent</b>, then the rest.")
        assert person.page.evaluate("window.reasoned") == "First <b>the rent</b>, then the rest."
        for width in (1280, 390):
            person.page.set_viewport_size({"width": width, "height": 844})
            assert lacks(person.page) == []


def test_look_ups_are_opened_and_a_suggestion_is_changed_or_rejected_by_keyboard(person: Person, settings: Settings) -> None:
    ours = OrganizationFactory.create()
    done, account = weak(ours)
    name = member(ours, "rowe")
    text = "# Rows\n\n| row | amount |\n|---|--:|\n| Aldi | -20.00 |\n\n- one\n- two\n\n`code` and **a very long word " + "x" * 90 + "**"
    looks = [
        calls(("get_accounts", {}), text="I look at the accounts."),
        calls(("get_transactions", {"account": "a1", "first": "2026-01-01", "last": "2026-01-31"})),
        calls(("propose_pair", {"statement": 0, "line": 1, "transactions": ["t2"], "why": "Same day and amount."})),
        says(text),
    ]
    question = ask(statement_import=done, text="Why?", actor=User.objects.get(username=name))
    list(answer(question=question, name="scripted", chosen=lambda *_: [ScriptedProvider(looks)]))
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small", "http://127.0.0.1:9"
    opens(person, name, done)
    page = person.page
    chat = page.locator("#chat")

    chat.get_by_role("link", name="Show arguments and results").press("Enter")
    chat.locator("summary").filter(has_text=f"transactions of {account.name}").press("Enter")
    expect(chat.locator(".look-up").get_by_text("Tesco Stores")).to_be_visible()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert lacks(page) == []

    chat.get_by_role("link", name="Change").press("Enter")
    expect(page.locator("#s1-by-hand input:checked")).to_have_count(2)
    chat.get_by_text("Reject", exact=True).press("Enter")
    chat.get_by_label("Reason (optional)").fill("Another shop.")
    chat.get_by_role("button", name="Reject this suggestion").press("Enter")
    expect(chat.get_by_text("Another shop.")).to_be_visible()
    expect(chat.get_by_role("button", name="Continue")).to_be_visible()
    assert lacks(page) == []


def test_texts_of_turns_come_apart_and_the_model_goes_on(person: Person, settings: Settings) -> None:
    ours = OrganizationFactory.create()
    done, _ = weak(ours)
    call = {"index": 0, "id": "c1", "type": "function", "function": {"name": "get_accounts", "arguments": "{}"}}
    looking = [{"choices": [{"delta": {"content": "I look.", "tool_calls": [call]}, "finish_reason": "tool_calls"}]}]
    with serving(events(*looking), events(*PIECES)) as server:
        settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small", server.url
        opens(person, member(ours, "rowe"), done)
        person.page.evaluate(TURNS)
        person.page.get_by_label("Your question").fill("Why?")
        person.page.get_by_role("button", name="Ask", exact=True).click()

        expect(person.page.locator("#chat .asked .said")).to_have_text(["I look.", "A row is missing."])
        assert person.page.evaluate("window.most") == 2
