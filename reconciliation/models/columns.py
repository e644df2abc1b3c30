"""Text and JSON from outside, made to fit a column."""

from collections.abc import Mapping
from typing import Any

LONGEST = 20_000


def fit(text: str | None, longest: int) -> str:
    """Make text from a document fit a column: without null characters and half surrogate pairs, and cut to `longest`."""
    return (text or "").replace("\0", "").encode("utf-8", "replace").decode("utf-8")[:longest]


def storable(value: Any) -> Any:
    """Make JSON from outside fit a JSON column."""
    if isinstance(value, str):
        return fit(value, LONGEST)
    if isinstance(value, Mapping):
        return {fit(str(key), 200): storable(item) for key, item in value.items()}
    return [storable(item) for item in value] if isinstance(value, list | tuple) else value
