"""The rival reading in which lines that were joined to the row above are rows of their own and cancel out."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import product
from operator import mul

from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.printed import Printed

MOST = 8  # lines of one row that are tried with either sign


def joined_lines_cancel(best: Solution, rows: Sequence[Printed]) -> bool:
    """True if two or more lines with a day and a figure were joined to one row, and their figures cancel out with some signs.

    A single such line between two balances that follow cannot be a row.
    """
    entry_of = {word: entry for entry in best.entries for word in map(id, entry.words)}
    lines: dict[int, list[Decimal]] = {}
    for printed in rows:
        if printed.begins_with_day and printed.figures:
            entry = next((entry_of[id(word)] for word in printed.row.words if id(word) in entry_of), None)
            if entry is not None and not _holds_its_figure(printed, entry):
                lines.setdefault(id(entry), []).append(printed.figures[-1].size)
    return any(_cancel(sizes) for sizes in lines.values())


def _holds_its_figure(printed: Printed, entry: Entry) -> bool:
    own = set(entry.figures.values())
    return any(figure in own for figure in printed.figures)


def _cancel(sizes: list[Decimal]) -> bool:
    if len(sizes) > MOST:
        return True
    return len(sizes) > 1 and any(sum(map(mul, signs, sizes)) == 0 and any(signs) for signs in product((-1, 0, 1), repeat=len(sizes)))
