"""Payees that clear one by one: a sum that swallows one of their rows is chance."""

from collections.abc import Iterable

from reconciliation.matching.outcome import Pair
from reconciliation.matching.rows import Row
from reconciliation.matching.words import BEGINNING, skeleton


class KnownPayees:
    """The words of all payees with an exact partner, indexed so that agreeing with any of them is one look."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self.words = {word for pair in pairs for row in (pair.line, pair.entry) for word in row.payee}
        self.beginnings = {word[:length] for word in self.words for length in range(BEGINNING, len(word) + 1)}
        self.skeletons = {bare for word in self.words if len(bare := skeleton(word)) >= BEGINNING}

    def has(self, row: Row) -> bool:
        return any(self._knows(word) for word in row.payee)

    def _knows(self, word: str) -> bool:
        return (
            word in self.words
            or word in self.beginnings
            or skeleton(word) in self.skeletons
            or any(word[:length] in self.words for length in range(BEGINNING, len(word)))
        )
