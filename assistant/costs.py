"""Prices of models, and the costs of a turn: reserved before it and settled after it, in US dollars as in the vendors' price lists."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from assistant.contract import Request, Usage
from assistant.store import as_json
from assistant.strict_json import write

MILLION = Decimal(1_000_000)
WRITING = Decimal("0.25")
"""Surcharge for writing an input token to a cache, as a share of its price: Anthropic's list, the only vendor that counts them."""


class BudgetSpent(Exception):
    """A request that would cost more than the rest of the budget, and was not sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Prices of a million tokens. `longest_output` is the largest possible number of tokens in one answer."""

    input: Decimal
    output: Decimal
    cached_input: Decimal | None = None
    longest_output: int

    def cost(self, usage: Usage) -> Decimal | None:
        """Return the cost of a turn; None if its tokens are not known. A cached token without a price of its own costs as much as any."""
        if usage.input_tokens is None or usage.output_tokens is None:
            return None
        cached = min(usage.cached_input_tokens or 0, usage.input_tokens)
        written = min(usage.cache_written_tokens or 0, usage.input_tokens - cached)
        cheaper = self.input if self.cached_input is None else self.cached_input
        weighed = (usage.input_tokens - cached + written * WRITING) * self.input + cached * cheaper
        return (weighed + usage.output_tokens * self.output) / MILLION

    def worst(self, request: Request) -> Decimal:
        """Return the highest possible cost of a turn: no tokenizer makes more tokens than there are bytes, each is written to a cache,
        and no answer is longer than its limit."""
        allowed = request.options.get("max_output_tokens")
        longest = min(allowed, self.longest_output) if isinstance(allowed, int) else self.longest_output
        dearest = max(self.input * (1 + WRITING), self.cached_input or self.input)
        return (len(write(as_json(request)).encode()) * dearest + longest * self.output) / MILLION


class SpendingLedger(Protocol):
    """A budget that several runs, on several machines, may share. Both calls are durable when they return."""

    def reserve(self, amount: Decimal) -> None:
        """Reserve an amount. Raises BudgetSpent if less is left."""

    def settle(self, *, reserved: Decimal, spent: Decimal) -> None:
        """Release the reserved amount and count the spent one."""


class Unlimited:
    """A ledger without a limit."""

    def reserve(self, amount: Decimal) -> None: ...

    def settle(self, *, reserved: Decimal, spent: Decimal) -> None: ...


class CostMeter:
    """The costs of one run: reserved before a request leaves, settled when its turn is there. An unknown cost counts as the reserved
    one."""

    def __init__(self, prices: Mapping[str, Price], *, limit: Decimal | None = None, ledger: SpendingLedger | None = None) -> None:
        self._prices = prices
        self._limit = limit
        self._ledger = ledger or Unlimited()
        self.spent = Decimal(0)
        self._unknown = False

    @property
    def cost(self) -> Decimal | None:
        """The cost so far, None if a turn had no price."""
        return None if self._unknown else self.spent

    def reserve(self, model: str, request: Request) -> "Reservation":
        """Reserve the highest possible cost of a request. Raises BudgetSpent, also if the budget is limited and the model has no price."""
        price = self._prices.get(model)
        if price is None:
            if self._limit is not None:
                raise BudgetSpent(f"there is no price for {model}")
            return Reservation(self, None, Decimal(0))
        worst = price.worst(request)
        if self._limit is not None and self.spent + worst > self._limit:
            raise BudgetSpent("the run would cost more than it may")
        self._ledger.reserve(worst)
        return Reservation(self, price, worst)

    def settle(self, *, reserved: Decimal, spent: Decimal, known: bool) -> None:
        self._ledger.settle(reserved=reserved, spent=spent)
        self.spent += spent
        self._unknown = self._unknown or not known


class Reservation:
    """The reserved cost of one request, to be settled once."""

    def __init__(self, meter: CostMeter, price: Price | None, reserved: Decimal) -> None:
        self._meter, self._price, self._reserved = meter, price, reserved

    def settle(self, usage: Usage) -> None:
        spent = usage.billed if usage.billed is not None else self._price.cost(usage) if self._price else None
        known = spent is not None or self._price is not None
        self._meter.settle(reserved=self._reserved, spent=self._reserved if spent is None else spent, known=known)


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
