"""A statement in time: its first and last day, printed or not."""

import datetime as dt
from dataclasses import dataclass

from reconciliation.printed.statement import PrintedStatement

TYPED = "typed"
"""The flag of a statement without a document: typed balances and ticked entries. Its reading is never proved."""
ONE_DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class StatementSpan:
    """One statement of an account. `index` is its place in order of arrival; `last` is the day of the closing balance."""

    index: int
    statement: PrintedStatement
    first: dt.date
    last: dt.date
    printed: bool

    def covers(self, day: dt.date) -> bool:
        return self.first <= day <= self.last

    def adjoins(self, later: "StatementSpan") -> bool:
        return self.last + ONE_DAY == later.first

    def overlaps(self, other: "StatementSpan") -> bool:
        return self.first <= other.last and other.first <= self.last


def span_of(index: int, statement: PrintedStatement) -> StatementSpan | None:
    """Return the span as printed, else from the rows, or None if neither has days."""
    days = [line.date for line in statement.lines if line.date is not None]
    first = statement.period_start or min(days, default=None)
    last = statement.period_end or max(days, default=None)
    if first is None and last is not None:
        first = last
    if first is None or last is None or first > last:
        return None
    return StatementSpan(index, statement, first, last, statement.period_end is not None)
