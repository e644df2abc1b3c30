"""Prices of models: from the vendors' lists in prices.json, with their date, or from settings."""

import json
import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from functools import cache
from pathlib import Path
from typing import Any

from assistant.costs import Price

FILE = Path(__file__).parent / "prices.json"
LONGEST_OUTPUT = 131_072
"""Assumed limit of an answer in tokens, if none is given."""
_DATED = re.compile(r"-(?:20\d\d-?\d\d-?\d\d|\d{4})$")


class NoPrice(ValueError):
    """The text is not a price: "input/cached/output" in US dollars a million tokens."""


def price_of(provider: str, model: str) -> Price | None:
    """Return the listed price; that of `model` for `model-2026-01-31`. None if there is none."""
    listed = _listed().get(provider, {})
    return listed.get(model) or listed.get(_DATED.sub("", model))


def price_from_text(text: str) -> Price:
    """Return a price from a text such as "0.50/0.05/1.50": input, cached input, output; free is "0/0/0". Raises NoPrice."""
    try:
        given, cached, output = (Decimal(part) for part in text.split("/"))
    except (ValueError, InvalidOperation):
        raise NoPrice(text) from None
    if not all(price.is_finite() and price >= 0 for price in (given, cached, output)):
        raise NoPrice(text)
    return Price(input=given, cached_input=cached, output=output, longest_output=LONGEST_OUTPUT)


def limit_from_text(text: str) -> Decimal | None:
    """Return a limit in US dollars; None for the empty text, which is no limit. Raises ArithmeticError, ValueError."""
    if not text:
        return None
    limit = Decimal(text)
    if not limit.is_finite() or limit < 0:
        raise ValueError(text)
    return limit


@cache
def _listed() -> Mapping[str, Mapping[str, Price]]:
    models = json.loads(FILE.read_text(encoding="utf-8"))["models"]
    return {provider: {model: _price(row) for model, row in listed.items()} for provider, listed in models.items()}


def _price(row: Mapping[str, Any]) -> Price:
    cached = row["cached_input"]
    return Price(
        input=Decimal(row["input"]),
        cached_input=None if cached is None else Decimal(cached),
        output=Decimal(row["output"]),
        longest_output=row["longest_output"],
    )
