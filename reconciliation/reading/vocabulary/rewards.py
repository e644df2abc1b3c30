"""Rewards that are told in money: their balances are none of an account's."""

import re
from collections.abc import Sequence

from reconciliation.reading.tokens.printed import Printed

REWARDS = re.compile(r"\b(?:rewards?|cash ?back|bonus|loyalty)\b")
OWN = re.compile(r"\b(?:rewards|cash ?back)\b.* balance\b")  # in the words of a row, as a sentence has them
OF_MONEY = re.compile(r"\b(?:accounts?|checking|current|savings?|card|visa|mastercard|statement|bank)\b")  # that may be called so, too
MOST_LINES, LONGEST = 6, 60  # of a block; characters of its heading
SAME_EDGE, CLOSE = 3.0, 1.5  # points between left edges; heights between two lines


def in_rewards(rows: Sequence[Printed], index: int) -> bool:
    """Does the row name rewards before its figures, or stand in a block of labels and figures whose heading does, and no account?"""
    here = rows[index].row
    if OWN.search(rows[index].plain) and not OF_MONEY.search(rows[index].plain):
        return True
    for above in rows[max(0, index - MOST_LINES) : index][::-1]:
        row = above.row
        if row.page != here.page or abs(row.left - here.left) > SAME_EDGE or not 0 <= here.top - row.bottom <= CLOSE * here.height:
            return False
        if not above.figures:
            return len(above.plain) <= LONGEST and REWARDS.search(above.plain) is not None and not OF_MONEY.search(above.plain)
        here = row
    return False
