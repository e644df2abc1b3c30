"""Identity of printed rows across documents: two rows are one row of the bank if day, amount and printed balance agree.

A balance that only one of them prints agrees with any. Descriptions never decide: a scan spells them otherwise, and no sum rests on them.
Rows of 0.00 move nothing and are left out.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.printed.statement import PrintedLine

Numbered = tuple[int, PrintedLine]


@dataclass(frozen=True, slots=True)
class RowsCompared:
    """Two documents row by row, by index: rows of the first only, rows of the second only, and pairs (first, second) of equal day and
    amount with another printed balance."""

    only_here: tuple[int, ...] = ()
    only_there: tuple[int, ...] = ()
    other_balance: tuple[tuple[int, int], ...] = ()

    @property
    def equal(self) -> bool:
        return not (self.only_here or self.only_there or self.other_balance)


def compare_rows(here: Sequence[PrintedLine], there: Sequence[PrintedLine]) -> RowsCompared:
    """Compare the rows of two documents, in any order. Equal rows count as often as they are printed."""
    ours, theirs = _by_day_and_amount(here), _by_day_and_amount(there)
    only_here: list[int] = []
    only_there: list[int] = []
    other_balance: list[tuple[int, int]] = []
    for key in ours.keys() | theirs.keys():
        # Equal printed balances are paired first, then those that one side does not print.
        rows_here, rows_there = ours.get(key, []), theirs.get(key, [])
        printed_here, printed_there = _without_equal_balances(rows_here, rows_there), _without_equal_balances(rows_there, rows_here)
        bare_here = [row for row in rows_here if row[1].balance is None]
        bare_there = [row for row in rows_there if row[1].balance is None]
        printed_here, bare_there = _less(printed_here, bare_there)
        printed_there, bare_here = _less(printed_there, bare_here)
        bare_here, bare_there = _less(bare_here, bare_there)
        left, right = [*printed_here, *bare_here], [*printed_there, *bare_there]
        other_balance += [(row, other) for (row, _), (other, _) in zip(left, right, strict=False)]
        only_here += [place for place, _ in left[len(right) :]]
        only_there += [place for place, _ in right[len(left) :]]
    return RowsCompared(tuple(sorted(only_here)), tuple(sorted(only_there)), tuple(sorted(other_balance)))


def a_row_of_this_day_is_on_both(day: dt.date, here: Iterable[PrintedLine], there: Iterable[PrintedLine]) -> bool:
    """True if a row that may be of this day may be one row of both documents: a row without a readable date may be of any day."""
    theirs = [line for line in there if line.amount and line.date in {day, None}]
    return any(
        line.amount == other.amount and (line.balance == other.balance or None in (line.balance, other.balance))
        for line in here
        if line.amount and line.date in {day, None}
        for other in theirs
    )


def _by_day_and_amount(lines: Sequence[PrintedLine]) -> dict[tuple[dt.date | None, Decimal], list[Numbered]]:
    grouped: dict[tuple[dt.date | None, Decimal], list[Numbered]] = defaultdict(list)
    for place, line in enumerate(lines):
        if line.amount:
            grouped[line.date, line.amount].append((place, line))
    return grouped


def _without_equal_balances(rows: list[Numbered], others: list[Numbered]) -> list[Numbered]:
    """Return the rows with a printed balance that no row of the other side prints; each of these takes one row."""
    free = Counter(line.balance for _, line in others)
    left = []
    for place, line in rows:
        if line.balance is not None and free[line.balance]:
            free[line.balance] -= 1
        elif line.balance is not None:
            left.append((place, line))
    return left


def _less(rows: list[Numbered], other: list[Numbered]) -> tuple[list[Numbered], list[Numbered]]:
    """Return both lists without as many rows as the shorter one has."""
    paired = min(len(rows), len(other))
    return rows[paired:], other[paired:]
