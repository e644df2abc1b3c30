"""Ink: printed marks in the area of an account's ledger that were not read."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from reconciliation.documents.pages import Box, OpenedDocument, UnreadMark, Word
from reconciliation.printed.statement import UnreadRow
from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.document.currency import LABELLED
from reconciliation.reading.document.metadata import account_number
from reconciliation.reading.document.paper import numbers_of
from reconciliation.reading.proving.coverage import unread_row
from reconciliation.reading.proving.sums import AccountSums
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.tokens.amounts import CODES, NumberStyle
from reconciliation.reading.tokens.printed import Printed, look_at
from reconciliation.reading.tokens.rows import Row, rows_of, runs_of

ABOVE, BELOW = 2.5, 6.0  # line heights above the first row, for headings; line heights below the last row or closing line
SAME_EDGE = 3.0  # most points between the edges of words in one column
MOST_LINES = 100  # most lines that are shown
ANYWHERE = frozenset({"cover"})  # kinds of marks that count anywhere on the page: figures that others cover
BALANCES = frozenset({"opening", "closing", "brought", "carried", "dated", "total", "summary", "period", "nothing"})
Area = Mapping[int, list[tuple[float, float]]]  # by page, stretches from a height to another, in points from the top


def ledger_area(draft: Draft, rows: Sequence[Printed]) -> Area:
    """Return the stretch of each page from the headings, above a balance before the rows, to the next line of print below the last row, a
    few line heights at most, and the lines of balances, totals and periods. A page between two pages with rows counts as a whole."""
    area: dict[int, list[tuple[float, float]]] = {}
    named = [item for item in draft.items if item.kind in BALANCES and item.printed is not None]
    lines: list[Entry | Row] = [*draft.entries, *(table.header.row.row for table in draft.tables if table.header.row is not None)]
    lines += [item.printed.row for item in named if item.inside and item.printed is not None]
    for page in {line.page for line in lines}:
        _, tops, _, bottoms = zip(*(line.box for line in lines if line.page == page), strict=True)
        height = min(line.words[0].y1 - line.words[0].y0 for line in lines if line.page == page)
        beneath = (printed for printed in rows if printed.row.page == page and printed.row.top >= max(bottoms))
        below = (printed.row.bottom if printed.figures else printed.row.top for printed in beneath)
        first = min(tops)
        above = (item.printed.row.top for item in named if item.page == page and item.printed is not None)
        start = min([top for top in above if first - BELOW * height <= top <= first], default=first) - ABOVE * height
        area[page] = [(start, min(max(bottoms) + BELOW * height, *below, float("inf")))]
    for page in range(min(area, default=0), max(area, default=0)):
        area.setdefault(page, [(float("-inf"), float("inf"))])
    for item in named:
        if item.printed is not None:
            _, top, _, bottom = item.printed.row.box
            area.setdefault(item.page, []).append((top, bottom))
    return area


def marks_in(area: Area, marks: Sequence[UnreadMark], sums: AccountSums, lines: Sequence[Printed]) -> Iterator[UnreadRow]:
    """Yield the first marks in a ledger's area, those of one line together with the words that they overlap."""
    # Marks at one place of every page, of several, above all that is read there, are a logo: no row is there.
    first_lines = {line.row.page: line.row.top for line in reversed(lines)}
    on_top = Counter(mark.box for mark in marks if mark.kind == "type" and mark.box[1] <= first_lines.get(mark.page, 0.0))
    logos = {box for box, count in on_top.items() if count == len(first_lines) > 1}
    inside: list[UnreadMark] = []
    outside: list[UnreadMark] = []
    for mark in (mark for mark in marks if mark.box not in logos):
        (inside if _counts(mark, area, sums, lines) else outside).append(mark)
    # Lines that begin where the rows do and end where their figures do are rows, wherever they are.
    begins = {entry.box[0] for entry in sums.draft.entries}
    ends = {figure.x1 for entry in sums.draft.entries for figure in entry.figures.values()}
    inside += [mark for mark in outside if mark.kind == "row" and any(abs(mark.box[0] - begin) <= SAME_EDGE for begin in begins)]
    for line in _lines_of(mark for mark in outside if mark.kind in {"type", "digit"}):
        first, last = min(line, key=lambda mark: mark.box[0]), max(line, key=lambda mark: mark.box[2])
        aligned = [any(abs(edge - own) <= SAME_EDGE for edge in edges) for edges, own in ((begins, first.box[0]), (ends, last.box[2]))]
        inside += line if first is not last and all(aligned) else []
    for of_line in _lines_of(inside)[:MOST_LINES]:
        lefts, tops, rights, bottoms = zip(*(mark.box for mark in of_line), strict=True)
        words = (word for line in lines if line.row.page == of_line[0].page for word in line.row.words)
        text = " ".join(word.text for word in words if any(_lies_on(word, mark.box) for mark in of_line))
        yield UnreadRow(page=of_line[0].page, box=(min(lefts), min(tops), max(rights), max(bottoms)), text=text)


def _counts(mark: UnreadMark, area: Area, sums: AccountSums, lines: Sequence[Printed]) -> bool:
    """True if the mark lies in the area, or is a page on which the ledger may go on: no sums of both sides are the rows', nor are both ends
    printed on the other pages. A figure with a doubtful character is no mark where a balance after each row confirms it, or
    beside a sum that the rows come to. A character other than the file says counts in the number of a page or an account, or a currency."""
    draft, best = sums.draft, sums.best
    of_page = (line for line in lines if line.row.page == mark.page) if mark.kind == "digit" else ()
    under = ((line, word) for line in of_page for word in line.row.words if _lies_on(word, mark.box))
    if mark.kind in ANYWHERE:
        return True
    if any(word.text in CODES or LABELLED.search(line.plain) or account_number(line) or numbers_of([line]) for line, word in under):
        return True
    if mark.page in area:
        on_row = any(entry.page == mark.page and entry.box[1] < mark.box[3] and mark.box[1] < entry.box[3] for entry in best.entries)
        by_balances = best.by_row and not best.difference
        confirmed = mark.kind == "figure" and (by_balances or (bool(sums.label_of_net) and not on_row))
        return not confirmed and any(mark.box[1] < end and mark.box[3] > start for start, end in area[mark.page])
    if mark.kind != "page" or sums.both_sides_printed:
        return False
    begun, ended = draft.has("opening", "brought"), any(item.kind == "closing" for item in draft.since_entry)
    return not ((mark.page < min(area, default=0) and begun) or (mark.page > max(area, default=0) and ended))


def _lines_of(marks: Iterable[UnreadMark]) -> list[list[UnreadMark]]:
    """Group marks by line, from the top of the first page. Marks of one line share half of the lower one's height."""

    def apart(before: UnreadMark, mark: UnreadMark) -> bool:
        shared = min(before.box[3], mark.box[3]) - mark.box[1]
        return before.page != mark.page or shared <= (mark.box[3] - mark.box[1]) / 2

    return list(runs_of(sorted(marks, key=lambda mark: (mark.page, mark.box[1])), apart))


def cut_off_rows(document: OpenedDocument, style: NumberStyle) -> list[UnreadRow]:
    """Return the lines outside of the visible page that begin with a day and have a figure in a cell of its own, as rows do: a printer
    may show them. A printer's job code has its day and number among letters, and is left out."""
    rows: list[Row] = []
    for page in document.pages:
        hidden = (word for number, word in document.hidden if number == page.number)
        middles = ((word, (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2) for word in hidden)
        outside = tuple(word for word, x, y in middles if not (0 <= x <= page.width and 0 <= y <= page.height))
        rows += rows_of(replace(page, words=outside)) if outside else ()
    lines = (line for line in (look_at(row, style) for row in rows) if line.begins_with_day)
    return [unread_row(line.row) for line in lines if any(not line.among_words(figure.start, figure.end) for figure in line.figures)]


def _lies_on(word: Word, box: Box) -> bool:
    x0, y0, x1, y1 = box
    return word.x0 < x1 and word.x1 > x0 and word.y0 < y1 and word.y1 > y0
