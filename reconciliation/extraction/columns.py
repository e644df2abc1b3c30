"""A map of the columns, applied by code to every line: a day under the date and a figure under an amount make a row."""

from collections.abc import Iterable, Sequence

from reconciliation.extraction.lines import NumberedLine
from reconciliation.extraction.locate import Finder, LocatedRow, PointRefused
from reconciliation.extraction.schema import Direction, ToldColumn, ToldMap
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.money_marks import IN_MARKS, OUT_MARKS

REACH = 3.0  # points that a figure may lie outside its column
WAYS: dict[str, Direction] = {"debit": "out", "credit": "in"}


def take_rows(column_map: ToldMap, lines: Iterable[NumberedLine], finder: Finder) -> None:
    """Find the rows of a map. Lines that are no rows under it are left for the gate."""
    for line in lines:
        row = _row(column_map, line) if finder.is_free(line) else None
        if row is None:
            continue
        try:
            finder.add(row)
        except PointRefused as refused:
            finder.refuse(line.number, refused)


def _row(column_map: ToldMap, line: NumberedLine) -> LocatedRow | None:
    """Return the row of a line with exactly one day and one non-zero amount, each under its heading."""
    days = [day for day in line.printed.days if _under(column_map, ("date",), day)]
    placed = [(column, figure) for figure in line.printed.figures if (column := _under(column_map, ("debit", "credit", "amount"), figure))]
    amounts = [(column, figure) for column, figure in placed if figure.size] or placed[:1]
    balances = [figure for figure in line.printed.figures if _under(column_map, ("balance",), figure)]
    if len(days) != 1 or len(amounts) != 1 or len(balances) > 1:
        return None
    column, amount = amounts[0]
    return LocatedRow(line, days[0], line, amount, balances[0] if balances else None, _way(column_map, column, amount))


def _under(column_map: ToldMap, roles: Sequence[str], item: Day | Figure) -> ToldColumn | None:
    """Return the column that contains the middle of the day or figure."""
    middle = (item.x0 + item.x1) / 2
    columns = (column for column in column_map.columns if column.role in roles)
    return next((column for column in columns if column.x0 - REACH <= middle <= column.x1 + REACH), None)


def _way(column_map: ToldMap, column: ToldColumn, figure: Figure) -> Direction:
    """Return the direction given by the column or the figure's mark; a minus reverses the direction of unsigned figures."""
    if column.role in WAYS:
        return WAYS[column.role]
    if figure.mark in IN_MARKS | OUT_MARKS:
        return "in" if figure.mark in IN_MARKS else "out"
    if figure.sign < 0:
        return "in" if column_map.unsigned == "out" else "out"
    return "in" if figure.sign > 0 and column_map.unsigned == "unknown" else column_map.unsigned
