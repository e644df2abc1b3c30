"""Columns found by the places of the figures, for tables that have no headings: each way to name them is a header to try."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reconciliation.reading.headings.header import Header
from reconciliation.reading.headings.roles import Column
from reconciliation.reading.scanning.cells import LONGEST_WORDS, figures_at_cells, figures_in_cells
from reconciliation.reading.scanning.lines import figures_below, names_day
from reconciliation.reading.scanning.sign_columns import with_marks
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind, total_label

BEHIND = 3  # characters behind the last figure of a row that ends with it
NOTHING = -1  # in place of the line of a zero
FEWEST_ROWS, FEWEST_SHARE = 2, 0.12  # dated rows with a figure at a place, for it to be a column
OFTEN = 0.7


@dataclass(slots=True)
class Zone:
    """A stretch over which the figures of lines overlap, and which lines have one that is not zero."""

    x0: float
    x1: float
    lines: set[int]

    def shares_lines(self, other: "Zone") -> bool:
        return len(self.lines & other.lines - {NOTHING}) > (1 - OFTEN) * min(len(self.lines), len(other.lines))


def headers_by_place(rows: Sequence[Printed]) -> Iterator[Header]:
    """Yield the headers that the dated rows allow, the likeliest first: by zones of figures, then by the one or two that end each row."""
    dated = list(_dated(rows))
    lines = [line for _, line in dated] or _lines_under_days(rows)
    days = tuple(Column("date", day.x0, day.x1) for day, _ in dated[:1])
    zones = _zones(lines)
    for roles in _roles(zones, len(lines)):
        columns = [Column(role, zone.x0, zone.x1) for role, zone in zip(roles, zones, strict=True)]
        yield with_marks(Header((*days, *columns), by_place=True), lines)
    ended = [line for line in lines if len(line.row.text) - line.figures[-1].end <= BEHIND]
    if {len(figures_in_cells(line)) for line in ended} in ({1}, {2}):
        figures = figures_in_cells(ended[0])
        columns = [Column(role, figure.x0, figure.x1) for role, figure in zip(("amount", "balance"), figures, strict=False)]
        yield with_marks(Header((*days, *columns), by_place=True, by_order=True), ended)


def _dated(rows: Sequence[Printed]) -> Iterator[tuple[Day, Printed]]:
    """Yield the days that begin rows, with the line of their figures: there or below. Rows with a day behind a figure are none."""
    for index, printed in enumerate(rows):
        if not printed.begins_with_day:
            continue
        line = printed if figures_at_cells(printed) else figures_below(rows, index, figures_at_cells)
        if line is None and not printed.figures:
            line = figures_below(rows, index)
        if line is not None and line is not printed:
            yield printed.days[0], line
        elif printed.figures and printed.days[-1].start < printed.figures[0].start:
            yield printed.days[0], printed


def _lines_under_days(rows: Sequence[Printed]) -> list[Printed]:
    """The lines of words and figures below a day alone above them, up to another day, a balance, a total or prose."""
    lines, below = list[Printed](), False
    for printed in rows:
        ends = bool(printed.days) or balance_kind(printed.folded) or total_label(printed) or len(printed.plain) > LONGEST_WORDS
        below = names_day(printed) or (below and not ends)
        if below and printed.figures and printed.folded:
            lines.append(printed)
    return [printed for printed in lines if figures_at_cells(printed)] or lines


def _zones(lines: Sequence[Printed]) -> list[Zone]:
    zones: list[Zone] = []
    placed = [(figure, index) for index, line in enumerate(lines) for figure in figures_in_cells(line)]
    for x0, x1, index in sorted((figure.x0, figure.x1, index if figure.size else NOTHING) for figure, index in placed):
        if zones and x0 < zones[-1].x1:
            zones[-1].x1 = max(zones[-1].x1, x1)
            zones[-1].lines.add(index)
        else:
            zones.append(Zone(x0, x1, {index}))
    fewest = max(min(FEWEST_ROWS, len(lines)), FEWEST_SHARE * len(lines))
    return [zone for zone in zones if len(zone.lines - {NOTHING}) >= fewest]


def _roles(zones: Sequence[Zone], lines: int) -> Iterator[tuple[str, ...]]:
    """Yield the roles that zones may have: one is the amount, two never filled together are both sides, the last of more the balance."""
    if len(zones) == 1:
        yield ("amount",)
    elif 1 < len(zones) < 4 and not zones[0].shares_lines(zones[1]):
        balance = ("balance",) * (len(zones) - 2)
        yield from (("debit", "credit", *balance), ("credit", "debit", *balance))
    elif len(zones) == 2:
        yield ("amount", "balance")
    elif len(zones) == 3 and len(zones[2].lines) >= OFTEN * lines:
        yield from (("aside", "amount", "balance"), ("amount", "aside", "balance"))
