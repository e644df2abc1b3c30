"""Options are set once, under one name for all providers."""

from typing import Any

import pytest

from assistant.contract import ProviderError
from assistant.protocols.requests import dropped, placed

FIELDS = {"temperature": "temperature", "reasoning_effort": "reasoning.effort", "top_p": "generationConfig.topP"}


def test_each_option_has_its_place() -> None:
    assert placed({"temperature": 0, "reasoning_effort": "low", "top_p": 0.5}, FIELDS) == {
        "temperature": 0,
        "reasoning": {"effort": "low"},
        "generationConfig": {"topP": 0.5},
    }


def test_an_option_without_a_field_is_left_out_and_noted() -> None:
    assert placed({"seed": 7}, FIELDS) == {}
    assert dropped({"seed": 7, "temperature": 0}, FIELDS) == ("the option seed was left out: this server does not know it",)


def test_an_option_that_is_none_is_not_set() -> None:
    assert placed({"temperature": None, "seed": None, "extra": None}, FIELDS) == {}
    assert dropped({"seed": None}, FIELDS) == ()


def test_a_providers_own_fields_go_beside_the_options_and_stay_as_they_were() -> None:
    extra: dict[str, Any] = {"reasoning": {"summary": "auto"}, "service_tier": "flex"}

    assert placed({"extra": extra, "reasoning_effort": "low"}, FIELDS) == {
        "reasoning": {"summary": "auto", "effort": "low"},
        "service_tier": "flex",
    }
    assert extra["reasoning"] == {"summary": "auto"}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"temprature": 0, "topp": 1}, "unknown options: temprature, topp"),
        ({"extra": [1]}, "the option extra is not a mapping"),
        ({"extra": {"reasoning": "low"}, "reasoning_effort": "low"}, "the extra field reasoning is not a mapping"),
    ],
)
def test_unknown_and_malformed_options_are_refused_by_name(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ProviderError, match=told) as refused:
        placed(options, FIELDS)

    assert refused.value.code == "invalid_request"
