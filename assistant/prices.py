"""The price of a model: from the vendors' lists, kept in prices.json with their date, or as somebody says."""

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
"""How many tokens an answer is taken to have at the most where nobody said it."""
_DATED = re.compile(r"-(?:20\d\d-?\d\d-?\d\d|\d{4})$")


class NoPrice(ValueError):
    """The text is not a price: "input/cached/output" in US dollars a million tokens."""


def price_of(provider: str, model: str) -> Price | None:
    """The listed price; that of `model` for `model-2026-01-31`. None where none is listed."""
    listed = _listed().get(provider, {})
    return listed.get(model) or listed.get(_DATED.sub("", model))


def price_said(text: str) -> Price:
    """A price such as "0.50/0.05/1.50": input, cached input, output; free is "0/0/0". Raises NoPrice."""
    try:
        given, cached, output = (Decimal(part) for part in text.split("/"))
    except (ValueError, InvalidOperation):
        raise NoPrice(text) from None
    if not all(each.is_finite() and each >= 0 for each in (given, cached, output)):
        raise NoPrice(text)
    return Price(input=given, cached_input=cached, output=output, longest_output=LONGEST_OUTPUT)


def limit_said(text: str) -> Decimal | None:
    """A limit in US dollars; None for the empty text, which is no limit. Raises ArithmeticError, ValueError."""
    if not text:
        return None
    limit = Decimal(text)
    if not limit.is_finite() or limit < 0:
        raise ValueError(text)
    return limit


@cache
def _listed() -> Mapping[str, Mapping[str, Price]]:
    models = json.loads(FILE.read_text(encoding="utf-8"))["models"]
    return {provider: {model: _price(said) for model, said in listed.items()} for provider, listed in models.items()}


def _price(said: Mapping[str, Any]) -> Price:
    cached = said["cached_input"]
    return Price(
        input=Decimal(said["input"]),
        cached_input=None if cached is None else Decimal(cached),
        output=Decimal(said["output"]),
        longest_output=said["longest_output"],
    )
