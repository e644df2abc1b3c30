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
"""Days before the first that is printed: nothing further back is paired with a row, is a rival of one, or may have cleared late."""


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
    days = [*(day for each in printed for day in _days(each)), *_corrected_days(decided)]
    named = [row for decision in decided for row in decision.entries]
    undated = [each for each in printed if span_of(0, each) is None]
    return Reach(
        since=dt.date.fromordinal(max(min(days).toordinal() - FARTHEST, 1)) if days else dt.date.max,
        keys=frozenset(UUID(row["transaction"]) for row in named),
        names=frozenset(row["name"] for row in named),
        amounts=frozenset((*(line.amount for each in undated for line in each.lines), *(_corrected_amounts(decided) if undated else ()))),
    )


def _days(printed: PrintedStatement) -> Iterator[dt.date]:
    days = (printed.period_start, printed.period_end, *(day for line in printed.lines for day in (line.date, line.transaction_date)))
    return (day for day in days if day is not None)


def _corrected_days(decisions: Iterable[Decision]) -> Iterator[dt.date]:
    return (dt.date.fromisoformat(each.after["date"]) for each in decisions if each.kind == "correction" and "date" in each.after)


def _corrected_amounts(decisions: Iterable[Decision]) -> Iterator[Decimal]:
    return (Decimal(each.after["amount"]) for each in decisions if each.kind == "correction" and "amount" in each.after)
