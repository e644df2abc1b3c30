"""Output limits of answers, and the other options of the settings."""

import json
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import Message
from assistant.costs import CostMeter
from assistant.limits import Limits
from assistant.registry import ProviderNotConfigured
from assistant.scripted import ScriptedProvider, says
from assistant.tools import Toolbox
from config.checks import options_of_models_are_known
from reconciliation.model_access.loop_factory import chat_loop
from reconciliation.model_access.provider_selection import IN_SETTINGS, Chosen, options_of
from reconciliation.model_access.spending import LONGEST, UNLISTED, Purpose, length

LISTED = ScriptedProvider([], name="openai", model="gpt-5-mini")  # writes 128,000 tokens at the most
SHORT = ScriptedProvider([], name="openai", model="gpt-4o")  # 16,384
UNKNOWN = ScriptedProvider([], name="openai", model="of-tomorrow")
OWN = ScriptedProvider([], name="compatible", model="local")


THERE, HERE = "https://models.example/v1", "http://localhost:8080/v1"


def allowed(tokens: int) -> dict[str, Any]:
    return {"max_output_tokens": tokens}


@pytest.mark.parametrize("purpose", ["proposes", "reads", "chats"])
def test_the_default_output_limit_suits_its_purpose(purpose: Purpose) -> None:
    assert length([LISTED], purpose, None, at=THERE) == allowed(LONGEST[purpose])


@pytest.mark.parametrize(
    ("providers", "tokens"), [([SHORT], 16_384), ([LISTED, SHORT], 16_384), ([UNKNOWN], UNLISTED), ([LISTED, UNKNOWN], UNLISTED)]
)
def test_no_model_is_asked_for_more_than_it_may_answer(providers: list[ScriptedProvider], tokens: int) -> None:
    assert length(providers, "proposes", None, at=THERE) == allowed(tokens)


@pytest.mark.parametrize(("left", "tokens"), [(500, 500), (100_000, 100_000), (200_000, 128_000), (0, 1), (-7, 1)])
def test_the_tokens_left_by_the_settings_bound_the_length(left: int, tokens: int) -> None:
    assert length([LISTED], "proposes", left, at=THERE) == allowed(tokens)


def test_a_model_of_this_machine_that_costs_nothing_may_write_as_much_as_it_can(settings: Settings) -> None:
    assert length([OWN], "proposes", None, at=HERE) == {}
    settings.PROVIDER_PRICE = "0/0/0"
    assert length([OWN], "proposes", None, at=HERE) == {}
    settings.PROVIDER_PRICE = "1/1/2"
    assert length([OWN], "proposes", None, at=HERE) == allowed(UNLISTED)


def test_the_answers_of_a_fallback_at_another_server_are_bounded() -> None:
    assert length([OWN, LISTED], "proposes", None, at=HERE) == allowed(UNLISTED)


@pytest.mark.parametrize(("shows", "told"), [(True, True), (False, None)])
def test_the_reasoning_of_a_model_is_requested_only_where_the_settings_ask_for_it(
    settings: Settings, *, shows: bool, told: bool | None
) -> None:
    settings.PROVIDER_SHOWS_REASONING = shows
    provider = ScriptedProvider([says("12.30")])

    loop = chat_loop(
        [provider], Toolbox(), Limits(), chosen=Chosen(provider="scripted", model="script"), meter=CostMeter({}), stop=lambda: False
    )
    loop.run([Message(role="user", text="How much?")])

    assert provider.requests[0].options.get("reasoning_text") == told


EVERY = {"temperature": 0, "top_p": 0.5, "seed": 7, "reasoning_effort": "low", "store": True, "extra": {"service_tier": "flex"}}


def sent_to_a_model() -> dict[str, Any]:
    """The options of a question in the chat."""
    provider = ScriptedProvider([says("12.30")])
    chosen = Chosen(provider="scripted", model="script")
    chat_loop([provider], Toolbox(), Limits(), chosen=chosen, meter=CostMeter({}), stop=lambda: False).run(
        [Message(role="user", text="How much?")]
    )
    return dict(provider.requests[0].options)


def test_every_option_of_the_settings_reaches_the_request(settings: Settings) -> None:
    settings.PROVIDER_OPTIONS = json.dumps(EVERY)

    assert set(EVERY) == IN_SETTINGS
    assert sent_to_a_model().items() >= EVERY.items()


@pytest.mark.parametrize(("purpose", "temperature"), [("proposes", 0), ("reads", 1), ("chats", 2)])
def test_reading_and_the_chat_have_options_of_their_own(settings: Settings, purpose: Purpose, temperature: int) -> None:
    settings.PROVIDER_OPTIONS = '{"temperature": 0, "seed": 7}'
    settings.PROVIDER_READS_OPTIONS, settings.PROVIDER_CHAT_OPTIONS = '{"temperature": 1}', '{"temperature": 2}'

    assert options_of(Chosen(provider="openai", model="m"), purpose) == {"temperature": temperature, "seed": 7}


def test_the_options_of_the_installation_are_not_those_of_an_organizations_own_provider(settings: Settings) -> None:
    settings.PROVIDER_OPTIONS = '{"temperature": 0}'

    assert options_of(Chosen(provider="openai", model="m", is_own=True), "proposes") == {}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"temprature": 0}', "not options: temprature"),
        ('{"max_output_tokens": 5}', "not options: max_output_tokens"),
        ("[1]", "no JSON object"),
        ("temperature", "no JSON object"),
        ('{"extra": 1}', "no JSON object"),
    ],
)
def test_options_that_no_request_can_have_are_named(settings: Settings, text: str, told: str) -> None:
    settings.PROVIDER_CHAT_OPTIONS = text

    with pytest.raises(ProviderNotConfigured, match=told):
        options_of(Chosen(provider="openai", model="m"), "chats")
    assert [(error.id, told in error.msg) for error in options_of_models_are_known()] == [("tieout.E034", True)]
