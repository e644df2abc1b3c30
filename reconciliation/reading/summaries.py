"""The summary between opening and closing: what it says of money in and out must be what the rows say."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from reconciliation.reading.drafts import Draft
from reconciliation.reading.entries import Seen
from reconciliation.reading.solve import Solution
from reconciliation.reading.vocabulary import NO_BALANCE, OTHER_SPAN, direction


def summary_differs(draft: Draft, best: Solution, *, card: bool) -> bool:
    """Does a breakdown that leads from opening to closing, or a plain pair of in and out, differ from the rows?"""
    return any(
        _leads(items, opening, closing, card=card, alone=alone) and _sides(items) != _moved(best)
        for opening, items, closing, alone in _breakdowns(draft, card=card)
    )


def _breakdowns(draft: Draft, *, card: bool) -> Iterator[tuple[Decimal, list[Decimal], Decimal, bool]]:
    """Each run of labelled figures from an opening to a closing, signed as printed or as named; and whether nothing else stands there."""
    opening: Decimal | None = None
    items: list[Decimal] = []
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
            alone = alone and bool(item or not (one.figure and one.figure.size))


def _item(one: Seen, *, card: bool) -> list[Decimal]:
    way = direction(one.label, card=card)
    if (
        one.figure is None
        or not one.figure.size
        or not way
        or NO_BALANCE.search(one.label.replace("interest", ""))
        or OTHER_SPAN.search(one.label)
    ):
        return []
    return [one.figure.size * (way if card else one.figure.sign or way)]


def _leads(items: list[Decimal], opening: Decimal, closing: Decimal, *, card: bool, alone: bool) -> bool:
    """Does the breakdown lead from opening to closing, or is it the one pair of in and out that stands between them?"""
    plus, minus = _sides(items)
    reached = opening - plus + minus if card else opening + plus - minus
    return bool(items) and (reached == closing or (alone and len(items) == 2 and bool(plus and minus)))


def _sides(items: Sequence[Decimal]) -> tuple[Decimal, Decimal]:
    """What they come to, in and out."""
    plus = sum((item for item in items if item > 0), Decimal(0))
    return plus, plus - sum(items, Decimal(0))


def _moved(best: Solution) -> tuple[Decimal, Decimal]:
    return _sides([amount for amount in best.amounts if amount is not None])
