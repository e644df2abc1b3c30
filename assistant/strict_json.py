"""JSON from outside: read without crashing, refused where it is ambiguous, and its values taken for the expected type or for nothing."""

import dataclasses
import datetime as dt
import json
import math
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NoReturn

from assistant.contract import Json

DEEPEST = 64
LONGEST_NUMBER = 40
BYTE_ORDER_MARK = "\ufeff"
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class UnreadableJson(ValueError):
    """The text is not JSON, or not unambiguous JSON. The message can be shown to a model."""


def read(text: str) -> Json:
    """Return any JSON value from a provider. NaN and Infinity become None; a lone surrogate becomes U+FFFD; a byte order mark is left out.

    Raises UnreadableJson."""
    try:
        value = json.loads(text.removeprefix(BYTE_ORDER_MARK), parse_constant=lambda _constant: None)
        return _without_lone_surrogates(value) if _ESCAPED_SURROGATE.search(text) else value
    except RecursionError:
        raise UnreadableJson("it is nested too deeply") from None
    except ValueError as error:
        raise UnreadableJson(f"it is not valid JSON ({_where(error)})") from None


def read_object(text: str) -> dict[str, Json]:
    """Return a JSON object from a model. Raises UnreadableJson, also for repeated keys, NaN, absurdly long numbers and nesting deeper
    than 64."""
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse_constant, parse_float=_sensible_number, parse_int=_sensible_number
        )
    except UnreadableJson:
        raise
    except RecursionError:
        raise UnreadableJson("it is nested too deeply") from None
    except ValueError as error:
        raise UnreadableJson(f"it is not valid JSON ({_where(error)})") from None
    if not isinstance(value, dict):
        raise UnreadableJson("it is JSON, but not an object")
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise UnreadableJson("it is nested too deeply")
        containers = [item for item in level if isinstance(item, dict | list)]
        level = [child for container in containers for child in (container.values() if isinstance(container, dict) else container)]
    cleaned: dict[str, Json] = _without_lone_surrogates(value) if _ESCAPED_SURROGATE.search(text) else value
    return cleaned


def write(value: Json) -> str:
    """Return compact JSON with its keys in order, so that equal values have equal texts. Decimals and dates become strings."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_as_json)


def _as_json(value: object) -> Json:
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, dt.date):
        return value.isoformat()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    raise TypeError(f"{type(value).__name__} has no place in JSON")


def _where(error: ValueError) -> str:
    return f"{error.msg} at character {error.pos}" if isinstance(error, json.JSONDecodeError) else "a number is too long"


def _refuse_constant(constant: str) -> NoReturn:
    raise UnreadableJson(f"{constant} is not a JSON number")


def _sensible_number(digits: str) -> int | float:
    """Return a number of a length that can be meant: an integer, or a finite fraction."""
    is_sensible = len(digits) <= LONGEST_NUMBER and math.isfinite(float(digits))
    if not is_sensible:
        raise UnreadableJson("a number is too large")
    return int(digits) if digits.removeprefix("-").isdecimal() else float(digits)


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    unique: dict[str, Json] = {}
    for key, value in pairs:
        if key in unique:
            raise UnreadableJson(f"the key {key[:60]!r} is repeated")
        unique[key] = value
    return unique


def _without_lone_surrogates(value: Json) -> Json:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_without_lone_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_without_lone_surrogates(key): _without_lone_surrogates(item) for key, item in value.items()}
    return value


MOST_DOLLARS = 1_000_000  # that one turn can cost


def string(value: Json) -> str:
    return value if isinstance(value, str) else ""


def mapping(value: Json) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def mappings(value: Json) -> list[Mapping[str, Any]]:
    """Return the objects of a list, without its other items."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def count(value: Json) -> int | None:
    """Return a count of tokens, which some servers write as 12.0; None for anything else."""
    number = int(value) if isinstance(value, float) and value.is_integer() else value
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 2**53 else None


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
