"""Balances that may be overdrafts: where nothing moves, no sum tells the side of a balance, and what is printed beside it must."""

from collections.abc import Sequence

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.proving.unheaded import sides_named
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.overdrafts import cells_behind, is_currency, may_be_overdraft, may_name_overdraft

BALANCES = ("opening", "closing", "brought", "carried", "dated")


def side_untold(draft: Draft, best: Solution, rows: Sequence[Printed]) -> bool:
    """Does a balance that is read as held stand beside words that may call it an overdraft, or under the heading of what is owed?"""
    if best.movement:
        return False
    places = {id(printed): place for place, printed in enumerate(rows)}
    return any(_may_be_overdrawn(one, rows, places) or _under_debits(one, rows, places) for one in draft.of(*BALANCES))


def _under_debits(seen: Seen, rows: Sequence[Printed], places: dict[int, int]) -> bool:
    """Does it stand nearer to the heading of debits than to that of credits, on the last line above it that names both?"""
    figure, place = seen.figure, places.get(id(seen.printed), 0)
    named = next((sides for sides in map(sides_named, rows[:place][::-1]) if sides), None)
    if figure is None or not figure.size or named is None:
        return False
    return abs(figure.x1 - named["debit"]) < abs(figure.x1 - named["credit"])


def _may_be_overdrawn(seen: Seen, rows: Sequence[Printed], places: dict[int, int]) -> bool:
    figure, printed = seen.figure, seen.printed
    if figure is None or printed is None or not figure.size or figure.sign or figure.mark:
        return False
    before, (own, *others) = fold(printed.row.text[: figure.start]).split("\t"), cells_behind(printed, figure) or [""]
    if any(map(may_name_overdraft, [seen.label, *before])) or any(map(may_be_overdraft, others)):
        return True
    place = places.get(id(printed), len(rows)) + 1
    below = fold(rows[place].row.text) if place < len(rows) else ""
    return bool(own and not is_currency(own)) or may_be_overdraft(below)
