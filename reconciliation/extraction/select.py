"""Which of two readings counts: what is proved first, then what adds up. Nothing that was proved is given up."""

from collections.abc import Sequence
from decimal import Decimal

from reconciliation.printed.statement import PrintedLine, PrintedStatement, Reading

Rank = tuple[int, int, int]


def counts_more(told: Reading, before: Reading) -> bool:
    """Does what a model pointed at explain more than what the reader found alone, and give nothing proved away?"""
    kept = all(statement in told.statements for statement in proved_of(before))
    return kept and (rank(told)[:2] > rank(before)[:2] or (not rank(before)[2] and rank(told)[2] > 0))


def proved_of(reading: Reading) -> list[PrintedStatement]:
    return [statement for statement in reading.statements if statement.integrity.holds is True]


def rank(reading: Reading) -> Rank:
    """Statements proved, statements that add up, rows."""
    statements = reading.statements
    return len(proved_of(reading)), sum(map(adds_up, statements)), sum(len(each.lines) for each in statements)


def adds_up(statement: PrintedStatement) -> bool:
    return bool(statement.lines) and statement.integrity.difference == 0 and first_break(statement) is None


def first_break(statement: PrintedStatement) -> PrintedLine | None:
    """The first row whose printed balance does not follow from the rows before it, in the order that fits better."""
    opening = statement.opening_balance
    forwards, backwards = _breaks(opening, statement.lines), _breaks(opening, statement.lines[::-1])
    fewer = min(forwards, backwards, key=len)
    return fewer[0] if fewer else None


def _breaks(opening: Decimal | None, lines: Sequence[PrintedLine]) -> list[PrintedLine]:
    """Rows whose balance differs from what the last printed balance and the amounts since come to."""
    found, reached = [], opening
    for line in lines:
        reached = None if reached is None else reached + line.amount
        if line.balance is not None:
            found += [line] if reached is not None and reached != line.balance else []
            reached = line.balance
    return found


def all_add_up(reading: Reading) -> bool:
    return bool(reading.statements) and all(map(adds_up, reading.statements))
