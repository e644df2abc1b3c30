"""Rows that nothing else about could be taken for."""

from collections import Counter
from decimal import Decimal
from functools import lru_cache

from finance.payees import same_payee
from reconciliation.matching.rows import make_row
from reconciliation.verification.methods import CARD, TRANSFER, UNKNOWN, method_of
from tests.verdicts.planting.ground import Ground

AGAINST = (Decimal("0.01"), Decimal("0.03"), Decimal("-0.03"))


@lru_cache(maxsize=64)
def plain_rows(ground: Ground) -> list[int]:
    """Return rows with an amount and a payee of their own, without a reference, that are neither cheques nor charges that the bank knows
    first."""
    words = [make_row(key=row, days=(), amount=line.amount, text=line.description) for row, line in enumerate(ground.lines)]
    amounts = Counter(abs(line.amount) for line in ground.lines)
    return [
        row
        for row, one in enumerate(words)
        if one.payee
        and not (one.references or one.number)
        and abs(one.amount) > 1
        and amounts[abs(one.amount)] == 1
        and not any(amounts[abs(one.amount + against)] for against in AGAINST)
        and not any(same_payee(one.payee, other.payee) for other in words if other is not one)
        and method_of(ground.entry(row), "checking") in (CARD, TRANSFER, UNKNOWN)
        and (len(ground.papers) == 1 or ground.home(row)[0] == 1)
    ]
