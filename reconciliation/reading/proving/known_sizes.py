"""Sizes that say nothing new where they are printed once more: balances and sums of the rows that are read."""

import itertools
from collections.abc import Sequence
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind


def known_sizes(draft: Draft, best: Solution) -> set[Decimal]:
    """Sizes that say nothing new: nothing at all, the balances, also those after each row, the sums of the rows and of each table's."""
    sizes = {abs(one.value) for one in draft.of("opening", "closing", "brought", "carried") if one.value is not None}
    tables = {abs(sides.net) for sides in best.sides_of_tables.values() if sides.rows > 1}
    return sizes | _reached(best) | tables | best.sides.sizes | {Decimal(0)}


def _reached(best: Solution) -> set[Decimal]:
    """The size of the balance after each row, up to a row of unknown amount."""
    if best.opening is None:
        return set()
    amounts = itertools.takewhile(lambda amount: amount is not None, reversed(best.amounts) if best.newest_first else best.amounts)
    return {abs(balance) for balance in itertools.accumulate((one for one in amounts if one is not None), initial=best.opening)}


def balances_in(rows: Sequence[Printed]) -> set[Decimal]:
    """Every balance that the file prints, as a list of all accounts repeats them."""
    return {figure.size for printed in rows for figure in printed.figures if balance_kind(printed.label(figure)) in {"opening", "closing"}}
