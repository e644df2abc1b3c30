"""Retries of requests to providers, the only ones in this package."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from assistant.contract import ProviderError


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """`tries` in all; seconds double from `first` up to `longest`. A wait that the provider asks for takes precedence, up to `longest`:
    beyond that the error is raised, so that no worker is blocked."""

    tries: int = 3
    first: float = 1.0
    longest: float = 60.0
    chance: Callable[[], float] = random.random

    def wait(self, failed: ProviderError, tried: int) -> float | None:
        """Return the seconds until the next try, or None if there is none. Jittered between half and all of it, so that workers that
        failed together do not retry together."""
        if not failed.passes or tried >= self.tries:
            return None
        if failed.retry_after is not None:
            return failed.retry_after * (1 + self.chance() / 10) if failed.retry_after <= self.longest else None
        return min(self.longest, self.first * 2.0 ** (tried - 1)) * (1 + self.chance()) / 2
