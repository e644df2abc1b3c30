"""Caches for values computed from texts, since every pair of row and entry needs them. They are cleared after each statement.

The texts of one statement are useless for the next and would fill a worker's memory.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")

TEXTS, PAIRS = 65_536, 262_144
"""Numbers of cached texts and of pairs of texts: enough for the rows of one long statement and its books."""
_kept: list[Any] = []


def remembered(most: int) -> Callable[[Callable[Given, Found]], Callable[Given, Found]]:
    """Cache the results of a function of texts, up to `most` of them."""

    def keeping(function: Callable[Given, Found]) -> Callable[Given, Found]:
        cached = lru_cache(maxsize=most)(function)
        _kept.append(cached)
        return cached  # type: ignore[return-value]  # its arguments can be hashed

    return keeping


def forget() -> None:
    """Clear all caches, between one statement and the next."""
    for function in _kept:
        function.cache_clear()
