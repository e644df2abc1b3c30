"""A column that says of each row which side it is on: D and C, Soll and Haben, Af and Bij."""

from collections.abc import Sequence
from dataclasses import replace

from reconciliation.reading.headings.header import Header
from reconciliation.reading.headings.roles import Column
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind

TYPE_IN = words_of(
    r"credit|cr|c|deposit|in|haben|h|insattning|kredit|k|ma|a|"
    r"gutschrift|bij|credito|abono|avere|haber|entrada|received|payment received|refund"
)
TYPE_OUT = words_of(
    r"debit|dr|d|withdrawal|out|soll|s|uttag|debet|db|wn|debe|lastschrift|af|debito|cargo|dare|saida|sent|purchase|fee|charge|payment"
)
INTO = "c cr h a k ma credit credito kredit haben gutschrift abono avere haber bij insattning"
OUT = "d dr db s wn debit debito debet soll lastschrift cargo dare debe af uttag"
SIDES = dict.fromkeys(INTO.split(), 1) | dict.fromkeys(OUT.split(), -1)
SAME_EDGE = 2.0  # points between the left edges of a column's marks
REACH = 6.0  # points between the heading of a column of types and the words in it
MOSTLY = 0.7  # of the rows, that have such a mark


def printed_side(printed: Printed, header: Header) -> str:
    """Return the words of a row under the heading of its types; without such a column, the mark of a side alone in its cell."""
    column = next((column for column in header.columns if column.role == "type"), None)
    if column is None:
        worded = [word for word in printed.row.words if any(map(str.isalpha, word.text))]
        marks = []
        for mark, x0, x1 in _lone_marks(printed):
            gaps = [(x1, figure.x0) if figure.x0 >= x1 else (figure.x1, x0) for figure in printed.figures]
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


def sided(table: Table) -> bool:
    """True if the table's types are one word for each side or for one of them, and nothing else."""
    types = {entry.side for entry in table.entries} - {""}
    return bool(types) and types <= SIDES.keys() and len({SIDES[name] for name in types}) == len(types)


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
