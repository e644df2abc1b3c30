"""The statements of one account in order of time, each with its first and last day, printed or not, their gaps, overlaps and copies.

A copy has the same days, balances and rows, also with other bytes and descriptions. It is linked to the first and counted nowhere. A
document of the same days with other rows or balances contradicts the first, which counts until a person says that the other one does.
Nothing of either is compared with the books. Both are found again at each verification, so that neither outlives its premise.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.printed_rows import a_row_of_this_day_is_on_both, compare_rows

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


@dataclass(slots=True)
class Repeats:
    """The statements that repeat or contradict others, by index: `same_as` is the statement that a copy repeats, `contradicts` the one
    that a document contradicts, `replaced_by` the one that a person put in its place."""

    same_as: dict[int, int] = field(default_factory=dict)
    contradicts: dict[int, int] = field(default_factory=dict)
    replaced_by: dict[int, int] = field(default_factory=dict)

    @property
    def indexes(self) -> frozenset[int]:
        return frozenset((*self.same_as, *self.contradicts, *self.replaced_by))


def repeats_among(spans: Iterable[StatementSpan], chain: Chain, doubtful: Collection[int], replaced: Mapping[int, int]) -> Repeats:
    """Return the repeats among the statements whose account is certain. The one that counts as evidence comes first, then the others in
    order of arrival, replaced ones last. A statement without a document repeats nothing, and is repeated by nothing."""
    repeats = Repeats()
    firsts: list[StatementSpan] = []
    printed = (span for span in spans if span.index not in doubtful and TYPED not in span.statement.flags)
    counting = {span.index for span in chain.spans}
    for span in sorted(printed, key=lambda span: (span.index not in counting, span.index in replaced, span.index)):
        of_its_days = [first for first in firsts if first.days == span.days]
        same = next((first for first in of_its_days if is_same_statement(first, span)), None)
        if same is not None:
            repeats.same_as[span.index] = same.index
            continue
        if span.index in replaced and span.index in chain.overlapping:
            repeats.replaced_by[span.index] = replaced[span.index]
        elif of_its_days:
            repeats.contradicts[span.index] = of_its_days[0].index
        firsts.append(span)
    return repeats


def is_same_statement(first: StatementSpan, other: StatementSpan) -> bool:
    """True if days, rows, and the balances and currency that both state are equal: for rows, day, amount and the balance that both
    print."""
    ours, theirs = first.statement, other.statement
    stated = [(getattr(ours, name), getattr(theirs, name)) for name in ("opening_balance", "closing_balance", "currency")]
    agree = all(None in both or both[0] == both[1] for both in stated)
    return first.days == other.days and agree and compare_rows(ours.lines, theirs.lines).equal


def without_repeats(chain: Chain, repeats: Repeats) -> Chain:
    """Return the chain without the statements that are compared with nothing; a statement with copies has their sources too, because books
    that were started from a copy prove nothing about it."""
    every = {span.index: span for span in (*chain.spans, *chain.aside)}
    sources = {index: every[index].sources for index in every}
    for copy, first in repeats.same_as.items():
        sources[first] |= every[copy].sources
    spans = tuple(replace(span, sources=sources[span.index]) for span in chain.spans)
    aside = (replace(span, sources=sources[span.index]) for span in chain.aside)
    return replace(chain, spans=spans, aside=tuple(span for span in aside if span.index not in repeats.indexes))
