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
    r"debit|dr|d|withdrawal|out|soll|s|uttag|debet|db|wn|debe|"
    r"lastschrift|af|debito|cargo|dare|saida|sent|purchase|fee|charge|payment"
)
NAMES = (
    (1, "c cr h a k ma credit credito kredit haben gutschrift abono avere haber bij insattning"),
    (-1, "d dr db s wn debit debito debet soll lastschrift cargo dare debe af uttag"),
)
SIDES = {name: way for way, names in NAMES for name in names.split()}
SAME_EDGE = 2.0  # points between the left edges of a column's marks
REACH = 6.0  # points between the heading of a column of types and what stands in it
MOSTLY = 0.7  # of the rows, that have such a mark


def side_told(printed: Printed, header: Header) -> str:
    """What stands on a row under the heading of its types; where there is no such column, the mark of a side alone in its cell."""
    column = next((one for one in header.columns if one.role == "type"), None)
    if column is None:
        marks = [mark for mark, place in _lone_marks(printed) if _is_beside_figure(printed, place)]
        return marks[0] if len(marks) == 1 else ""
    spans = [(figure.start, figure.end) for figure in printed.figures if not figure.mark] + [(day.start, day.end) for day in printed.days]
    return fold(
        " ".join(
            word.text
            for word, start in zip(printed.row.words, printed.row.offsets, strict=True)
            if (min(word.x1, column.x1) > max(word.x0, column.x0) or abs(word.x0 - column.x0) <= REACH)
            and any(letter.isalpha() for letter in word.text)
            and not any(first <= start < last for first, last in spans)
        )
    )


def _is_beside_figure(printed: Printed, place: tuple[float, float]) -> bool:
    """True if no word stands between that place and one of the row's figures."""
    between = [(place[1], one.x0) if one.x0 >= place[1] else (one.x1, place[0]) for one in printed.figures]
    words = [word for word in printed.row.words if any(map(str.isalpha, word.text))]
    return any(not any(x0 <= word.x0 and word.x1 <= x1 for word in words) for x0, x1 in between)


def way_of(entry: Entry) -> int:
    """+1 for money in, -1 for money out, by the row's type; 0 where it has none. Words beside it count only where no type stands alone."""
    if entry.side in SIDES:
        return SIDES[entry.side]
    lasts = [split[-1] for text in entry.texts if (split := fold(text).split())]
    for words in (entry.side, *lasts, fold(entry.description)):
        into, out = bool(TYPE_IN.search(words)), bool(TYPE_OUT.search(words))
        if into != out:
            return 1 if into else -1
    return 0


def sided(table: Table) -> bool:
    """Do its types name the two sides, each by one word, and nothing else?"""
    told = {entry.side for entry in table.entries} - {""}
    return bool(told) and told <= set(SIDES) and len({SIDES[one] for one in told}) == len(told)


def with_marks(header: Header, below: Sequence[Printed]) -> Header:
    """The header with a column of types where most rows have a mark of one side in a cell of its own, and no heading names it."""
    if "type" in header.roles or not any(map(_lone_marks, below)):
        return header
    column = _marks_of([printed for printed in below if not balance_kind(printed.folded)])
    return replace(header, columns=(*header.columns, column)) if column is not None else header


def _marks_of(rows: Sequence[Printed]) -> Column | None:
    """Where the marks stand, under each other."""
    places = [(place, index) for index, printed in enumerate(rows) for _, place in _lone_marks(printed)]
    for (left, _), _ in places[:1]:
        near = [((x0, x1), index) for (x0, x1), index in places if abs(x0 - left) <= SAME_EDGE]
        if len({index for _, index in near}) >= MOSTLY * len(rows):
            return Column("type", left, max(x1 for (_, x1), _ in near))
    return None


def _lone_marks(printed: Printed) -> list[tuple[str, tuple[float, float]]]:
    """Its cells that are nothing but the mark of a side, and no figure's: each with the x range that it takes. A figure among words
    has none in the next cell."""
    marked = [one for one in printed.figures if not printed.among_words(one.start, one.end)]
    found, start = [], 0
    for cell in printed.row.text.split("\t"):
        end, mark = start + len(cell), fold(cell).strip(" .")
        if mark in SIDES and not any(one.start < end and start < one.end for one in marked):
            found.append((mark, printed.row.span(start, end)))
        start = end + 1
    return found
