"""What a list of accounts comes to: a total of balances, whatever it is called, as "total deposits" is in a list of savings."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import groupby

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.tokens.printed import Printed


def of_accounts(draft: Draft) -> set[Printed]:
    """The lines of totals that the lines right above them come to, each with an account's number and its balance as the last figure."""
    found: set[Printed] = set()
    sums: set[Decimal] = set()
    for printed, told in _lines(draft):
        kinds = {one.kind for one in told}
        if "number" in kinds and printed.figures:
            last = printed.figures[-1].printed
            sums = {last, *(one + last for one in sums)}
        elif "total" in kinds and any(figure.printed in sums for figure in printed.figures):
            found.add(printed)
        elif "entry" in kinds or printed.figures:
            sums = set()
    return found


def _lines(draft: Draft) -> Iterator[tuple[Printed, list[Seen]]]:
    for printed, told in groupby((one for one in draft.seen if one.printed is not None), key=lambda one: one.printed):
        if printed is not None:
            yield printed, list(told)
