"""Headings at the other side of their columns: where the figures stand, told from the rows below."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import repeat

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
    """The header, with the place of its figures where some stand apart from every heading, each column's in one zone between two."""
    every = [_with_marks(printed, figure) for printed in below[:MOST_ROWS] for figure in printed.figures if not _in_words(printed, figure)]
    figures = [figure for figure in every if not figure.whole] or every
    if not header.figured or all(min(column.distance(figure) for column in header.figured) <= SNUG for figure in figures):
        return header
    clusters = _clusters(figures)
    for bounds in (_right_of(header), _left_of(header)):
        places = [_under(header, cluster) or _within(bounds, cluster) for cluster in clusters]
        if all(places) and len(set(map(id, places))) == len(places):
            found = {column: cluster for column, cluster in zip(places, clusters, strict=True) if column is not None}
            return replace(header, figures_at=tuple(_moved(column, found.get(column)) for column in header.figured))
    if len(clusters) == len(header.figured) and all(map(_stands_under, header.figured, clusters, repeat(header))):
        return replace(header, figures_at=tuple(map(_moved, header.figured, clusters)))
    return header


def _stands_under(column: Column, cluster: tuple[float, float], header: Header) -> bool:
    """Return False for figures that stand under the heading of another column."""
    return not any(min(other.x1, cluster[1]) > max(other.x0, cluster[0]) for other in header.figured if other is not column)


def _with_marks(printed: Printed, figure: Figure) -> Figure:
    """The figure with the place that it takes with its sign, currency and mark."""
    x0, x1 = printed.row.span(figure.start, figure.end)
    return replace(figure, x0=x0, x1=x1)


def _under(header: Header, cluster: tuple[float, float]) -> Column | None:
    """The heading with the same edge as the figures."""
    edges = [(min(abs(one.x0 - cluster[0]), abs(one.x1 - cluster[1])), index) for index, one in enumerate(header.figured)]
    distance, index = min(edges, default=(SAME_EDGE + 1, 0))
    return header.figured[index] if distance <= SAME_EDGE else None


def _in_words(printed: Printed, figure: Figure) -> bool:
    """True if the figure's cell holds other text. A currency, a debit or credit mark, a time of day and other figures are allowed."""
    text = TIME.sub("     ", without(printed.row.text, [(one.start, one.end) for one in printed.figures]))
    cell = [text[: figure.start].rsplit("\t", 1)[-1], text[figure.end :].split("\t", 1)[0]]
    beside = [WORDS.findall(part) for part in cell]
    return any(len(words) > 1 or any(len(word) > LONGEST_MARK or not word.isalpha() for word in words) for words in beside)


def _moved(column: Column, place: tuple[float, float] | None) -> Column:
    return column if place is None else replace(column, x0=place[0], x1=place[1])


def _clusters(figures: Sequence[Figure]) -> list[tuple[float, float]]:
    """The x ranges of figures with a common edge, at the right or else at the left."""
    return min((_grouped(figures, lambda figure: figure.x1), _grouped(figures, lambda figure: figure.x0)), key=len)


def _grouped(figures: Sequence[Figure], edge: Callable[[Figure], float]) -> list[tuple[float, float]]:
    groups: list[list[Figure]] = []
    for figure in sorted(figures, key=edge):
        if groups and edge(figure) - edge(groups[-1][-1]) <= SAME_EDGE:
            groups[-1].append(figure)
        else:
            groups.append([figure])
    return [(min(figure.x0 for figure in group), max(figure.x1 for figure in group)) for group in groups]


def _right_of(header: Header) -> list[tuple[Column, float, float]]:
    """Each money column from its heading's left edge to the next heading."""
    ends = [column.x0 for column in header.columns[1:]] + [float("inf")]
    return [(column, column.x0 - SLACK, end) for column, end in zip(header.columns, ends, strict=True) if column in header.figured]


def _left_of(header: Header) -> list[tuple[Column, float, float]]:
    """Each money column from the heading before to its own heading's right edge."""
    starts = [0.0] + [column.x1 for column in header.columns[:-1]]
    return [(column, start, column.x1 + SLACK) for column, start in zip(header.columns, starts, strict=True) if column in header.figured]


def _within(bounds: Sequence[tuple[Column, float, float]], cluster: tuple[float, float]) -> Column | None:
    return next((column for column, start, end in bounds if start <= cluster[0] and cluster[1] <= end), None)
