"""Rows found by the words of their payee: who may agree with a row, without looking at everybody."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from reconciliation.matching.rows import Row
from reconciliation.matching.words import BEGINNING, skeleton


class ByPayee:
    """Words that agree begin alike or are equal without vowels; a row is filed under both. Numbers and references likewise."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.files: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            for key in _keys(row):
                self.files[key].append(row)

    def near_to(self, row: Row) -> Iterator[Row]:
        """Every row that may agree, once, and some that do not."""
        seen: set[int] = set()
        for key in _keys(row):
            for other in self.files.get(key, ()):
                if id(other) not in seen:
                    seen.add(id(other))
                    yield other


def _keys(row: Row) -> set[str]:
    words = {key for word in row.payee for key in (f"w{word[:BEGINNING]}", f"s{skeleton(word)}")}
    return words | {f"r{token}" for token in (row.number, *row.references, *row.figures) if token}
