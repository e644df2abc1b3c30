"""Columns told from where the figures stand, for tables that have no headings: each way to name them is a header to try."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from reconciliation.reading.amounts import Figure
from reconciliation.reading.cells import names_day
from reconciliation.reading.headers import Header
from reconciliation.reading.labels import balance_kind
from reconciliation.reading.printed import Printed
from reconciliation.reading.roles import Column
from reconciliation.reading.sides import with_marks

LEADING = 3  # characters before a row's own day
EDGE = 5.0  # points by which the right edges of one column's figures may differ
FEWEST_ROWS, FEWEST_SHARE = 2, 0.12  # dated rows with a figure at an edge, for it to be a column's
MOST_COLUMNS = 3
OFTEN = 0.7


@dataclass(slots=True)
class Edge:
    """Figures with one right edge: how many dated rows have one, and where they begin and end."""

    x0: float
    x1: float
    rows: set[int]


def headers_by_place(rows: Sequence[Printed]) -> Iterator[Header]:
    """The headers that the dated rows allow, the likeliest first."""
    dated = [printed for printed in rows if _is_a_row(printed)] or list(_under_days(rows))
    if len(dated) < FEWEST_ROWS:
        return
    yield from _by_edges(dated)
    yield from _by_order(dated)


def _is_a_row(printed: Printed) -> bool:
    """Does it begin with its day, and print no other behind a figure, as lists side by side do?"""
    if not printed.days or not printed.figures or printed.days[0].start > LEADING:
        return False
    return printed.days[-1].start < printed.figures[0].start


def _under_days(rows: Sequence[Printed]) -> Iterator[Printed]:
    """Rows of words and figures below a day that stands alone above them; a row of neither, or a balance, ends them."""
    below = False
    for printed in rows:
        below = names_day(printed) or (below and bool(printed.figures) and not printed.days and not balance_kind(printed.folded))
        if below and printed.figures and printed.folded:
            yield printed


def _by_edges(dated: Sequence[Printed]) -> Iterator[Header]:
    """Columns with a common right edge."""
    edges = max((_columns(dated, by) for by in (_right, _left)), key=lambda edges: sum(len(edge.rows) for edge in edges))
    day = _date_column(dated[0])
    for roles in _roles(edges, len(dated)):
        columns = [Column(role, edge.x0, edge.x1) for role, edge in zip(roles, edges, strict=True)]
        yield with_marks(Header((*day, *columns), by_place=True), dated)


def _by_order(dated: Sequence[Printed]) -> Iterator[Header]:
    """The amount, or the amount and the balance, end each row, wherever they stand."""
    ended = [printed for printed in dated if len(printed.row.text) - printed.figures[-1].end <= LEADING]
    if {len(printed.figures) for printed in ended} not in ({1}, {2}):
        return
    figures = ended[0].figures
    names = ("amount", "balance")[: len(figures)]
    columns = [Column(role, figure.x0, figure.x1) for role, figure in zip(names, figures, strict=True)]
    yield with_marks(Header((*_date_column(ended[0]), *columns), by_place=True, by_order=True), ended)


def _date_column(printed: Printed) -> tuple[Column, ...]:
    """Where the rows' days stand; nothing where they stand above the rows."""
    return tuple(Column("date", day.x0, day.x1) for day in printed.days[:1])


def _columns(dated: Sequence[Printed], edge: Callable[[Figure], float]) -> list[Edge]:
    """Where the figures of enough rows have a common edge, from left to right."""
    fewest = max(FEWEST_ROWS, FEWEST_SHARE * len(dated))
    return [one for one in _edges(dated, edge) if len(one.rows) >= fewest]


def _right(figure: Figure) -> float:
    return figure.x1


def _left(figure: Figure) -> float:
    return figure.x0


def _edges(dated: Sequence[Printed], edge: Callable[[Figure], float]) -> list[Edge]:
    """The edges at which figures stand."""
    edges: list[Edge] = []
    places = [(edge(figure), figure, index) for index, printed in enumerate(dated) for figure in printed.figures]
    last = 0.0
    for place, figure, index in sorted(places, key=lambda one: one[0]):
        if edges and place - last <= EDGE:
            edges[-1].x0, edges[-1].x1 = min(edges[-1].x0, figure.x0), max(edges[-1].x1, figure.x1)
            edges[-1].rows.add(index)
        else:
            edges.append(Edge(figure.x0, figure.x1, {index}))
        last = place
    return edges


def _roles(edges: Sequence[Edge], rows: int) -> Iterator[tuple[str, ...]]:
    """One column is the amount; two that are never filled together are money out and in; the last of more is the balance."""
    if not edges or len(edges) > MOST_COLUMNS:
        return
    *moving, last = edges
    if not moving:
        yield ("amount",)
    elif len(moving) == 1 and not _together(moving[0], last):
        yield from (("debit", "credit"), ("credit", "debit"))
    elif len(moving) == 1:
        yield ("amount", "balance")
    elif not _together(moving[0], moving[1]):
        yield from (("debit", "credit", "balance"), ("credit", "debit", "balance"))
    elif len(last.rows) >= OFTEN * rows:
        yield from (("aside", "amount", "balance"), ("amount", "aside", "balance"))


def _together(one: Edge, other: Edge) -> bool:
    """Do rows fill both?"""
    return len(one.rows & other.rows) > (1 - OFTEN) * min(len(one.rows), len(other.rows))
