"""The summary between opening and closing: what it says of money in and out must be what the rows say."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.vocabulary.direction import direction, plain_side
from reconciliation.reading.vocabulary.phrases import NO_BALANCE


def summary_differs(draft: Draft, best: Solution, *, card: bool) -> bool:
    """Does a pair of figures, between opening and closing or named as the two sides, differ from the sides of the rows?"""
    pairs = list(_pairs(draft, card=card))
    return half_right(pairs, best, card=card) or sides_turned(pairs, best, card=card) or both_wrong(pairs, best)


def half_right(pairs: Sequence[tuple[Seen, Seen]], best: Solution, *, card: bool) -> bool:
    """Of two figures between opening and closing, is one a side of the rows, and the other not the other side?

    Nothing may be a side by accident: then the name of the other must say which side it is. Both sides of one table are right."""
    into, out = best.sides.into, best.sides.out
    of_tables = [sorted((table.into, table.out)) for table in best.sides_of_tables.values() if table.into and table.out]
    for pair in pairs:
        if sorted(map(_size, pair)) in of_tables:
            continue
        for one, other in (pair, pair[::-1]):
            size, rest, way = _size(one), _size(other), direction(other.label, card=card)
            if (size == into != out and rest != out and (size or way < 0)) or (size == out != into and rest != into and (size or way > 0)):
                return True
    return False


def both_wrong(pairs: Sequence[tuple[Seen, Seen]], best: Solution) -> bool:
    """True if two figures between opening and closing lead from one to the other, and are not the sides of the rows. A bank may leave
    refunds out of both: balances that follow beside the rows then confirm these."""
    into, out = best.sides.into, best.sides.out
    leading = (pair for pair in pairs if abs(_size(pair[0]) - _size(pair[1])) == abs(best.movement))
    return not best.by_row and any({_size(one) for one in pair} != {into, out} for pair in leading)


def sides_turned(pairs: Sequence[tuple[Seen, Seen]], best: Solution, *, card: bool) -> bool:
    """Are two figures between opening and closing the sides of the rows, but the one whose name says which is the other side?"""
    into, out = best.sides.into, best.sides.out
    for pair in pairs:
        ways = [direction(one.label, card=card) for one in pair]
        if into == out or {_size(one) for one in pair} != {into, out} or ways[0] == ways[1]:
            continue
        if any(way and _size(one) != (into if way > 0 else out) for way, one in zip(ways, pair, strict=True)):
            return True
    return False


def _size(one: Seen) -> Decimal:
    return one.figure.size if one.figure is not None else Decimal(0)


def _no_sum(label: str) -> bool:
    """An average, a limit, what is available: interest and transfers are sums as others are."""
    return NO_BALANCE.search(label.replace("interest", "").replace("transfer", "")) is not None


def _pairs(draft: Draft, *, card: bool) -> Iterator[tuple[Seen, Seen]]:
    """Two figures with no other beside them, neither balance nor term: between opening and closing, or named as the two sides."""
    found: dict[tuple[int, Decimal], Seen] = {}
    opened = False
    for one in [*draft.seen, None]:
        if one is None or one.kind in {"opening", "closing", "entry"}:
            pair = tuple(found.values())
            closed = opened and one is not None and one.kind == "closing"
            if len(pair) == 2 and (closed or _name_sides(pair, card=card)):
                yield pair[0], pair[1]
            found, opened = {}, one is not None and one.kind == "opening"
        elif one.kind in {"summary", "total"} and one.figure and not _no_sum(one.label):
            found.setdefault((id(one.printed), one.figure.size), one)


def _name_sides(pair: Sequence[Seen], *, card: bool) -> bool:
    """Is one of them named money in, the other money out, and nothing else?"""
    return sorted(direction(one.label, card=card) for one in pair) == [-1, 1] and all(plain_side(one.label) for one in pair)
