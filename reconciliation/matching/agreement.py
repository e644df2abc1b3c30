"""Rows found by the words of their payee, or by what numbers them: who may agree with a row, without looking at everybody."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from reconciliation.matching.rows import Row
from reconciliation.matching.words import BEGINNING, skeleton

Keys = Callable[[Row], Iterable[str]]


class _Files:
    """Rows under each of their keys; those asked for are found under any of theirs."""

    def __init__(self, rows: Iterable[Row], filed: Keys, asked: Keys) -> None:
        self.asked = asked
        self.files: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            for key in filed(row):
                self.files[key].append(row)

    def near_to(self, row: Row) -> Iterator[Row]:
        """Every row that may agree, once, and some that do not."""
        seen: set[int] = set()
        for key in self.asked(row):
            for other in self.files.get(key, ()):
                if id(other) not in seen:
                    seen.add(id(other))
                    yield other


class ByReference(_Files):
    """Rows by number, reference and figures."""

    def __init__(self, rows: Iterable[Row]) -> None:
        super().__init__(rows, _tokens, _tokens)


class ByPayee(_Files):
    """Rows of the same payee, or of one reference. Words that agree begin alike or are equal without vowels; in payees that are the
    same the first word of one agrees with some word of the other."""

    def __init__(self, rows: Iterable[Row]) -> None:
        super().__init__(rows, _filed, _asked)


def _filed(row: Row) -> set[str]:
    return _tokens(row) | _names("any", row.payee) | _names("first", row.payee[:1])


def _asked(row: Row) -> set[str]:
    return _tokens(row) | _names("any", row.payee[:1]) | _names("first", row.payee)


def _tokens(row: Row) -> set[str]:
    return {token for token in (row.number, *row.references, *row.figures) if token}


@lru_cache(maxsize=65536)
def _names(place: str, words: tuple[str, ...]) -> frozenset[str]:
    beginnings = (f"{place} {word[:BEGINNING]}" for word in words)
    return frozenset((*beginnings, *(f"{place} bare {skeleton(word)}" for word in words)))
