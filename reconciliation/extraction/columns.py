"""A map of the columns, applied by code to every line: a day under the date, a figure under an amount, and it is a row."""

from collections.abc import Iterable, Sequence

from reconciliation.extraction.lines import NumberedLine
from reconciliation.extraction.locate import Finder, LocatedRow, PointRefused
from reconciliation.extraction.schema import Direction, ToldColumn, ToldMap
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.money_marks import IN_MARKS, OUT_MARKS

REACH = 3.0  # points by which something may stand beside its column
WAYS: dict[str, Direction] = {"debit": "out", "credit": "in"}


def take_rows(told: ToldMap, lines: Iterable[NumberedLine], finder: Finder) -> None:
    """Find the rows of a map; a line that is no row under it stays for the gate to ask about."""
    for line in lines:
        found = _row(told, line) if finder.is_free(line) else None
        if found is None:
            continue
        try:
            finder.add(found)
        except PointRefused as refused:
            finder.refuse(line.number, refused)


def _row(told: ToldMap, line: NumberedLine) -> LocatedRow | None:
    """One day and one amount that is not nothing, each under its heading."""
    days = [day for day in line.printed.days if _under(told, ("date",), day)]
    placed = [(column, figure) for figure in line.printed.figures if (column := _under(told, ("debit", "credit", "amount"), figure))]
    amounts = [(column, figure) for column, figure in placed if figure.size] or placed[:1]
    balances = [figure for figure in line.printed.figures if _under(told, ("balance",), figure)]
    if len(days) != 1 or len(amounts) != 1 or len(balances) > 1:
        return None
    column, amount = amounts[0]
    return LocatedRow(line, days[0], line, amount, balances[0] if balances else None, _way(told, column, amount))


def _under(told: ToldMap, roles: Sequence[str], one: Day | Figure) -> ToldColumn | None:
    """The column in which the middle of something stands."""
    middle = (one.x0 + one.x1) / 2
    return next((each for each in told.columns if each.role in roles and each.x0 - REACH <= middle <= each.x1 + REACH), None)


def _way(told: ToldMap, column: ToldColumn, figure: Figure) -> Direction:
    """Where the column or the figure's mark says it, so; a minus goes against what a figure without one means."""
    if column.role in WAYS:
        return WAYS[column.role]
    if figure.mark in IN_MARKS | OUT_MARKS:
        return "in" if figure.mark in IN_MARKS else "out"
    if figure.sign < 0:
        return "in" if told.unsigned == "out" else "out"
    return "in" if figure.sign > 0 and told.unsigned == "unknown" else told.unsigned
