"""Untrusted values, taken for the expected type or for nothing."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from assistant.contract import Json

MOST_DOLLARS = 1_000_000  # that one turn can cost


def string(value: Json) -> str:
    return value if isinstance(value, str) else ""


def mapping(value: Json) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def mappings(value: Json) -> list[Mapping[str, Any]]:
    """Return the objects of a list, without its other items."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def count(value: Json) -> int | None:
    """Return a count of tokens; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else None


def first_count(*values: Json) -> int | None:
    return next((number for number in map(count, values) if number is not None), None)


def total(*counts: int | None) -> int | None:
    """Return the sum of the known counts, None if there are none."""
    known = [number for number in counts if number is not None]
    return sum(known) if known else None


def dollars(value: Json) -> Decimal | None:
    """Return an amount of US dollars; None for anything else."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return Decimal(str(value)) if is_number and 0 <= value < MOST_DOLLARS else None


def billed(usage: Mapping[str, Any]) -> Decimal | None:
    """Return the cost that a server itself states: OpenRouter in dollars, xAI in ticks, ten thousand million to a dollar."""
    ticks = count(usage.get("cost_in_usd_ticks"))
    return dollars(usage.get("cost")) if ticks is None else Decimal(ticks).scaleb(-10)
