"""What is worked out of texts once, since every pair of rows asks for it: remembered while a statement is worked on, and no longer.

The texts are a stranger's to the next statement's, and would fill a worker's memory.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")

TEXTS, PAIRS = 65_536, 262_144
"""Of as many texts, and of pairs of them, as rows of one long statement and its books have."""
_kept: list[Any] = []


def remembered(most: int) -> Callable[[Callable[Given, Found]], Callable[Given, Found]]:
    """Keep what a function of texts found, for so many of them."""

    def keeping(function: Callable[Given, Found]) -> Callable[Given, Found]:
        cached = lru_cache(maxsize=most)(function)
        _kept.append(cached)
        return cached  # type: ignore[return-value]  # what it takes can be hashed

    return keeping


def forget() -> None:
    """Between one statement and the next."""
    for function in _kept:
        function.cache_clear()
