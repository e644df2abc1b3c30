"""A total told by its parts: lines without a day right above it that come to it, as of each holder of a card; its rows stand elsewhere."""

from collections.abc import Iterator
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.proving.stated import sums_of
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.solving.solution import Solution

UNREAD = frozenset({"loose", "stray", "outside"})


def parts_of_totals(draft: Draft, best: Solution) -> list[Seen]:
    """The parts of every total that is one side of the rows, all or those of a table."""
    sides = sums_of(best) - {Decimal(0)}
    found: list[Seen] = []
    for index, one in enumerate(draft.seen):
        if best.difference == 0 and one.kind == "total" and one.figure is not None and one.figure.size in sides:
            found += _parts(draft.seen[:index], one.figure.size)
    return found


def _parts(above: list[Seen], size: Decimal) -> list[Seen]:
    """The nearest lines above that come to it, all of one sign."""
    parts, rest = list[Seen](), size
    for one in _lines(above):
        figure = one.printed.figures[0] if one.printed is not None else None
        if figure is None or figure.size > rest or (parts and figure.sign != _sign(parts[0])):
            return []
        parts.append(one)
        rest -= figure.size
        if not rest:
            return parts if len(parts) > 1 else []
    return []


def _lines(above: list[Seen]) -> Iterator[Seen]:
    """The lines of one figure and no day, from the nearest up to what is none."""
    for one in reversed(above):
        if one.kind == "summary":
            continue
        if one.kind not in UNREAD or one.printed is None or len(one.printed.figures) != 1 or one.printed.days:
            return
        yield one


def _sign(one: Seen) -> int:
    return one.printed.figures[0].sign if one.printed is not None else 0
