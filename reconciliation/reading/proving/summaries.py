"""The summary between opening and closing: what it says of money in and out must be what the rows say."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.vocabulary.direction import direction, plain_side
from reconciliation.reading.vocabulary.phrases import NO_BALANCE, OTHER_SPAN

Item = tuple[int, Decimal]  # in or out, and how much


def summary_differs(draft: Draft, best: Solution, *, card: bool) -> bool:
    """Does a breakdown that leads from opening to closing, or a plain pair of in and out, differ from the rows?"""
    pairs = list(_pairs(draft, card=card))
    return (
        half_right(pairs, best, card=card)
        or sides_turned(pairs, best, card=card)
        or any(
            _leads(items, opening, closing, card=card, alone=alone) and _sides(items) != (best.sides.into, best.sides.out)
            for opening, items, closing, alone in _breakdowns(draft, card=card)
        )
    )


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
    """An average, a limit, what is available: interest is a sum as others are."""
    return NO_BALANCE.search(label.replace("interest", "")) is not None


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


def _breakdowns(draft: Draft, *, card: bool) -> Iterator[tuple[Decimal, list[Item], Decimal, bool]]:
    """Each run of labelled figures from an opening to a closing, signed as printed or as named; and whether nothing else stands there."""
    opening: Decimal | None = None
    items: list[Item] = []
    alone = True
    for one in draft.seen:
        if one.kind == "opening":
            opening, items, alone = one.value, [], True
        elif one.kind == "closing" and opening is not None and one.value is not None:
            yield opening, items, one.value, alone
            opening = None
        elif one.kind == "entry":
            opening = None
        elif one.kind in {"summary", "total"} and opening is not None:
            item = _item(one, card=card)
            items += item
            alone = alone and bool(item)


def _item(one: Seen, *, card: bool) -> list[Item]:
    way = direction(one.label, card=card)
    if one.figure is None or not way or _aside(one):
        return []
    return [(way if card else one.figure.sign or way, one.figure.size)]


def _aside(one: Seen) -> bool:
    return no_sum_of_period(one.label)


def no_sum_of_period(label: str) -> bool:
    """Does it name an average, a limit, or a sum of another period or of several accounts?"""
    return _no_sum(label) or OTHER_SPAN.search(label) is not None


def _leads(items: list[Item], opening: Decimal, closing: Decimal, *, card: bool, alone: bool) -> bool:
    """Does the breakdown lead from opening to closing, or is it the one pair of in and out that stands between them?"""
    plus, minus = _sides(items)
    reached = opening - plus + minus if card else opening + plus - minus
    pair = alone and sorted(way for way, _ in items) == [-1, 1]
    return pair or (bool(plus or minus) and reached == closing)


def _sides(items: Sequence[Item]) -> tuple[Decimal, Decimal]:
    """What they come to, in and out."""
    plus = sum((size for way, size in items if way > 0), Decimal(0))
    return plus, sum((size for way, size in items if way < 0), Decimal(0))
