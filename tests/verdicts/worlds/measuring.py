"""The quality of a matcher's answer against the truth, and against the rule of thumb of most programs."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Any

from reconciliation.matching.problem import solve
from tests.verdicts.worlds.world import FIRST, Ids, World

NEAR = 5
"""Days within which the rule of thumb takes the nearest equal amount."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Counts, so that several worlds can be added up."""

    rows: int
    true: Counter[str]
    found: Counter[str]
    wrong: int
    confident: int
    confident_wrong: int
    lonely: int
    lonely_paired: int
    wrong_by_rule: int
    found_by_rule: int

    @property
    def recall(self) -> dict[str, float]:
        return {kind: self.found[kind] / count for kind, count in sorted(self.true.items())}

    @property
    def error(self) -> float:
        return _error(self.found.total(), self.wrong, self.true.total())

    @property
    def error_by_rule(self) -> float:
        return _error(self.found_by_rule, self.wrong_by_rule, self.true.total())


def _error(found: int, wrong: int, true: int) -> float:
    """1 - F1 over pairs."""
    return 1 - 2 * found / (found + wrong + true)


def measured(world: World) -> Measured:
    problem = world.problem()
    answer = solve(problem)
    truth = _told(world, world.truth)
    pairs, confident, by_rule = (_told(world, pairs) for pairs in (_pairs(answer), _confident(answer), _nearest(problem)))
    paired = {line for line, _ in world.truth}
    lonely = {row["id"] for row in world.lines} - paired
    return Measured(
        rows=len(world.lines) + len(world.transactions),
        true=Counter(world.truth.values()),
        found=Counter(kind for pair, kind in zip(truth, world.truth.values(), strict=True) if pair in pairs),
        wrong=len(set(pairs) - set(truth)),
        confident=len(confident),
        confident_wrong=len(set(confident) - set(truth)),
        lonely=len(lonely),
        lonely_paired=len({line for line, _ in pairs} & lonely),
        found_by_rule=len(set(by_rule) & set(truth)),
        wrong_by_rule=len(set(by_rule) - set(truth)),
    )


def _told(world: World, pairs: Iterable[Ids]) -> list[tuple[str, str]]:
    """The same pairs, of twins only which of the equal fares it is not said: nothing tells."""
    twins = {transaction for (_, transaction), kind in world.truth.items() if kind == "twin"}
    texts = {row["id"]: f"{row['amount']} {row['description']}" for row in world.transactions}
    return [(line, texts[transaction] if transaction in twins else transaction) for line, transaction in pairs]


def _pairs(answer: dict[str, Any]) -> Set[Ids]:
    guessed = {(line, transaction) for group in answer["ambiguous"] for line, transaction in group["pairs"]}
    return guessed | {(line, transaction) for pair in answer["pairs"] for line in pair["lines"] for transaction in pair["transactions"]}


def _confident(answer: dict[str, Any]) -> Set[Ids]:
    return _pairs({"pairs": [pair for pair in answer["pairs"] if pair["confident"]], "ambiguous": []})


def _nearest(problem: dict[str, Any]) -> Set[Ids]:
    """Equal amount, nearest day, first come first served."""
    free = [(_day(row), row["amount"], row["id"]) for row in problem["transactions"]]
    found = set()
    for line in problem["lines"]:
        near = [(abs(day - _day(line)), key, place) for place, (day, amount, key) in enumerate(free) if amount == line["amount"]]
        gap, key, place = min(near, default=(NEAR + 1, "", 0))
        if gap <= NEAR:
            found.add((line["id"], key))
            del free[place]
    return found


def _day(row: dict[str, Any]) -> int:
    return (dt.date.fromisoformat(row["date"]) - FIRST).days
