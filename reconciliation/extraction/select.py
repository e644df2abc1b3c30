"""The choice between two readings: proved statements first, then those that add up. A proved one is never given up."""

from collections.abc import Sequence
from decimal import Decimal

from reconciliation.printed.statement import PrintedLine, PrintedStatement, Reading

Rank = tuple[int, int, int]


def counts_more(reading: Reading, before: Reading) -> bool:
    """True if the model's reading explains more than the reader's and keeps every proved statement."""
    keeps_proved = all(statement in reading.statements for statement in proved_of(before))
    return keeps_proved and (rank(reading)[:2] > rank(before)[:2] or (not rank(before)[2] and rank(reading)[2] > 0))


def proved_of(reading: Reading) -> list[PrintedStatement]:
    return [statement for statement in reading.statements if statement.integrity.holds is True]


def rank(reading: Reading) -> Rank:
    """Return the numbers of proved statements, of statements that add up, and of rows."""
    statements = reading.statements
    return len(proved_of(reading)), sum(map(adds_up, statements)), sum(len(each.lines) for each in statements)


def adds_up(statement: PrintedStatement) -> bool:
    return bool(statement.lines) and statement.integrity.difference == 0 and first_break(statement) is None


def first_break(statement: PrintedStatement) -> PrintedLine | None:
    """Return the first row whose printed balance does not follow from the rows before it, in the order that fits better."""
    opening = statement.opening_balance
    forwards, backwards = _breaks(opening, statement.lines), _breaks(opening, statement.lines[::-1])
    fewer = min(forwards, backwards, key=len)
    return fewer[0] if fewer else None


def _breaks(opening: Decimal | None, lines: Sequence[PrintedLine]) -> list[PrintedLine]:
    """Return the rows whose balance differs from the last printed balance plus the amounts since."""
    breaks, reached = [], opening
    for line in lines:
        reached = None if reached is None else reached + line.amount
        if line.balance is not None:
            breaks += [line] if reached is not None and reached != line.balance else []
            reached = line.balance
    return breaks


def all_add_up(reading: Reading) -> bool:
    return bool(reading.statements) and all(map(adds_up, reading.statements))
