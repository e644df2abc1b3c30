"""A column whose heading was not understood, in a table whose other headings were: what stands under it may not be taken for another's."""

from collections.abc import Iterable, Iterator, Sequence

from reconciliation.reading.headings.header import Header
from reconciliation.reading.scanning.cells import MOVING
from reconciliation.reading.scanning.entries import Table
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.vocabulary.labels import phrases_of

Place = tuple[float, float]
NEARER = 2  # times, of two headings, the one that a figure stands under


def under_unread(best: Solution) -> bool:
    """Do some amounts of a column stand under a heading that was not understood, well away from their own, and others not?"""
    return any(_strewn(table, list(_unread(table.header))) for table in best.tables)


def _strewn(table: Table, strange: Sequence[Place]) -> bool:
    for role in {column.role for column in table.header.columns} & MOVING if strange else ():
        own = [(column.x0, column.x1) for column in table.header.columns if column.role == role]
        figures = [entry.figures[role] for entry in table.entries if role in entry.figures]
        if len({_apart(figure, own) > NEARER * _apart(figure, strange) for figure in figures}) > 1:
            return True
    return False


def _unread(header: Header) -> Iterator[Place]:
    """Where the headings stand that name no column."""
    if header.row is None or header.by_place:
        return
    for _, x0, x1 in phrases_of(header.row):
        if not any(column.x0 < x1 and x0 < column.x1 for column in header.columns):
            yield x0, x1


def _apart(figure: Figure, headings: Iterable[Place]) -> float:
    """Between the nearer ends of the figure and of the nearest heading."""
    return min(min(abs(figure.x0 - x0), abs(figure.x1 - x1)) for x0, x1 in headings)
