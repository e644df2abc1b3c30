"""What lists sort and filter imports by, taken from an answer: the days of all its statements, and how much is to be settled."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.answers import to_settle

MOST = 2**63 - 1


def listed(answers: Sequence[Mapping[str, Any]], printed: Sequence[PrintedStatement]) -> dict[str, Any]:
    """Columns of an import; each None where it is not known."""
    return {
        "period_start": min((each.period_start for each in printed if each.period_start), default=None),
        "period_end": max((each.period_end for each in printed if each.period_end), default=None),
        "to_settle_hundredths": size(answers),
    }


def size(answers: Sequence[Mapping[str, Any]]) -> int | None:
    """The differences added up without sign, in hundredths of whatever currency: to sort by, and to show nowhere."""
    amounts = [to_settle(answer) for answer in answers]
    known = [abs(amount) for amount in amounts if amount is not None]
    return min(int(sum(known, Decimal(0)) * 100), MOST) if known and len(known) == len(amounts) else None
