"""Payments of a debt and their parts, beside or beneath them: the whole is printed, the parts come to it, and one moves the balance."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import takewhile

from reconciliation.printed.statement import PRINCIPAL, WHOLE
from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.scanning.entries import Entry, ScanItem
from reconciliation.reading.scanning.lines import cells_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.vocabulary.phrases import MOVING, part_of


def in_columns(draft: Draft) -> None:
    """Set the parts of each row whose headings name them, the principal as its amount; doubt an account with other payments."""
    for item in draft.of("entry"):
        if item.table is None or item.entry is None or item.printed is None or not (kinds := item.table.header.parts):
            continue
        cells = [(kinds[column], figure) for column, figure in cells_of(item.printed, item.table.header).items() if column in kinds]
        item.entry.figures = _moved_by(item.entry, (figure for kind, figure in cells if kind == PRINCIPAL))
        item.entry.parts = _sum(cells)
        if not item.entry.parts and any(kind == WHOLE for kind, _ in cells):
            draft.doubts.add("parts_differ")


def with_parts_beneath(draft: Draft) -> Iterator[list[ScanItem]]:
    """Yield the draft's items with the lines beneath each row as its parts, if every row over such lines is their sum."""
    items, made, lines = draft.items, dict[int, ScanItem](), set[int]()
    for place, item in enumerate(items):
        entry = item.entry if item.kind == "entry" and item.entry is not None and not item.entry.carried else None
        wholes = [figure for role, figure in entry.figures.items() if role in MOVING] if entry is not None else []
        beneath = list(takewhile(_part, items[place + 1 :])) if len(wholes) == 1 else []
        if entry is None or not beneath:
            continue
        cells = [named for named in map(_part, beneath) if named is not None]
        if not (parts := _sum([(WHOLE, wholes[0]), *cells])):
            return
        rows = [line.printed.row for line in beneath if line.printed is not None]
        words = [*entry.words, *(word for row in rows for word in row.words if word not in entry.words)]
        texts = [text for text in entry.texts if text not in {" ".join(row.text.split()) for row in rows}]
        figures = _moved_by(entry, (replace(figure, x0=wholes[0].x0, x1=wholes[0].x1) for kind, figure in cells if kind == PRINCIPAL))
        made[id(item)] = replace(item, entry=replace(entry, figures=figures, parts=parts, words=words, texts=texts))
        lines |= set(map(id, beneath))
    if any(PRINCIPAL in dict(item.entry.parts) for item in made.values() if item.entry):
        yield [made.get(id(item), item) for item in items if id(item) not in lines]


def _part(item: ScanItem) -> tuple[str, Figure] | None:
    """Return the kind and the figure of a line without a day that names a part and nothing else."""
    line = item.printed
    kind = part_of(line.folded) if line is not None and len(line.figures) == 1 and not line.days else None
    return (kind, line.figures[0]) if line is not None and kind is not None and kind != WHOLE else None


def _sum(cells: Sequence[tuple[str, Figure]]) -> tuple[tuple[str, Decimal], ...]:
    """Return the whole and its parts, amounts by kind; nothing unless one whole is printed, and the parts come to it."""
    (*whole,) = (figure.printed for kind, figure in cells if kind == WHOLE)
    parts = {kind: figure.printed for kind, figure in cells if kind != WHOLE}
    right = len(whole) == 1 and len(parts) + 1 == len(cells) and sum(parts.values()) == whole[0]
    return ((WHOLE, whole[0]), *parts.items()) if right else ()


def _moved_by(entry: Entry, figures: Iterable[Figure]) -> dict[str, Figure]:
    """Return the figures of the row with one of these, if any, as its amount."""
    return {role: figure for role, figure in entry.figures.items() if role == "balance"} | dict(zip(["amount"], figures, strict=False))
