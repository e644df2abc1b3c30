"""The price of a model: from its vendor's list, or from the settings."""

import json
from datetime import date
from decimal import Decimal

import pytest

from assistant.costs import FILE, NoPrice, price_from_text, price_of
from assistant.dialects import DIALECTS


def test_the_table_says_its_date_and_where_it_is_from() -> None:
    table = json.loads(FILE.read_text())

    assert date.fromisoformat(table["as_of"])
    assert all("https://" in source for source in table["source"])


def test_every_listed_model_has_a_price_of_a_provider_that_there_is() -> None:
    for provider, models in json.loads(FILE.read_text())["models"].items():
        assert provider in DIALECTS
        for model in models:
            price = price_of(provider, model)
            assert price is not None
            assert 0 <= (price.cached_input or 0) <= price.input <= price.output
            assert price.longest_output > 1000


def test_a_dated_name_has_the_price_of_its_model() -> None:
    assert price_of("openai", "gpt-4.1-2025-04-14") == price_of("openai", "gpt-4.1")
    assert price_of("anthropic", "claude-opus-5-20260724") == price_of("anthropic", "claude-opus-5")


@pytest.mark.parametrize(("provider", "model"), [("openai", "gpt-4.1-large"), ("compatible", "gpt-4.1"), ("openai", "")])
def test_a_model_that_is_not_listed_has_no_price(provider: str, model: str) -> None:
    assert price_of(provider, model) is None


def test_a_price_may_be_said() -> None:
    price = price_from_text("0.50/0.05/1.50")

    assert (price.input, price.cached_input, price.output) == (Decimal("0.50"), Decimal("0.05"), Decimal("1.50"))


@pytest.mark.parametrize("text", ["", "1", "1/2", "1/2/3/4", "a/b/c", "-1/0/1", "NaN/0/1", "1/0/Infinity"])
def test_a_text_that_is_no_price_is_refused(text: str) -> None:
    with pytest.raises(NoPrice):
        price_from_text(text)
