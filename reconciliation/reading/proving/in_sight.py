"""An end that no label names: the balance beside the first or the last row is the account's, where none can lie beyond it."""

from itertools import pairwise

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.document.numbering import counted_through
from reconciliation.reading.document.paper import Paper
from reconciliation.reading.proving.accounted import by_row
from reconciliation.reading.scanning.cells import MOVING, in_line
from reconciliation.reading.solving.solution import Solution

SHORT = 60.0  # points by which rows end above those of other pages
FOOT = 0.85  # of a page's height: rows that reach further down may go on


def all_in_sight(draft: Draft, best: Solution, paper: Paper) -> bool:
    """Do the pages call themselves the first to the last of so many, or does nothing speak of any other?

    A page alone without a number, whose rows end well above its foot, is one of no several; and a paper that claims no period, as a list
    of what was seen on a screen, claims no more than the rows that it prints."""
    if paper.numbers:
        return counted_through(paper.numbers, in_file=paper.pages)
    if draft.period is None:
        return True
    return paper.pages == 1 and all(entry.box[3] < FOOT * paper.height for entry in best.entries)


def begins_in_sight(best: Solution) -> bool:
    """Does a balance follow beside every row, in one order of the rows alone, and do other rows bear out how the first one is read?

    The opening is then the first row's balance without its amount. Nothing else holds that amount to account: its figure must stand in line
    with others of its column, with a sign or a mark of its own or with none as another has, and on a side as another there has.
    """
    if not by_row(best) or _follows_backwards(best):
        return False
    first, *others = best.entries[::-1] if best.newest_first else best.entries
    role, figure = next(((role, one) for role, one in first.figures.items() if role in MOVING and one.size), ("", None))
    beside = [other.figures[role] for other in others if role in other.figures]
    if figure is None or not beside or not in_line(figure, beside):
        return False
    if role != "amount":
        return any((one.sign, one.mark) == (figure.sign, figure.mark) for one in beside)
    return bool(figure.sign or figure.mark) or any(not (one.sign or one.mark) for one in beside)


def ends_in_sight(best: Solution) -> bool:
    """Does the last row print a balance that follows?"""
    last = best.balances[0 if best.newest_first else -1] if best.balances else None
    return last is not None and last == best.closing and not best.breaks


def ends_short(best: Solution, paper: Paper) -> bool:
    """Of several pages without numbers, do the rows of the last end well above where those of each page before end? A table that goes on
    fills its page."""
    lowest: dict[int, float] = {}
    for entry in best.entries:
        lowest[entry.page] = max(lowest.get(entry.page, 0.0), entry.box[3])
    before = [lowest.get(page, 0.0) for page in range(1, paper.pages)]
    return not paper.numbers and bool(before) and 0 < lowest.get(paper.pages, 0.0) + SHORT < min(before)


def _follows_backwards(best: Solution) -> bool:
    """Would every balance follow as well, were the rows told in the other order?"""
    pairs = pairwise(zip(best.amounts, best.balances, strict=True))
    told = [(after, before) if best.newest_first else (before, after) for before, after in pairs]
    return all(amount is not None and before == (after or 0) + amount for (amount, before), (_, after) in told)
