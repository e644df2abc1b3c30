"""Values that may be anything, taken for what they ought to be or for nothing."""

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
    """The objects of a list, without what else may be in it."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def count(value: Json) -> int | None:
    """A count of tokens; what is absent, or no count, is None."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else None


def first_count(*values: Json) -> int | None:
    return next((found for found in map(count, values) if found is not None), None)


def total(*counts: int | None) -> int | None:
    """The sum of those that are known, None where none is."""
    known = [found for found in counts if found is not None]
    return sum(known) if known else None


def dollars(value: Json) -> Decimal | None:
    """An amount of US dollars that a server says; anything else is None."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return Decimal(str(value)) if is_number and 0 <= value < MOST_DOLLARS else None


def billed(usage: Mapping[str, Any]) -> Decimal | None:
    """What a server itself says that a turn cost: OpenRouter in dollars, xAI in ticks, ten thousand million to a dollar."""
    ticks = count(usage.get("cost_in_usd_ticks"))
    return dollars(usage.get("cost")) if ticks is None else Decimal(ticks).scaleb(-10)
