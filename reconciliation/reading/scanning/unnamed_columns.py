"""Columns without headings: those found by the places of figures, and that of the marks that say of each row which side it is on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reconciliation.reading.headings.header import Column, Header
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.scanning.lines import LONGEST_WORDS, figures_at_cells, figures_below, figures_in_cells, names_day
from reconciliation.reading.tokens.alternatives import lists_of, phrases, words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind, total_label

BEHIND = 3  # most characters behind the last figure of a row that ends with it
NOTHING = -1  # replaces the line number of a zero
FEWEST_ROWS, FEWEST_SHARE = 2, 0.12  # fewest dated rows, and least share of them, with a figure at a place that makes it a column
OFTEN = 0.7
TYPE_IN, TYPE_OUT = words_of(phrases("sides", "types_in")), words_of(phrases("sides", "types_out"))
SIDES = dict.fromkeys(lists_of("sides")["marks_in"], 1) | dict.fromkeys(lists_of("sides")["marks_out"], -1)
SAME_EDGE = 2.0  # most points between the left edges of a column's marks
REACH = 6.0  # most points between the heading of a column of types and the words in it
MOSTLY = 0.7  # least share of the rows that have such a mark


@dataclass(slots=True)
class Zone:
    """A stretch over which the figures of lines overlap, and which lines have one that is not zero."""

    x0: float
    x1: float
    lines: set[int]


def headers_by_place(rows: Sequence[Printed]) -> Iterator[Header]:
    """Yield the headers that the dated rows allow, the likeliest first: by zones of figures, then by the one or two that end each row."""
    days, lines = _lines_of_figures(rows)
    for columns in _columns_by_zones(lines):
        yield with_marks(Header((*days, *columns), by_place=True), lines)
    ended = [line for line in lines if len(line.row.text) - line.figures[-1].end <= BEHIND]
    if {len(figures_in_cells(line)) for line in ended} in ({1}, {2}):
        figures = figures_in_cells(ended[0])
        columns = [Column(role, figure.x0, figure.x1) for role, figure in zip(("amount", "balance"), figures, strict=False)]
        yield with_marks(Header((*days, *columns), by_place=True, by_order=True), ended)


def _lines_of_figures(rows: Sequence[Printed]) -> tuple[list[Column], list[Printed]]:
    """Return the column of the days that begin rows, and the lines of their figures: there or below. Rows with a day behind a figure are
    none. Without such rows, the lines are those of words and figures below a day alone above them, up to another day, a balance, a total or
    prose; also if only words that lost their first letter begin right of such a day."""
    dated: list[tuple[Printed, Printed]] = []
    for index, printed in enumerate(rows):
        if not printed.begins_with_day:
            continue
        line = printed if figures_at_cells(printed) else figures_below(rows, index, figures_at_cells)
        line = line or (printed if printed.figures else figures_below(rows, index))
        if line is not None and (line is not printed or printed.days[-1].start < printed.figures[0].start):
            dated.append((printed, line))
    alone = set(filter(names_day, rows))
    if dated and not (2 * len(dated) < len(alone) and alone.issuperset(begun for begun, _ in dated)):
        return [Column("date", begun.days[0].x0, begun.days[0].x1) for begun, _ in dated[:1]], [line for _, line in dated]
    lines, below = list[Printed](), False
    for printed in rows:
        ends = bool(printed.days) or balance_kind(printed.folded) or total_label(printed) or len(printed.plain) > LONGEST_WORDS
        below = names_day(printed) or (below and not ends)
        if below and printed.figures and printed.folded:
            lines.append(printed)
    return [], [printed for printed in lines if figures_at_cells(printed)] or lines


def _columns_by_zones(lines: Sequence[Printed]) -> Iterator[list[Column]]:
    """Yield the columns that zones may be: one is the amount, two never filled together are both sides, the last of more the balance."""
    zones: list[Zone] = []
    placed = [(figure, index) for index, line in enumerate(lines) for figure in figures_in_cells(line)]
    for x0, x1, index in sorted((figure.x0, figure.x1, index if figure.size else NOTHING) for figure, index in placed):
        if zones and x0 < zones[-1].x1:
            zones[-1].x1 = max(zones[-1].x1, x1)
            zones[-1].lines.add(index)
        else:
            zones.append(Zone(x0, x1, {index}))
    fewest = max(min(FEWEST_ROWS, len(lines)), FEWEST_SHARE * len(lines))
    zones = [zone for zone in zones if len(zone.lines - {NOTHING}) >= fewest]
    first, second = [zone.lines for zone in zones[:2]] if len(zones) > 1 else (set[int](), set[int]())
    choices: list[tuple[str, ...]] = []
    if 1 < len(zones) < 4 and len(first & second - {NOTHING}) <= (1 - OFTEN) * min(len(first), len(second)):
        choices = [("debit", "credit", "balance")[: len(zones)], ("credit", "debit", "balance")[: len(zones)]]
    elif 0 < len(zones) < 3:
        choices = [("amount", "balance")[: len(zones)]]
    elif len(zones) == 3 and len(zones[2].lines) >= OFTEN * len(lines):
        choices = [("aside", "amount", "balance"), ("amount", "aside", "balance")]
    for roles in choices:
        yield [Column(role, zone.x0, zone.x1) for role, zone in zip(roles, zones, strict=True)]


def printed_side(printed: Printed, header: Header) -> str:
    """Return the words of a row under the heading of its types; without such a column, the mark of a side alone in its cell."""
    column = next((column for column in header.columns if column.role == "type"), None)
    if column is None:
        places = zip(printed.row.words, printed.row.offsets, strict=True)  # a figure's currency is no word between
        free = (word for word, at in places if not any(figure.start <= at < figure.end for figure in printed.figures))
        worded = [word for word in free if any(map(str.isalpha, word.text))]
        marks = []
        for mark, x0, x1 in _lone_marks(printed):
            gaps = [(x1, figure.x0) if figure.x0 >= x1 else (figure.x1, x0) for figure in printed.figures]
            if len(mark) == 1 and any(column.role == "text" and abs(column.x0 - x0) <= SAME_EDGE for column in header.columns):
                continue  # a letter of the row's words
            if any(not any(left <= word.x0 and word.x1 <= right for word in worded) for left, right in gaps):  # no word is between
                marks.append(mark)
        return marks[0] if len(marks) == 1 else ""
    under = [word for word in printed.row.words if column.overlaps(word) or abs(word.x0 - column.x0) <= REACH]
    return fold(" ".join(word.text for word in under if any(map(str.isalpha, word.text))))


def way_of(entry: Entry) -> int:
    """Return +1 for money in and -1 for money out by the row's type, or by its words where no type is alone; 0 if neither names a side."""
    if entry.side in SIDES:
        return SIDES[entry.side]
    lasts = [split[-1] for text in entry.texts if (split := fold(text).split())]
    for words in (entry.side, *lasts, fold(entry.description)):
        into, out = bool(TYPE_IN.search(words)), bool(TYPE_OUT.search(words))
        if into != out:
            return 1 if into else -1
    return 0


def with_marks(header: Header, below: Sequence[Printed]) -> Header:
    """Return the header with a column of types, if it has none and most rows have a side's mark in cells under one another."""
    if "type" in header.roles:
        return header
    rows = [printed for printed in below if not balance_kind(printed.folded)]
    marks = [(x0, x1, index) for index, printed in enumerate(rows) for _, x0, x1 in _lone_marks(printed)]
    near = [(x1, index) for x0, x1, index in marks if abs(x0 - marks[0][0]) <= SAME_EDGE]
    if not near or len({index for _, index in near}) < MOSTLY * len(rows):
        return header
    return replace(header, columns=(*header.columns, Column("type", marks[0][0], max(x1 for x1, _ in near))))


def _lone_marks(printed: Printed) -> list[tuple[str, float, float]]:
    """The cells that are only the mark of a side, and no figure's own, with their x ranges."""
    marked = [figure for figure in printed.figures if not printed.among_words(figure.start, figure.end)]
    marks, start = [], 0
    for cell in printed.row.text.split("\t"):
        end, mark = start + len(cell), fold(cell).strip(" .")
        if mark in SIDES and not any(figure.start < end and start < figure.end for figure in marked):
            marks.append((mark, *printed.row.span(start, end)))
        start = end + 1
    return marks
