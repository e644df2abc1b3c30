"""Payees that clear one by one: a sum that includes one of their rows is chance."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal

from reconciliation.matching.agreement import Payee, Payees
from reconciliation.matching.rows import LATEST, MatchRow


@dataclass(slots=True)
class _Cleared:
    """Single clearings of one payee: amounts, and sorted days of money in and of money out."""

    amounts: set[Decimal] = field(default_factory=set)
    days: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))


class KnownPayees:
    """`cleared` are the rows of both sides that cleared one by one: a payee may be named on one of them alone."""

    def __init__(self, cleared: Iterable[MatchRow]) -> None:
        self.payees = Payees()
        self.cleared: dict[Payee, _Cleared] = defaultdict(_Cleared)
        for row in cleared:
            self.payees.add(row.payee)
            of_payee = self.cleared[row.payee]
            of_payee.amounts.add(row.amount)
            of_payee.days[row.amount < 0].extend(row.days)
        for of_payee in self.cleared.values():
            for days in of_payee.days:
                days.sort()

    def has(self, row: MatchRow) -> bool:
        """True if a payment of this payee cleared alone with this amount, or around these days in the same direction."""
        clearings = [self.cleared[payee] for payee in self.payees.same_as(row.payee)]
        return any(row.amount in cleared.amounts or _beside(row, cleared.days[row.amount < 0]) for cleared in clearings)

    def pays_again(self, row: MatchRow) -> bool:
        """True if another payment of this payee and amount cleared alone: then a missing one is not one of a far-off day."""
        return any(row.amount in self.cleared[payee].amounts for payee in self.payees.same_as(row.payee))


def _beside(row: MatchRow, days: list[int]) -> bool:
    for day in row.days:
        place = bisect_left(days, day - LATEST)
        if place < len(days) and days[place] <= day + LATEST:
            return True
    return False
