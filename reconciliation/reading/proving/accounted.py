"""What the rows' own figures account for: where they end, and the numbers that are read as figures nowhere else."""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import groupby

from reconciliation.documents.pages import Word
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.amounts import Figure

NO_DIGIT = re.compile(r"\D")
SAME_EDGE = 2.0  # points between the right edges of one column's figures


def edges_of(best: Solution) -> set[int]:
    """The right edges of the rows' figures, in whole points."""
    return {round(figure.x1) for entry in best.entries for figure in entry.figures.values()}


def in_column(x1: float, edges: set[int]) -> bool:
    return any(abs(x1 - edge) <= SAME_EDGE for edge in edges)


def stand_as_amounts(entry: Entry, edges: set[int]) -> bool:
    """Does a figure among the row's words end where the rows' own figures end?"""
    return any(in_column(figure.x1, edges) for figure in entry.worded)


def words_read(best: Solution) -> set[int]:
    """The words, by identity, that are rows' round sums: where all adds up, and of those between two balances none can make good for
    another."""
    groups = [[(entry, amount) for entry, amount in group if _round(entry)] for group in _between_balances(best)]
    if best.difference != 0 or any(len(group) > 1 and len({amount > 0 for _, amount in group}) > 1 for group in groups):
        return set()
    rounded = [(entry, figure) for group in groups for entry, _ in group for figure in _round(entry)]
    return {id(word) for entry, figure in rounded for word in _words_of(figure, entry)}


def _round(entry: Entry) -> list[Figure]:
    return [figure for figure in entry.figures.values() if figure.whole]


def _between_balances(best: Solution) -> Iterator[list[tuple[Entry, Decimal]]]:
    """Yield the rows of known amount up to each printed balance, in the order of time; all together where a balance does not follow."""
    rows = list(zip(best.entries, best.amounts, best.balances, strict=True))
    group: list[tuple[Entry, Decimal]] = []
    for entry, amount, balance in reversed(rows) if best.newest_first else rows:
        group += [] if amount is None else [(entry, amount)]
        if balance is not None and best.by_group:
            yield group
            group = []
    yield group


def _words_of(figure: Figure, entry: Entry) -> list[Word]:
    """The words of a figure without decimals: what stands there on one of the row's lines, the first that has its digits."""
    there = [word for word in entry.words if word.x0 < figure.x1 and figure.x0 < word.x1]
    lines = [list(line) for _, line in groupby(there, key=lambda word: word.baseline)]
    return next((line for line in lines if NO_DIGIT.sub("", "".join(word.text for word in line)) == NO_DIGIT.sub("", str(figure.size))), [])
