"""How long an answer may be, where the settings say it and where they do not."""

from typing import Any

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import Message
from assistant.costs import CostMeter
from assistant.limits import Limits
from assistant.scripted import ScriptedProvider, says
from assistant.tools import Toolbox
from reconciliation.model_access.loop_factory import chat_loop
from reconciliation.model_access.spending import LONGEST, UNLISTED, Purpose, length

LISTED = ScriptedProvider([], name="openai", model="gpt-5-mini")  # writes 128,000 tokens at the most
SHORT = ScriptedProvider([], name="openai", model="gpt-4o")  # 16,384
UNKNOWN = ScriptedProvider([], name="openai", model="of-tomorrow")
OWN = ScriptedProvider([], name="compatible", model="local")


THERE, HERE = "https://models.example/v1", "http://localhost:8080/v1"


def allowed(tokens: int) -> dict[str, Any]:
    return {"max_output_tokens": tokens}


@pytest.mark.parametrize("purpose", ["proposes", "reads", "chats"])
def test_where_nothing_is_said_it_is_long_enough_for_its_purpose(purpose: Purpose) -> None:
    assert length([LISTED], purpose, None, at=THERE) == allowed(LONGEST[purpose])


@pytest.mark.parametrize(
    ("providers", "tokens"), [([SHORT], 16_384), ([LISTED, SHORT], 16_384), ([UNKNOWN], UNLISTED), ([LISTED, UNKNOWN], UNLISTED)]
)
def test_no_model_is_asked_for_more_than_it_may_answer(providers: list[ScriptedProvider], tokens: int) -> None:
    assert length(providers, "proposes", None, at=THERE) == allowed(tokens)


@pytest.mark.parametrize(("left", "tokens"), [(500, 500), (100_000, 100_000), (200_000, 128_000), (0, 1), (-7, 1)])
def test_what_the_settings_leave_counts_more(left: int, tokens: int) -> None:
    assert length([LISTED], "proposes", left, at=THERE) == allowed(tokens)


def test_a_model_of_this_machine_that_costs_nothing_may_write_as_much_as_it_can(settings: Settings) -> None:
    assert length([OWN], "proposes", None, at=HERE) == {}
    settings.PROVIDER_PRICE = "0/0/0"
    assert length([OWN], "proposes", None, at=HERE) == {}
    settings.PROVIDER_PRICE = "1/1/2"
    assert length([OWN], "proposes", None, at=HERE) == allowed(UNLISTED)


def test_where_a_fallback_is_elsewhere_its_answers_are_bounded() -> None:
    assert length([OWN, LISTED], "proposes", None, at=HERE) == allowed(UNLISTED)


@pytest.mark.parametrize(("shows", "told"), [(True, True), (False, None)])
def test_what_a_model_thinks_is_asked_for_where_the_settings_say_so(settings: Settings, *, shows: bool, told: bool | None) -> None:
    settings.PROVIDER_SHOWS_REASONING = shows
    provider = ScriptedProvider([says("12.30")])

    loop = chat_loop([provider], Toolbox(), Limits(), at=HERE, meter=CostMeter({}), stop=lambda: False)
    loop.run([Message(role="user", text="How much?")])

    assert provider.requests[0].options.get("reasoning_text") == told
