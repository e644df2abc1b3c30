"""Payees that clear one by one: a sum that swallows one of their rows is chance."""

from collections.abc import Iterable

from reconciliation.matching.agreement import ByPayee
from reconciliation.matching.outcome import Pair
from reconciliation.matching.rows import LATEST, Row
from reconciliation.matching.words import same_payee


class KnownPayees:
    """The entries that cleared by a line of their own."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self.cleared = ByPayee(pair.entry for pair in pairs)

    def has(self, row: Row) -> bool:
        """Did a payment of this payee clear alone: one of this amount, or in these days one in the same direction?"""
        near = (other for other in self.cleared.near_to(row) if other.amount == row.amount or _beside(row, other))
        return any(same_payee(row.payee, other.payee) for other in near)

    def pays_again(self, row: Row) -> bool:
        """Did another payment of this payee and amount clear alone? Then one that is missing here is not one of a far-off day."""
        equal = (other for other in self.cleared.near_to(row) if other.amount == row.amount)
        return any(same_payee(row.payee, other.payee) for other in equal)


def _beside(row: Row, other: Row) -> bool:
    if (row.amount < 0) != (other.amount < 0):
        return False
    return any(abs(mine - theirs) <= LATEST for mine in row.days for theirs in other.days)
