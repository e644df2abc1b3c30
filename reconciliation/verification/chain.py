"""The statements of one account in order of time, each with its first and last day, printed or not, and their gaps and overlaps."""

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.printed_rows import a_row_of_this_day_is_on_both

TYPED = "typed"
"""The flag of a statement without a document: typed balances and ticked entries. Its reading is never proved."""
ONE_DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class StatementSpan:
    """One statement of an account. `index` is its place in order of arrival; `last` is the day of the closing balance. `confirmed` if a
    person compared its rows and balances with the document. `sources` names the files of the statement and of its copies."""

    index: int
    statement: PrintedStatement
    first: dt.date
    last: dt.date
    printed: bool
    confirmed: bool = False
    sources: frozenset[str] = frozenset()

    @property
    def days(self) -> tuple[dt.date, dt.date]:
        return self.first, self.last

    def adjoins(self, later: "StatementSpan") -> bool:
        """True if the later one begins on the day after this one, or touches it."""
        return self.last + ONE_DAY == later.first or self.touches(later)

    def touches(self, later: "StatementSpan") -> bool:
        """True if the later one begins on the last day of this one with its closing balance, and no row of that day is on both."""
        if self.last != later.first or self.days >= later.days:
            return False
        closing, opening = self.statement.closing_balance, later.statement.opening_balance
        goes_on = closing is not None and closing == opening
        return goes_on and not a_row_of_this_day_is_on_both(self.last, self.statement.lines, later.statement.lines)

    def overlaps(self, other: "StatementSpan") -> bool:
        """True if both cover a day, apart from the shared boundary day of statements that touch."""
        shares = self.first <= other.last and other.first <= self.last
        return shares and not self.touches(other) and not other.touches(self)


def span_of(index: int, statement: PrintedStatement, *, confirmed: bool = False) -> StatementSpan | None:
    """Return the span as printed, else from the rows, or None if neither has days."""
    days = [line.date for line in statement.lines if line.date is not None]
    first = statement.period_start or min(days, default=None)
    last = statement.period_end or max(days, default=None)
    if first is None and last is not None:
        first = last
    if first is None or last is None or first > last:
        return None
    sources = frozenset(filter(None, [statement.source]))
    return StatementSpan(index, statement, first, last, statement.period_end is not None, confirmed, sources)


@dataclass(frozen=True, slots=True)
class Chain:
    """`spans` are the statements whose evidence counts, by time; `aside` those that are compared but prove nothing to others: they overlap
    one that came before them (`overlapping`), or their account is not certain."""

    spans: tuple[StatementSpan, ...]
    aside: tuple[StatementSpan, ...] = ()
    overlapping: frozenset[int] = frozenset()

    def before(self, span: StatementSpan) -> tuple[StatementSpan, ...]:
        """Return those that end before this one ends, by time; for one that is aside, those that begin no later than it begins."""
        if span in self.aside:
            return tuple(other for other in self.spans if other.days <= span.days)
        return self.spans[: self.spans.index(span)]

    def after(self, span: StatementSpan) -> tuple[StatementSpan, ...]:
        if span in self.aside:
            return tuple(other for other in self.spans if other.days > span.days)
        return self.spans[self.spans.index(span) + 1 :]

    def adjoining(self, span: StatementSpan) -> StatementSpan | None:
        """Return the statement whose end this one goes on from, or None."""
        return next((other for other in self.spans if other.adjoins(span) and other is not span), None)

    def covering(self, day: dt.date) -> tuple[StatementSpan, ...]:
        """Return the statements of this day: two if it is the shared day of statements that touch."""
        return tuple(span for span in self.spans if span.first <= day <= span.last)

    def run_of(self, span: StatementSpan) -> tuple[StatementSpan, ...]:
        """Return the unbroken row of adjoining statements around this one."""
        run = [span]
        for other in reversed(self.before(span)):
            if other.adjoins(run[0]):
                run.insert(0, other)
        for other in self.after(span):
            if run[-1].adjoins(other):
                run.append(other)
        return tuple(run)

    def overlapped_by(self, span: StatementSpan) -> tuple[int, ...]:
        """Return the statements that keep their evidence although this one covers days of theirs."""
        return tuple(sorted(other.index for other in self.spans if span.index in self.overlapping and span.overlaps(other)))

    def gap_before(self, span: StatementSpan) -> bool:
        """True if there are earlier statements, and days between the last of them and this one."""
        earlier = self.before(span)
        return bool(earlier) and earlier[-1].last + ONE_DAY < span.first


def chain_of(spans: Iterable[StatementSpan], doubtful: Collection[int] = (), replaced: Collection[int] = ()) -> Chain:
    """Return the chain. The first to arrive keeps its evidence: one that overlaps it is set aside, as are doubtful ones. `replaced`
    statements, reissued or without a printed original, yield to later arrivals."""
    counting: list[StatementSpan] = []
    aside: list[StatementSpan] = []
    overlapping: set[int] = set()
    for span in sorted(spans, key=lambda span: (span.index in replaced, span.index)):
        if any(span.overlaps(other) for other in counting):
            overlapping.add(span.index)
        (aside if span.index in overlapping or span.index in doubtful else counting).append(span)
    return Chain(tuple(sorted(counting, key=lambda span: span.days)), tuple(aside), frozenset(overlapping))
