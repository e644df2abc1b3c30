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
    plus = sum((amount for amount in best.amounts if amount is not None and amount > 0), Decimal(0))
    sizes = {abs(one.value) for one in draft.of("opening", "closing", "brought", "carried") if one.value is not None}
    return sizes | _reached(best) | _sums_of_tables(best) | {Decimal(0), plus, plus - best.movement, abs(best.movement)}


def _sums_of_tables(best: Solution) -> set[Decimal]:
    """What the rows of each table of several come to."""
    amounts: dict[int, list[Decimal]] = {}
    for entry, amount in zip(best.entries, best.amounts, strict=True):
        amounts.setdefault(entry.table_id, []).append(amount or Decimal(0))
    return {abs(sum(some, Decimal(0))) for some in amounts.values() if len(some) > 1}


def _reached(best: Solution) -> set[Decimal]:
    """The size of the balance after each row."""
    if best.opening is None:
        return set()
    amounts = [amount or Decimal(0) for amount in best.amounts]
    return {abs(balance) for balance in itertools.accumulate(reversed(amounts) if best.newest_first else amounts, initial=best.opening)}


def balances_in(rows: Sequence[Printed]) -> set[Decimal]:
    """Every balance that the file prints, as a list of all accounts repeats them."""
    return {figure.size for printed in rows for figure in printed.figures if balance_kind(printed.label(figure)) in {"opening", "closing"}}
