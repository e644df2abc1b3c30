"""Evidence for the sign of the balances: credit and debit marks, printed signs, totals of both sides, the amount available less a limit."""

import re
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.document.paper import Paper
from reconciliation.reading.proving.stated import sides_told
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.money_marks import IN_MARKS, OUT_MARKS
from reconciliation.reading.vocabulary.direction import DEPOSITS, WITHDRAWALS
from reconciliation.reading.vocabulary.limits import AVAILABLE, LIMIT, OVERDRAFT

LONGEST_LABEL = 60  # characters of a line that names a figure; what is longer is prose


def balances_tell_side(draft: Draft, best: Solution, section: Paper) -> bool:
    """True if print tells the sign of the balances, and the balances tell the sign of the rows. A zero balance without rows has no sign."""
    if not best.entries and best.opening == best.closing == 0:
        return True
    pins_rows = not best.entries or bool(best.movement) or best.by_row
    return pins_rows and (left_to_spend(best, section) > 0 or _ends_marked(draft, best) or sides_told(draft, best))


def _ends_marked(draft: Draft, best: Solution) -> bool:
    """True if each printed opening and closing balance bears the mark of its side."""
    ends = {abs(balance): balance for balance in (best.opening, best.closing) if balance}
    marks = {(one.figure.size, one.figure.mark) for one in draft.of("opening", "closing", "brought", "carried") if one.figure}
    told = [(ends[size], mark) for size, mark in marks if size in ends]
    return bool(told) and all(mark in (IN_MARKS if balance > 0 else OUT_MARKS) for balance, mark in told)


def signed_throughout(draft: Draft, best: Solution) -> bool:
    """True if both balances and every amount have a printed plus or minus, and are read with it."""
    ends = [one.figure.sign * one.figure.size for one in draft.of("opening", "closing") if one.figure is not None]
    rows = [figure.sign * figure.size for entry in best.entries for role, figure in entry.figures.items() if role == "amount"]
    return rows == best.amounts and 0 not in ends and {best.opening, best.closing} <= set(ends)


def left_to_spend(best: Solution, section: Paper) -> int:
    """Return 1 if limit and closing balance come to the amount available, -1 if they do with the balance's sign turned; 0 if neither is so,
    or both, as of several limits."""
    closing = best.closing
    available, limits = _named(section, AVAILABLE), _named(section, LIMIT) | _named(section, OVERDRAFT)
    left = {one - limit for one in available for limit in limits - available}
    return (closing in left) - (-closing in left) if closing else 0


def has_overdraft(section: Paper) -> bool:
    """True if a line names the limit of an overdraft, with its figure. Only an account that holds money has one."""
    return bool(_named(section, OVERDRAFT))


def sums_of_held(draft: Draft) -> bool:
    """True if the sums are called deposits and withdrawals, or the like. A debt has payments and charges."""
    labels = [one.label for one in draft.of("summary", "total") if one.figure is not None]
    return any(map(DEPOSITS.search, labels)) and any(map(WITHDRAWALS.search, labels))


def _named(section: Paper, words: re.Pattern[str]) -> set[Decimal]:
    """The figures on short lines that these words label."""
    short = (printed for printed in section.rows if printed.figures and not printed.begins_with_day and len(printed.plain) <= LONGEST_LABEL)
    return {figure.printed for printed in short for figure in printed.figures if words.search(printed.label(figure))}
