"""Columns told from where the figures stand, for tables that have no headings: each way to name them is a header to try."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reconciliation.reading.headings.header import Header
from reconciliation.reading.headings.roles import Column
from reconciliation.reading.scanning.beside import LONGEST_WORDS
from reconciliation.reading.scanning.cells import begins_cell, figures_in_cells
from reconciliation.reading.scanning.lines import figures_below
from reconciliation.reading.scanning.own_days import names_day
from reconciliation.reading.scanning.sides import with_marks
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind, total_label

BEHIND = 3  # characters behind the last figure of a row that ends with it
FEWEST_ROWS, FEWEST_SHARE = 2, 0.12  # dated rows with a figure at a place, for it to be a column
MOST_COLUMNS = 3
OFTEN = 0.7


@dataclass(frozen=True, slots=True)
class Dated:
    """A row's day, None where it stands above the row, and the line with its figures."""

    day: Day | None
    line: Printed


@dataclass(slots=True)
class Place:
    """Figures below one another: which dated rows have one, and where they begin and end."""

    x0: float
    x1: float
    rows: set[int]


def headers_by_place(rows: Sequence[Printed]) -> Iterator[Header]:
    """The headers that the dated rows allow, the likeliest first."""
    dated = list(_dated(rows)) or [Dated(None, printed) for printed in _under_days(rows)]
    if dated:
        yield from _by_places(dated)
        yield from _by_order(dated)


def _dated(rows: Sequence[Printed]) -> Iterator[Dated]:
    """Rows that begin with a day, figures there or on a line below; none with a day behind a figure, as lists side by side have."""
    for index, printed in enumerate(rows):
        if not printed.begins_with_day:
            continue
        line = printed if _has_cell(printed) else figures_below(rows, index, _has_cell)
        if line is None and not printed.figures:
            line = figures_below(rows, index)
        if line is not None and line is not printed:
            yield Dated(printed.days[0], line)
        elif printed.figures and printed.days[-1].start < printed.figures[0].start:
            yield Dated(printed.days[0], printed)


def _has_cell(printed: Printed) -> bool:
    """Does a figure of it begin a cell? One in words may be a price, or what was paid elsewhere."""
    return any(begins_cell(printed, figure) for figure in printed.figures)


def _under_days(rows: Sequence[Printed]) -> list[Printed]:
    """Lines of words and figures below a day that stands alone above them; another day, a balance, a total or prose ends them."""
    found, below = list[Printed](), False
    for printed in rows:
        ends = bool(printed.days) or balance_kind(printed.folded) or total_label(printed) or len(printed.plain) > LONGEST_WORDS
        below = names_day(printed) or (below and not ends)
        if below and printed.figures and printed.folded:
            found.append(printed)
    return [printed for printed in found if _has_cell(printed)] or found


def _by_places(dated: Sequence[Dated]) -> Iterator[Header]:
    """Columns whose figures stand below one another."""
    found, day = _columns(dated), _date_column(dated)
    for roles in _roles(found, len(dated)):
        columns = [Column(role, place.x0, place.x1) for role, place in zip(roles, found, strict=True)]
        yield with_marks(Header((*day, *columns), by_place=True), [one.line for one in dated])


def _by_order(dated: Sequence[Dated]) -> Iterator[Header]:
    """The amount, or the amount and the balance, end each row, wherever they stand."""
    ended = [one.line for one in dated if len(one.line.row.text) - one.line.figures[-1].end <= BEHIND]
    if {len(figures_in_cells(line)) for line in ended} not in ({1}, {2}):
        return
    figures = figures_in_cells(ended[0])
    names = ("amount", "balance")[: len(figures)]
    columns = [Column(role, figure.x0, figure.x1) for role, figure in zip(names, figures, strict=True)]
    yield with_marks(Header((*_date_column(dated), *columns), by_place=True, by_order=True), ended)


def _date_column(dated: Sequence[Dated]) -> tuple[Column, ...]:
    """Where the rows' days stand; nothing where they stand above the rows."""
    return tuple(Column("date", one.day.x0, one.day.x1) for one in dated[:1] if one.day is not None)


def _columns(dated: Sequence[Dated]) -> list[Place]:
    """Where figures of enough rows stand below one another, from left to right."""
    fewest = max(min(FEWEST_ROWS, len(dated)), FEWEST_SHARE * len(dated))
    return [one for one in _places(dated) if len(one.rows) >= fewest]


def _places(dated: Sequence[Dated]) -> list[Place]:
    """The stretches of the line over which figures overlap."""
    found: list[Place] = []
    places = [(figure.x0, figure.x1, index) for index, one in enumerate(dated) for figure in figures_in_cells(one.line)]
    for x0, x1, index in sorted(places):
        if found and x0 < found[-1].x1:
            found[-1].x1 = max(found[-1].x1, x1)
            found[-1].rows.add(index)
        else:
            found.append(Place(x0, x1, {index}))
    return found


def _roles(found: Sequence[Place], rows: int) -> Iterator[tuple[str, ...]]:
    """One column is the amount; two that are never filled together are money out and in; the last of more is the balance."""
    if not found or len(found) > MOST_COLUMNS:
        return
    *moving, last = found
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


def _together(one: Place, other: Place) -> bool:
    """Do rows fill both?"""
    return len(one.rows & other.rows) > (1 - OFTEN) * min(len(one.rows), len(other.rows))
