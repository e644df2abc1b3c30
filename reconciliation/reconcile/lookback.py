"""The lookback: how far back entries are read one by one. Older ones that cannot be rows of these statements count as a sum."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from reconciliation.matching.evidence import CHEQUE_LATEST
from reconciliation.models import Decision
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.span import span_of

FARTHEST = CHEQUE_LATEST + 1
"""Days before the first printed one: older entries are neither partners nor rivals of a row, and cannot clear late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The entries to read: every one from `since` on; of older ones those named by decisions (by key, or by the name that verdicts use),
    those of `amounts`, and those that matter at any age (`TransactionQuerySet.in_sight`)."""

    since: dt.date = dt.date.max
    keys: frozenset[UUID] = frozenset()
    names: frozenset[str] = frozenset()
    amounts: frozenset[Decimal] = frozenset()


def reach_of(printed: Sequence[PrintedStatement], decisions: Iterable[Decision]) -> Reach:
    """Return the reach for these statements. A statement without days is compared with all entries of its amounts."""
    decided = list(decisions)
    corrections = [decision.after for decision in decided if decision.kind == "correction"]
    days = [
        *(day for each in printed for day in _days(each)),
        *(dt.date.fromisoformat(after["date"]) for after in corrections if "date" in after),
    ]
    named = [row for decision in decided for row in decision.entries]
    undated = [each for each in printed if span_of(0, each) is None]
    amounts = [line.amount for each in undated for line in each.lines]
    if undated:
        amounts += [Decimal(after["amount"]) for after in corrections if "amount" in after]
    return Reach(
        since=dt.date.fromordinal(max(min(days).toordinal() - FARTHEST, 1)) if days else dt.date.max,
        keys=frozenset(UUID(row["transaction"]) for row in named),
        names=frozenset(row["name"] for row in named),
        amounts=frozenset(amounts),
    )


def _days(printed: PrintedStatement) -> Iterator[dt.date]:
    days = (printed.period_start, printed.period_end, *(day for line in printed.lines for day in (line.date, line.transaction_date)))
    return (day for day in days if day is not None)
