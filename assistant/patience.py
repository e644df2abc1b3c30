"""How often a provider is asked again, and how long is waited: the one place where anything is retried."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from assistant.contract import ProviderError


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """`tries` in all; seconds double from `first` up to `longest`. What a provider asks to be waited counts more, up to `longest`:
    beyond that the error stands, since a worker is not to be held."""

    tries: int = 3
    first: float = 1.0
    longest: float = 60.0
    chance: Callable[[], float] = random.random

    def wait(self, failed: ProviderError, tried: int) -> float | None:
        """Seconds until the next try after so many, or None where there is to be none. Jittered between half and all of it, so that
        workers that failed together do not come back together."""
        if not failed.passes or tried >= self.tries:
            return None
        if failed.retry_after is not None:
            return failed.retry_after * (1 + self.chance() / 10) if failed.retry_after <= self.longest else None
        return min(self.longest, self.first * 2.0 ** (tried - 1)) * (1 + self.chance()) / 2
