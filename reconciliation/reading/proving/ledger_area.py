"""Where the ledger of an account stands on its pages, and what is printed there that was not read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from reconciliation.documents.pages import Box, UnreadMark, Word
from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.statement import UnreadRow
from reconciliation.reading.tokens.printed import Printed

ABOVE, BELOW = 2.5, 6.0  # line heights above the first row, where the headings are, and below the last row or closing line
BALANCES = frozenset({"opening", "closing", "brought", "carried", "dated", "total", "summary", "period", "nothing"})
Area = Mapping[int, list[tuple[float, float]]]
"""By page, stretches from a height to another, in points from the top; they reach over the full width."""


def ledger_area(draft: Draft) -> Area:
    """The stretch of each page from the table's headings to a few lines below its last line, and the lines of balances, totals and periods.

    A page between two pages with rows counts as a whole: all that stands there may be rows.
    """
    area: dict[int, list[tuple[float, float]]] = {}
    rows = [(entry.page, entry.box) for entry in draft.entries]
    inside = [one.printed for one in draft.seen if one.inside and one.kind in BALANCES and one.printed is not None]
    headings = [table.header.row for table in draft.tables if table.header.row is not None]
    boxes = [*rows, *((printed.row.page, printed.row.box) for printed in (*inside, *headings))]
    for page in {page for page, _ in boxes}:
        on_page = [box for other, box in boxes if other == page]
        height = max(box[3] - box[1] for box in on_page) if not rows else min(box[3] - box[1] for box in on_page)
        area[page] = [(min(box[1] for box in on_page) - ABOVE * height, max(box[3] for box in on_page) + BELOW * height)]
    if area:
        for page in range(min(area), max(area)):
            area.setdefault(page, [(float("-inf"), float("inf"))])
    for one in draft.seen:
        if one.kind in BALANCES and one.printed is not None:
            _, top, _, bottom = one.printed.row.box
            area.setdefault(one.page, []).append((top, bottom))
    return area


def unread_in(area: Area, marks: Iterable[UnreadMark], rows: Sequence[Printed]) -> Iterator[UnreadRow]:
    """The marks in a ledger's area, each with the words that it lies on."""
    for mark in marks:
        _, top, _, bottom = mark.box
        if any(top < end and bottom > start for start, end in area.get(mark.page, [])):
            words = (word for printed in rows if printed.row.page == mark.page for word in printed.row.words)
            yield UnreadRow(page=mark.page, box=mark.box, text=" ".join(word.text for word in words if _lies_on(word, mark.box)))


def _lies_on(word: Word, box: Box) -> bool:
    x0, y0, x1, y1 = box
    return word.x0 < x1 and word.x1 > x0 and word.y0 < y1 and word.y1 > y0
