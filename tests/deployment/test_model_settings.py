"""Missing settings for bounded model requests are reported at the start."""

import pytest
from django.core.checks import CheckMessage
from pytest_django.fixtures import Settings

from config.checks import a_model_without_a_price_is_bounded, what_may_be_spent_can_be_known


@pytest.fixture(autouse=True)
def elsewhere(settings: Settings) -> None:
    settings.PROVIDER, settings.PROVIDER_MODEL = "openai", "of-tomorrow"


def told(messages: list[CheckMessage]) -> list[tuple[str | None, str]]:
    return [(each.id, each.msg) for each in messages]


def test_a_limit_in_money_needs_the_price_of_the_model(settings: Settings) -> None:
    settings.PROVIDER_DAILY_LIMIT = "5"

    assert told(what_may_be_spent_can_be_known()) == [("tieout.E007", "Money is limited, and the price of of-tomorrow is not known.")]
    assert a_model_without_a_price_is_bounded() == []
    settings.PROVIDER_PRICE = "1/1/2"
    assert what_may_be_spent_can_be_known() == []


def test_without_one_a_model_elsewhere_needs_its_price_or_a_ceiling_of_tokens() -> None:
    (error,) = a_model_without_a_price_is_bounded()

    assert told([error]) == [("tieout.E011", "The price of of-tomorrow is not known, and nothing bounds its tokens.")]
    assert error.hint is not None
    assert error.hint.startswith("Set PROVIDER_PRICE to what a million tokens cost (input/cached/output in US dollars), or PROVIDER_MAX_IN")


@pytest.mark.parametrize(
    "said",
    [
        {"PROVIDER_PRICE": "1/1/2"},
        {"PROVIDER_MAX_INPUT_TOKENS": 100_000},
        {"PROVIDER_MAX_OUTPUT_TOKENS": 10_000},
        {"PROVIDER_MODEL": "gpt-5-mini"},
        {"PROVIDER_BASE_URL": "http://localhost:8080/v1"},
        {"PROVIDER": "builtin"},
    ],
)
def test_with_a_price_or_a_ceiling_or_on_this_machine_nothing_is_lacking(settings: Settings, said: dict[str, str]) -> None:
    for name, value in said.items():
        setattr(settings, name, value)

    assert a_model_without_a_price_is_bounded() == []


def test_a_fallback_is_looked_at_too(settings: Settings) -> None:
    settings.PROVIDER_MODEL, settings.PROVIDER_FALLBACKS = "gpt-5-mini", ["ollama:llama3", "mistral:m"]

    assert told(a_model_without_a_price_is_bounded()) == [("tieout.E011", "The price of m is not known, and nothing bounds its tokens.")]
