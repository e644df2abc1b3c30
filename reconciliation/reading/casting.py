"""Whether the printed balances follow from the rows, and whether they alone already tell what a row must be."""

from reconciliation.reading.repairs import gaps_in_time
from reconciliation.reading.statement import PrintedStatement


def casts(statement: PrintedStatement) -> bool:
    """Every printed balance, the closing one included, follows from the rows before it."""
    gaps, _ = gaps_in_time(statement)
    return not gaps


def told_by_balances(statement: PrintedStatement, place: int) -> bool:
    """The row prints its own balance, and a balance (or the opening) is printed right before it: the amount is their difference."""
    if statement.lines[place].balance is None:
        return False
    _, backwards = gaps_in_time(statement)
    before = place + 1 if backwards else place - 1
    if 0 <= before < len(statement.lines):
        return statement.lines[before].balance is not None
    return statement.opening_balance is not None
