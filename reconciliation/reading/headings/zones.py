"""Headings at the other side of their columns: where the figures are printed, as the rows below show."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from reconciliation.reading.headings.header import Header
from reconciliation.reading.headings.roles import Column
from reconciliation.reading.tokens.amounts import Figure, without
from reconciliation.reading.tokens.printed import Printed

SAME_EDGE = 2.0  # points between the edges of one column's figures
SNUG = 12.0  # points between a heading and figures that stand as it does
SLACK = 2.0  # points
MOST_ROWS = 200
LONGEST_MARK = 3  # letters of a currency or a mark
TIME = re.compile(r"(?<!\d)\d\d:\d\d(?!\d)")
WORDS = re.compile(r"\w+")


def with_zones(header: Header, below: Sequence[Printed]) -> Header:
    """Return the header with the places of its figures, if some are apart from every heading and each column has those of one zone."""
    figures = [
        _with_marks(printed, figure) for printed in below[:MOST_ROWS] for figure in printed.figures if not _in_words(printed, figure)
    ]
    figures = [figure for figure in figures if not figure.whole] or figures
    if not header.figured or all(min(column.distance(figure) for column in header.figured) <= SNUG for figure in figures):
        return header
    places = min(_places(figures, "x1"), _places(figures, "x0"), key=len)
    for zones in _zones(header):
        columns = [_column_at(place, zones) for place in places]
        named = {id(column): place for column, place in zip(columns, places, strict=True) if column is not None}
        if len(named) == len(places):
            return replace(header, figures_at=tuple(_moved(column, named.get(id(column), column)) for column in header.figured))
    others = [
        (column, place) for column in header.figured for mine, place in zip(header.figured, places, strict=False) if column is not mine
    ]
    if len(places) == len(header.figured) and not any(column.overlaps(place) for column, place in others):
        return replace(header, figures_at=tuple(map(_moved, header.figured, places)))
    return header


def _with_marks(printed: Printed, figure: Figure) -> Figure:
    """Return the figure with the place that it takes with its sign, currency and mark."""
    x0, x1 = printed.row.span(figure.start, figure.end)
    return replace(figure, x0=x0, x1=x1)


def _in_words(printed: Printed, figure: Figure) -> bool:
    """True if the figure's cell holds other text. A currency, a debit or credit mark, a time of day and other figures are allowed."""
    text = TIME.sub("     ", without(printed.row.text, [(other.start, other.end) for other in printed.figures]))
    beside = [WORDS.findall(part) for part in (text[: figure.start].rsplit("\t", 1)[-1], text[figure.end :].split("\t", 1)[0])]
    return any(len(words) > 1 or any(len(word) > LONGEST_MARK or not word.isalpha() for word in words) for words in beside)


def _moved(column: Column, place: Column) -> Column:
    return replace(column, x0=place.x0, x1=place.x1)


def _places(figures: Sequence[Figure], edge: str) -> list[Column]:
    """Return the x range of each group of figures that share this edge."""
    edge_of = attrgetter(edge)
    groups: list[list[Figure]] = []
    for figure in sorted(figures, key=edge_of):
        if not groups or edge_of(figure) - edge_of(groups[-1][-1]) > SAME_EDGE:
            groups.append([])
        groups[-1].append(figure)
    return [Column("", min(figure.x0 for figure in group), max(figure.x1 for figure in group)) for group in groups]


def _zones(header: Header) -> list[list[tuple[Column, float, float]]]:
    """Return the zones of the money columns: each from its heading to the next one, or from the heading before to its own."""
    lefts, rights = [column.x0 for column in header.columns], [column.x1 for column in header.columns]
    to_the_right = zip(header.columns, (left - SLACK for left in lefts), [*lefts[1:], math.inf], strict=True)
    to_the_left = zip(header.columns, [0.0, *rights[:-1]], (right + SLACK for right in rights), strict=True)
    return [[zone for zone in zones if zone[0] in header.figured] for zones in (to_the_right, to_the_left)]


def _column_at(place: Column, zones: Sequence[tuple[Column, float, float]]) -> Column | None:
    """Return the column whose heading shares an edge with the figures, else the one in whose zone they are."""
    edges = [min(abs(column.x0 - place.x0), abs(column.x1 - place.x1)) for column, _, _ in zones]
    if min(edges) <= SAME_EDGE:
        return zones[edges.index(min(edges))][0]
    return next((column for column, start, end in zones if start <= place.x0 and place.x1 <= end), None)
