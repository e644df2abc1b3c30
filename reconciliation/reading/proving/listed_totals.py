"""What a list of accounts comes to: a total of balances, whatever it is called, as "total deposits" is in a list of savings."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import groupby

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.direction import direction
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.phrases import TOTAL


def of_accounts(draft: Draft) -> set[Printed]:
    """The lines of totals that the lines right above them come to, each with an account's number and its balance as the last figure; or
    each with nothing but an account's name and its balance, of which one is what this account closes with."""
    found: set[Printed] = set()
    sums: set[Decimal] = set()
    ends = {one.figure.printed for one in draft.of("closing", "carried") if one.figure is not None}
    named: list[Decimal] = []
    for printed, told in _lines(draft):
        kinds = {one.kind for one in told}
        if "number" in kinds and printed.figures:
            last = printed.figures[-1].printed
            sums = {last, *(one + last for one in sums)}
        elif "total" in kinds and any(figure.printed in sums or figure.printed in _listed(named, ends) for figure in printed.figures):
            found.add(printed)
        elif "entry" in kinds or printed.figures:
            sums = set()
        named = [*named, printed.figures[0].printed] if _names_account(printed, kinds) else []
    return found


def _names_account(printed: Printed, kinds: set[str]) -> bool:
    """One figure, beside words that name neither a side nor an end."""
    label = printed.folded
    plain = kinds <= {"summary", "outside"} and not (printed.days or TOTAL.search(label) or direction(label) or balance_kind(label))
    return plain and len(printed.figures) == 1 and any(map(str.isalpha, label))


def _listed(named: list[Decimal], ends: set[Decimal]) -> set[Decimal]:
    """What several balances in a list come to, this account's among them."""
    return {sum(named[start:], Decimal(0)) for start in range(len(named) - 1) if ends & set(named[start:])}


def _lines(draft: Draft) -> Iterator[tuple[Printed, list[Seen]]]:
    for printed, told in groupby((one for one in draft.seen if one.printed is not None), key=lambda one: one.printed):
        if printed is not None:
            yield printed, list(told)
