"""Payments of a debt with their parts, as principal and interest: the whole is printed, the parts come to it, and one of them moves the
balance. Parts are in columns beside the payment, or on lines beneath it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import takewhile

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.headings.header import MOVING
from reconciliation.reading.scanning.entries import Entry, ScanItem
from reconciliation.reading.scanning.lines import cells_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.vocabulary.phrases import part_of

WHOLE, PRINCIPAL = "payment", "principal"
DIFFER = "parts_differ"
"""The doubt about an account on which a payment is not the sum of its parts."""


def in_columns(draft: Draft) -> None:
    """Set the parts of each row whose headings name them; the principal is its amount. Doubt the account where a printed payment is not
    the sum of its parts."""
    for item in draft.of("entry"):
        kinds = item.table.header.parts if item.table is not None else {}
        if not kinds or item.entry is None or item.printed is None:
            continue
        cells = [(kinds[column], figure) for column, figure in cells_of(item.printed, item.table.header).items() if column in kinds]
        whole = [figure.printed for kind, figure in cells if kind == WHOLE]
        parts = _sums([(kind, figure.printed) for kind, figure in cells if kind != WHOLE])
        principal = {"amount": figure for kind, figure in cells if kind == PRINCIPAL}
        figures, days = tuple(item.entry.figures.values()), tuple(item.entry.days.values())
        as_read = item.printed.text_outside(figures, days)
        text = item.printed.text_outside((*figures, *(figure for _, figure in cells)), days)
        item.entry.texts = [text if other == as_read else other for other in item.entry.texts]
        item.entry.figures = {role: figure for role, figure in item.entry.figures.items() if role == "balance"} | principal
        if len(whole) == 1 and sum(parts.values()) == whole[0]:
            item.entry.parts = ((WHOLE, whole[0]), *parts.items())
        elif whole:
            draft.doubts.add(DIFFER)


def _sums(amounts: list[tuple[str, Decimal]]) -> dict[str, Decimal]:
    sums = Counter[str]()
    for kind, amount in amounts:
        sums[kind] += amount  # type: ignore[assignment]
    return dict(sums)  # type: ignore[arg-type]


def with_parts_beneath(draft: Draft) -> Iterator[list[ScanItem]]:
    """Yield the draft's items with the lines beneath each row as its parts, if they name its parts and come to it, and each such line is
    one: the principal is the row's amount. Other rows of these tables have amounts in the same column."""
    items, made, lines = draft.items, dict[int, ScanItem](), set[int]()
    for place, item in enumerate(items):
        if item.entry is None or item.printed is None or item.entry.carried or item.kind != "entry":
            continue
        whole = [(role, figure) for role, figure in item.entry.figures.items() if role in MOVING]
        beneath = [(part, *named) for part, named in takewhile(lambda pair: pair[1], ((line, _part(line)) for line in items[place + 1 :])) if named]
        if len(whole) != 1 or not beneath:
            continue
        (_, payment), parts = whole[0], _sums([(kind, figure.printed) for _, kind, figure in beneath])
        if sum(parts.values()) != payment.printed:
            return
        principal = [replace(figure, x0=payment.x0, x1=payment.x1) for _, kind, figure in beneath if kind == PRINCIPAL]
        made[id(item)] = replace(item, entry=_with(item.entry, principal, ((WHOLE, payment.printed), *parts.items()), beneath))
        lines |= {id(line) for line, *_ in beneath}
    if any(PRINCIPAL in dict(item.entry.parts) for item in made.values() if item.entry):
        yield [made.get(id(item), item) for item in items if id(item) not in lines]


def _part(item: ScanItem) -> tuple[str, Figure] | None:
    """Return the kind and the figure of a line without a day that names a part and nothing else."""
    line = item.printed
    kind = part_of(line.folded) if line is not None and len(line.figures) == 1 and not line.days else None
    return (kind, line.figures[0]) if line is not None and kind not in {None, WHOLE} and kind else None


def _with(entry: Entry, principal: list[Figure], parts: tuple[tuple[str, Decimal], ...], beneath: list[tuple[ScanItem, str, Figure]]) -> Entry:
    figures = {role: figure for role, figure in entry.figures.items() if role not in MOVING} | {"amount": figure for figure in principal}
    rows = [line.printed.row for line, *_ in beneath if line.printed is not None]
    known, texts = set(map(id, entry.words)), {" ".join(row.text.split()) for row in rows}
    words = [*entry.words, *(word for row in rows for word in row.words if id(word) not in known)]
    return replace(entry, figures=figures, parts=parts, words=words, texts=[text for text in entry.texts if text not in texts])
