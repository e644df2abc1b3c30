"""How far back the books are read row by row. What is older, and can be no row of these statements, counts as a sum."""

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
    """Every entry is read from `since` on. Of older ones: those that decisions name (by key, or by the name that verdicts use), those
    of `amounts`, and what may matter at any age (`TransactionQuerySet.in_sight`)."""

    since: dt.date = dt.date.max
    keys: frozenset[UUID] = frozenset()
    names: frozenset[str] = frozenset()
    amounts: frozenset[Decimal] = frozenset()


def reach_of(printed: Sequence[PrintedStatement], decisions: Iterable[Decision]) -> Reach:
    """What weighing these statements must look at. A statement without days is laid beside all entries of its amounts."""
    decided = list(decisions)
    days = [*(day for each in printed for day in _days(each)), *_corrected_days(decided)]
    named = [row for decision in decided for row in decision.entries]
    undated = [each for each in printed if span_of(0, each) is None]
    return Reach(
        since=_before(min(days)) if days else dt.date.max,
        keys=frozenset(UUID(row["transaction"]) for row in named),
        names=frozenset(row["name"] for row in named),
        amounts=frozenset((*(line.amount for each in undated for line in each.lines), *(_corrected_amounts(decided) if undated else ()))),
    )


def _before(day: dt.date) -> dt.date:
    return dt.date.fromordinal(max(day.toordinal() - FARTHEST, 1))


def _days(printed: PrintedStatement) -> Iterator[dt.date]:
    told = (printed.period_start, printed.period_end, *(day for line in printed.lines for day in (line.date, line.transaction_date)))
    return (day for day in told if day is not None)


def _corrected_days(decisions: Iterable[Decision]) -> Iterator[dt.date]:
    return (dt.date.fromisoformat(each.after["date"]) for each in decisions if each.kind == "correction" and "date" in each.after)


def _corrected_amounts(decisions: Iterable[Decision]) -> Iterator[Decimal]:
    return (Decimal(each.after["amount"]) for each in decisions if each.kind == "correction" and "amount" in each.after)
