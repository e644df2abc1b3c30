"""The summary between opening and closing: what it says of money in and out must be what the rows say."""

from collections.abc import Iterator
from decimal import Decimal

from reconciliation.reading.drafts import Draft
from reconciliation.reading.entries import Seen
from reconciliation.reading.solve import Solution
from reconciliation.reading.vocabulary import NO_BALANCE, OTHER_SPAN, direction


def summary_differs(draft: Draft, best: Solution, *, card: bool) -> bool:
    """Does a breakdown that leads from opening to closing, or a plain pair of in and out, differ from the rows?"""
    return any(_differs(items, opening, closing, best, card=card) for opening, items, closing in _breakdowns(draft))


def _breakdowns(draft: Draft) -> Iterator[tuple[Decimal, list[Decimal], Decimal]]:
    """Each run of labelled figures from an opening to a closing, signed as printed or as named."""
    opening: Decimal | None = None
    items: list[Decimal] = []
    for one in draft.seen:
        if one.kind == "opening":
            opening, items = one.value, []
        elif one.kind == "closing" and opening is not None and one.value is not None:
            yield opening, items, one.value
            opening = None
        elif one.kind == "entry":
            opening = None
        elif one.kind in {"summary", "total"} and opening is not None:
            items += _item(one)


def _item(one: Seen) -> list[Decimal]:
    way = direction(one.label)
    if (
        one.figure is None
        or not one.figure.size
        or not way
        or NO_BALANCE.search(one.label.replace("interest", ""))
        or OTHER_SPAN.search(one.label)
    ):
        return []
    return [one.figure.size * (one.figure.sign or way)]


def _differs(items: list[Decimal], opening: Decimal, closing: Decimal, best: Solution, *, card: bool) -> bool:
    plus = sum((item for item in items if item > 0), Decimal(0))
    minus = -sum((item for item in items if item < 0), Decimal(0))
    into = sum((amount for amount in best.amounts if amount is not None and amount > 0), Decimal(0))
    out = -sum((amount for amount in best.amounts if amount is not None and amount < 0), Decimal(0))
    if card and opening + plus - minus == closing:
        return bool(items) and (minus, plus) != (into, out)
    if not card and (opening + plus - minus == closing or (len(items) == 2 and plus and minus)):
        return bool(items) and (plus, minus) != (into, out)
    return False
