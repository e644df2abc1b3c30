"""An end that no label names: the balance beside the first or the last row is the account's, where none can lie beyond it."""

from itertools import pairwise

from reconciliation.reading.scanning.cells import MOVING, in_line
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.solving.testimony import testimony


def begins_in_sight(best: Solution, *, owed: bool) -> bool:
    """True if a balance follows beside every row, in one order of the rows alone, and the first row confirms itself, also by its words.

    The opening is then the first row's balance without its amount.
    """
    return best.by_row and not _follows_backwards(best) and first_row_stands(best, owed=owed, in_words=True)


def first_row_stands(best: Solution, *, owed: bool, in_words: bool = False) -> bool:
    """True if the first row's figure is whole, stands in line with others of its column, on a side that a heading, a sign or a mark prints,
    and the row's words do not name the other side; with `in_words` they must name the same side. A figure that is alone under the heading
    of its side needs such words instead of others in line.
    """
    first, *others = best.entries[::-1] if best.newest_first else best.entries
    amount = best.amounts[-1 if best.newest_first else 0]
    role, figure = next(((role, one) for role, one in first.figures.items() if role in MOVING and one.size), ("", None))
    beside = [other.figures[role] for other in others if role in other.figures]
    told = testimony([first], [amount], owed=owed)
    if figure is None or figure.broken or told.against or (in_words and not told.agree):
        return False
    if not beside and not in_words:
        return role != "amount" and bool(told.agree)
    if not beside or not in_line(figure, beside):
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
