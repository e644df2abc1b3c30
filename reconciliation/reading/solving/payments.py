"""Payments of a debt with their parts, as principal and interest: the whole is printed, the parts come to it, and one of them moves the
balance. Parts are in columns beside the payment, or on lines beneath it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import takewhile

from reconciliation.printed.statement import PRINCIPAL, WHOLE
from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.scanning.entries import Entry, ScanItem
from reconciliation.reading.scanning.lines import cells_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.vocabulary.phrases import MOVING, part_of

DIFFER = "parts_differ"
"""The doubt about an account on which a payment is not the sum of its parts."""
Cells = list[tuple[str, Figure]]
Parts = tuple[tuple[str, Decimal], ...]


def in_columns(draft: Draft) -> None:
    """Set the parts of each row whose headings name them; the principal is its amount. Doubt the account where a printed payment is not
    the sum of its parts."""
    for item, entry, cells in _rows_in_columns(draft):
        figures, days = tuple(entry.figures.values()), tuple(entry.days.values())
        if item.printed is not None:
            as_read = item.printed.text_outside(figures, days)
            text = item.printed.text_outside((*figures, *(figure for _, figure in cells)), days)
            entry.texts = [text if other == as_read else other for other in entry.texts]
        entry.figures = _moved_by(entry, (figure for kind, figure in cells if kind == PRINCIPAL))
        entry.parts = _sum(cells) or ()
        if not entry.parts and any(kind == WHOLE for kind, _ in cells):
            draft.doubts.add(DIFFER)


def with_wholes(draft: Draft) -> Iterator[list[ScanItem]]:
    """Yield the draft's items with whole payments as the amounts of the rows whose headings name parts: interest is a row of its own."""
    wholes = {
        id(item): replace(item, entry=replace(entry, figures=_moved_by(entry, (figure for kind, figure in cells if kind == WHOLE))))
        for item, entry, cells in _rows_in_columns(draft)
    }
    if wholes:
        yield [wholes.get(id(item), item) for item in draft.items]


def _rows_in_columns(draft: Draft) -> Iterator[tuple[ScanItem, Entry, Cells]]:
    """Yield the rows whose headings name parts, with their figures by kind."""
    for item in draft.of("entry"):
        if item.entry is not None and item.printed is not None and item.table is not None and (kinds := item.table.header.parts):
            cells = cells_of(item.printed, item.table.header)
            yield item, item.entry, [(kinds[column], figure) for column, figure in cells.items() if column in kinds]


def with_parts_beneath(draft: Draft) -> Iterator[list[ScanItem]]:
    """Yield the draft's items with the lines beneath each row as its parts, if every row over such lines is their sum: the principal is the
    amount of the row."""
    items, made, lines = draft.items, dict[int, ScanItem](), set[int]()
    for place, item in enumerate(items):
        entry = item.entry if item.kind == "entry" and item.entry is not None and not item.entry.carried else None
        wholes = [figure for role, figure in entry.figures.items() if role in MOVING] if entry is not None else []
        beneath = list(takewhile(_part, items[place + 1 :])) if len(wholes) == 1 else []
        if entry is None or not beneath:
            continue
        cells = [named for named in map(_part, beneath) if named is not None]
        parts = _sum([(WHOLE, wholes[0]), *cells])
        if parts is None:
            return
        principal = [replace(figure, x0=wholes[0].x0, x1=wholes[0].x1) for kind, figure in cells if kind == PRINCIPAL]
        joined = _joined(replace(entry, figures=_moved_by(entry, principal), parts=parts), beneath)
        made[id(item)] = replace(item, entry=joined)
        lines |= set(map(id, beneath))
    if any(PRINCIPAL in dict(item.entry.parts) for item in made.values() if item.entry):
        yield [made.get(id(item), item) for item in items if id(item) not in lines]


def _part(item: ScanItem) -> tuple[str, Figure] | None:
    """Return the kind and the figure of a line without a day that names a part and nothing else."""
    line = item.printed
    kind = part_of(line.folded) if line is not None and len(line.figures) == 1 and not line.days else None
    return (kind, line.figures[0]) if line is not None and kind is not None and kind != WHOLE else None


def _sum(cells: Cells) -> Parts | None:
    """Return the whole and its parts, amounts by kind; None unless one whole is printed, and the parts come to it."""
    whole = [figure.printed for kind, figure in cells if kind == WHOLE]
    parts = [(kind, figure.printed) for kind, figure in cells if kind != WHOLE]
    if len(whole) != 1 or len({kind for kind, _ in parts}) < len(parts) or sum(amount for _, amount in parts) != whole[0]:
        return None
    return ((WHOLE, whole[0]), *parts)


def _moved_by(entry: Entry, figures: Iterable[Figure]) -> dict[str, Figure]:
    """Return the figures of the row with one of these, if any, as its amount."""
    return {role: figure for role, figure in entry.figures.items() if role == "balance"} | dict(zip(["amount"], figures, strict=False))


def _joined(entry: Entry, beneath: Iterable[ScanItem]) -> Entry:
    """Return the row with the words of these lines, described without them."""
    rows = [item.printed.row for item in beneath if item.printed is not None]
    known, texts = set(map(id, entry.words)), {" ".join(row.text.split()) for row in rows}
    words = [*entry.words, *(word for row in rows for word in row.words if id(word) not in known)]
    return replace(entry, words=words, texts=[text for text in entry.texts if text not in texts])
