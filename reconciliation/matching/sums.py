"""Rows of one side that add up to a row of the other: the only choice, and unlikely by chance."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.matching.rows import MatchRow

MOST_CANDIDATES = 18
"""With more rows, sums lie so close that one that fits proves nothing, and the search takes long."""
NEAR = 20
"""The density of sums is measured within a twentieth of the total."""
MOST_BY_CHANCE = 0.02
"""The greatest number of other sums expected at the total, by those around it; above it, a sum that fits is no evidence."""

Choice = tuple[int, int]  # a sum, and the rows that make it as bits


@dataclass(frozen=True, slots=True)
class Fit:
    """The only choice of rows that adds up, and the number of other sums expected at that total."""

    rows: tuple[MatchRow, ...]
    by_chance: float


def may_add_up(rows: Iterable[MatchRow], total: Decimal) -> bool:
    """True if the total lies between the sum of all money out and the sum of all money in."""
    amounts = [row.amount for row in rows]
    return sum(amount for amount in amounts if amount < 0) <= total <= sum(amount for amount in amounts if amount > 0)


class SubsetSums:
    """Every sum of two rows or more, in the smallest unit of their amounts: stored as two halves, combined on request."""

    def __init__(self, rows: Sequence[MatchRow], most: int) -> None:
        self.rows, self.most = rows, most
        self.exponent = min((_exponent(row.amount) for row in rows), default=0)
        units = [self._units(row.amount) for row in rows]
        half = len(units) // 2
        self.first, self.second = _choices(units[:half], 0), sorted(_choices(units[half:], half))
        self.single = [0, *units]
        self.totals = [total for total, _ in self.second]

    def only(self, total: Decimal) -> Fit | None:
        """Return the only choice that adds up to the total, or None."""
        if _exponent(total) < self.exponent and total % Decimal(1).scaleb(self.exponent):
            return None  # finer than any row: nothing adds up to it
        wanted = self._units(total)
        choices = [chosen for chosen in self._at(wanted) if 1 < chosen.bit_count() <= self.most]
        if len(choices) != 1:
            return None
        rows = tuple(row for index, row in enumerate(self.rows) if choices[0] >> index & 1)
        return Fit(rows, self._expected(wanted) * math.gcd(*(self._units(row.amount) for row in rows)))

    def _at(self, wanted: int) -> list[int]:
        choices = []
        for total, chosen in self.first:
            place = bisect_left(self.totals, wanted - total)
            while place < len(self.totals) and self.totals[place] == wanted - total:
                choices.append(chosen | self.second[place][1])
                place += 1
        return choices

    def _expected(self, wanted: int) -> float:
        """Return the expected number of other sums a unit around this total. Amounts of whole tens make sums of whole tens, which fit ten
        times as often."""
        reach = max(abs(wanted) // NEAR, 1)
        about = sum(
            bisect_right(self.totals, wanted + reach - total) - bisect_left(self.totals, wanted - reach - total) for total, _ in self.first
        )
        return (about - 1 - sum(abs(total - wanted) <= reach for total in self.single)) / (2 * reach)

    def _units(self, amount: Decimal) -> int:
        return int(amount.scaleb(-self.exponent))


def _choices(units: Sequence[int], first: int) -> list[Choice]:
    """Return each sum with its choice, including the empty one; `first` is the place of the first row."""
    grown = [(0, 0)]
    for place, unit in enumerate(units, first):
        grown += [(total + unit, chosen | 1 << place) for total, chosen in grown]
    return grown


def _exponent(amount: Decimal) -> int:
    return int(amount.as_tuple().exponent)
