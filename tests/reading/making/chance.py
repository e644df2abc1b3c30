"""Sources of choices: a seeded random, or Hypothesis, which shrinks to the first of all choices."""

import random
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Choices. Those that come first, and False, are the plainest: a failing document shrinks towards them."""

    def __init__(self, source: random.Random) -> None:
        self.source = source

    def pick(self, options: Sequence[T]) -> T:
        return options[self.source.randint(0, len(options) - 1)]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """All of them, in any order."""
        return self.source.sample(options, len(options))

    def weighed(self, weights: Mapping[str, float]) -> str:
        """One of the names, each as often as its weight says."""
        rest = self.source.random() * sum(weights.values())
        for name, weight in weights.items():
            rest -= weight
            if rest < 0:
                return name
        return next(iter(weights))

    def happens(self, share: float) -> bool:
        return self.source.random() > 1 - share

    def between(self, least: int, most: int) -> int:
        return self.source.randint(least, most)

    def digits(self, count: int) -> str:
        return "".join(str(self.between(0, 9)) for _ in range(count))

    def money(self, least: int, most: int, places: int) -> Decimal:
        """An amount between two numbers of hundredths, in the currency's decimals."""
        return Decimal(self.between(least, most)).scaleb(-2).quantize(Decimal(1).scaleb(-places))


def seeded(seed: int) -> Chance:
    return Chance(random.Random(seed))  # noqa: S311  a seed must give the same document again
