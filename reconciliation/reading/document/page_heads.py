"""The head that every page repeats: rows above the headings of its table, printed alike in the same place on the page before."""

from collections.abc import Callable, Sequence
from itertools import groupby, takewhile

from reconciliation.reading.tokens.printed import Printed

Place = tuple[str, int]


def repeated_heads(rows: Sequence[Printed], heads_table: Callable[[int], bool]) -> frozenset[Printed]:
    """The rows of later pages that only repeat the head of the page before; `heads_table` tells whether headings begin at a row."""
    found: list[Printed] = []
    before: set[Place] = set()
    for _, group in groupby(range(len(rows)), key=lambda index: rows[index].row.page):
        page = list(group)
        first = next((place for place, index in enumerate(page) if heads_table(index)), 0)
        above = [rows[index] for index in page[:first]]
        found += _alike(above, before)
        before = {_place(printed) for printed in above}
    return frozenset(found)


def _alike(above: Sequence[Printed], before: set[Place]) -> list[Printed]:
    """Those that stood there on the page before, down to the first with another figure: that is a row. A day is over rows, which may
    begin on the same one at the same place, unless what stands above it is repeated too."""
    head = list(takewhile(lambda printed: not printed.figures or _place(printed) in before, above))
    alike = [_place(printed) in before and not (printed.days and printed.figures) for printed in head]
    below = [True, *alike]
    return [printed for printed, same, under in zip(head, alike, below, strict=False) if same and (under or not printed.days)]


def _place(printed: Printed) -> Place:
    return printed.row.text, round(printed.row.top)
