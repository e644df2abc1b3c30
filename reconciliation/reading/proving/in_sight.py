"""An end that no label names: the balance beside the first or the last row is the account's, where none can lie beyond it."""

from itertools import pairwise

from reconciliation.reading.scanning.cells import MOVING, in_line
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.solving.testimony import testimony


def begins_in_sight(best: Solution, *, owed: bool) -> bool:
    """Does a balance follow beside every row, in one order of the rows alone, and does the first one bear itself out?

    The opening is then the first row's balance without its amount, and nothing else holds that amount to account: its figure must stand in
    line with others of its column, on a side that a heading, a sign or a mark prints, and the row's words must name the same side.
    """
    if not best.by_row or _follows_backwards(best):
        return False
    first, *others = best.entries[::-1] if best.newest_first else best.entries
    amount = best.amounts[-1 if best.newest_first else 0]
    role, figure = next(((role, one) for role, one in first.figures.items() if role in MOVING and one.size), ("", None))
    beside = [other.figures[role] for other in others if role in other.figures]
    if figure is None or not beside or not in_line(figure, beside) or not testimony([first], [amount], owed=owed).agree:
        return False
    if role != "amount":
        return any((one.sign, one.mark) == (figure.sign, figure.mark) for one in beside)
    return bool(figure.sign or figure.mark or first.side) or any(one.sign or one.mark for one in beside)


def ends_in_sight(best: Solution) -> bool:
    """Does the last row print a balance that follows?"""
    last = best.balances[0 if best.newest_first else -1] if best.balances else None
    return last is not None and last == best.closing and not best.breaks


def _follows_backwards(best: Solution) -> bool:
    """Would every balance follow as well, were the rows told in the other order?"""
    pairs = pairwise(zip(best.amounts, best.balances, strict=True))
    told = [(after, before) if best.newest_first else (before, after) for before, after in pairs]
    return all(amount is not None and after is not None and before == after + amount for (amount, before), (_, after) in told)
