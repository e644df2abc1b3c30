"""What the rows' own figures account for: where they end, and the numbers that are read as figures nowhere else."""

import re
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
    """The words, by identity, that are rows' round sums: where all adds up, and every balance follows or none can make good for another."""
    rounded = [
        (entry, [figure for figure in entry.figures.values() if figure.whole], amount)
        for entry, amount in best.known()
        if any(figure.whole for figure in entry.figures.values())
    ]
    if best.difference != 0 or not (best.by_row or len({amount > 0 for _, _, amount in rounded}) == 1):
        return set()
    return {id(word) for entry, figures, _ in rounded for figure in figures for word in _words_of(figure, entry)}


def _words_of(figure: Figure, entry: Entry) -> list[Word]:
    """The words of a figure without decimals: what stands there on one of the row's lines, the first that has its digits."""
    there = [word for word in entry.words if word.x0 < figure.x1 and figure.x0 < word.x1]
    lines = [list(line) for _, line in groupby(there, key=lambda word: word.baseline)]
    return next((line for line in lines if NO_DIGIT.sub("", "".join(word.text for word in line)) == NO_DIGIT.sub("", str(figure.size))), [])
