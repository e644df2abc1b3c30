"""Decisions on which rows are one payment and which are not."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from finance.models import Transaction
from reconciliation.decisions.deciding import decide
from reconciliation.decisions.recording import DecisionRefused
from reconciliation.decisions.sums import sums_of_entries
from reconciliation.models import Decision, Statement


def pair(*, statement: Statement, lines: Sequence[int], entries: Sequence[Transaction], actor: User | None, reason: str = "") -> Decision:
    """Match printed rows with entries: 1:1, 1:n or n:1, of exactly equal sums. Raises NotYours, and DecisionRefused with the difference."""
    try:
        return decide(
            statement=statement, kind=Decision.Kind.PAIR, lines=lines, entries=entries, actor=actor, reason=reason, after={"paired": True}
        )
    except DecisionRefused as refused:
        if refused.code != "sums_differ":
            raise
        apart = sums_of_entries(statement, lines, entries).apart
        raise DecisionRefused(refused.code, apart=apart, currency=statement.money_currency) from refused


def unpair(*, statement: Statement, lines: Sequence[int], entries: Sequence[Transaction], actor: User | None, reason: str = "") -> Decision:
    """Record that none of these rows is one of these entries; without rows, that two entries do not cancel. Raises NotYours,
    DecisionRefused."""
    return decide(
        statement=statement, kind=Decision.Kind.UNPAIR, lines=lines, entries=entries, actor=actor, reason=reason, after={"paired": False}
    )


def undo_each_other(*, statement: Statement, entries: Sequence[Transaction], actor: User | None, reason: str = "") -> Decision:
    """Record that two entries of opposite amounts are a payment and its reversal. Raises NotYours, DecisionRefused."""
    return decide(statement=statement, kind=Decision.Kind.CONTRA, entries=entries, actor=actor, reason=reason, after={"contra": True})
