"""Habits of banks: a table of them, each with its frequency, out of a hundred, and its meaning.

A facet is one thing that every bank does some way; its options are the habits. The first option is the plainest. `when` limits an option to
banks whose earlier facets allow it: without it, the print of a document would be ambiguous.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tests.reading.making.chance import Chance

LEAST = 0.05  # the share of documents that each habit is drawn in, at the least


class Habits(dict[str, str]):
    """The option taken of each facet, by the facet's name."""

    def has(self, facet: str) -> bool:
        """Is a facet of yes and no taken?"""
        return self[facet] == "yes"

    @property
    def owed(self) -> bool:
        return self["kind"] in {"card", "loan"}

    @property
    def running(self) -> bool:
        return self["balances"] != "none"


When = Callable[[Habits], bool]


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    weight: float
    tells: str
    when: When | None = None


@dataclass(frozen=True, slots=True)
class Facet:
    name: str
    options: tuple[Option, ...]

    def draw(self, chance: Chance, habits: Habits) -> str:
        weights = {one.name: one.weight for one in self.options if one.when is None or one.when(habits)}
        return chance.weighed(weights) if weights else self.options[0].name


def of(facet: str, *names: str) -> When:
    return lambda habits: habits[facet] in names


def no(facet: str, *names: str) -> When:
    return lambda habits: habits[facet] not in names


def both(*whens: When) -> When:
    return lambda habits: all(when(habits) for when in whens)


def switch(name: str, share: float, tells: str, when: When | None = None) -> Facet:
    """A habit that a bank has or has not."""
    return Facet(name, (Option("no", 100 - share, "not so"), Option("yes", share, tells, when)))


def draw_habits(chance: Chance, facets: tuple[Facet, ...], fixed: dict[str, str] | None = None) -> Habits:
    """Draw one bank; `fixed` habits are given."""
    habits = Habits()
    for facet in facets:
        drawn = facet.draw(chance, habits)
        habits[facet.name] = (fixed or {}).get(facet.name, drawn)
    return habits
