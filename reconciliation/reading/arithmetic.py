"""Arithmetic of a statement: whether the printed balances follow from the rows, and where they do not."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from reconciliation.reading.statement import PrintedStatement


@dataclass(frozen=True, slots=True)
class Gap:
    """Rows between two printed balances that do not make the difference: they lack `by`.

    `rows` are indexes in the order of time. `since` and `to` are the rows that print the balances at its ends, None for the
    opening and the closing balance."""

    rows: tuple[int, ...]
    by: Decimal
    since: int | None
    to: int | None


def gaps_in_time(statement: PrintedStatement) -> tuple[list[Gap], bool]:
    """Return the gaps, and whether the newest row comes first: as the dates say, else the order in which more follows."""
    forwards = range(len(statement.lines))
    either = [(_gaps(statement, forwards), False), (_gaps(statement, forwards[::-1]), True)]
    days = list(pairwise(line.date for line in statement.lines if line.date))
    rises, falls = sum(day < following for day, following in days), sum(day > following for day, following in days)
    return either[falls > rises] if falls != rises else min(either, key=lambda gaps_and_order: len(gaps_and_order[0]))


def _gaps(statement: PrintedStatement, order: Sequence[int]) -> list[Gap]:
    """Return where the printed balances do not follow from the rows, taken in this order."""
    gaps: list[Gap] = []
    rows: list[int] = []
    reached, since = statement.opening_balance, None
    balances = [(index, statement.lines[index].balance) for index in order]
    for index, balance in [*balances, (None, statement.closing_balance)]:
        if index is not None:
            rows.append(index)
        if balance is None:
            continue
        moved = sum((statement.lines[row].amount for row in rows), Decimal(0))
        if reached is not None and reached + moved != balance:
            gaps.append(Gap(tuple(rows), balance - reached - moved, since, index))
        reached, since, rows = balance, index, []
    return gaps


def casts(statement: PrintedStatement) -> bool:
    """True if every printed balance, the closing one included, follows from the rows before it."""
    gaps, _ = gaps_in_time(statement)
    return not gaps


def fixed_by_balances(statement: PrintedStatement, place: int) -> bool:
    """True if the row prints its own balance, and a balance (or the opening) is printed right before it: the amount is their difference."""
    if statement.lines[place].balance is None:
        return False
    _, backwards = gaps_in_time(statement)
    before = place + 1 if backwards else place - 1
    if 0 <= before < len(statement.lines):
        return statement.lines[before].balance is not None
    return statement.opening_balance is not None
