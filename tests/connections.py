"""The HTTP clients that a test makes, and the sockets that it leaves open."""

import gc
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest


@contextmanager
def clients_made() -> Iterator[list[httpx2.Client]]:
    """Every client that is made in the block, in order."""
    made: list[httpx2.Client] = []
    initialize: Callable[..., None] = httpx2.Client.__init__

    def initialize_and_list(self: httpx2.Client, *arguments: Any, **options: Any) -> None:
        initialize(self, *arguments, **options)
        made.append(self)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(httpx2.Client, "__init__", initialize_and_list)
        yield made


@contextmanager
def sockets_left_open() -> Iterator[list[str]]:
    """The warnings about sockets that the block never closed; the list is filled when the block ends."""
    gc.collect()
    left: list[str] = []
    with warnings.catch_warnings(record=True) as recorded:
        warnings.simplefilter("always", ResourceWarning)
        yield left
        gc.collect()
    left += [str(warning.message) for warning in recorded if "unclosed <socket" in str(warning.message)]
