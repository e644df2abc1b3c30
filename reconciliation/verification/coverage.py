"""The days of an account that its statements cover, and the continuity of their balances. Pure: no database, no clock.

A statement is known by its account and its first and last day, never by a month: the months are only a way to show the days.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import combinations

from reconciliation.verification.chain import ONE_DAY, StatementSpan


class Extent(StrEnum):
    """Coverage of the requested days of a month by statements."""

    COVERED = "covered"
    PARTLY = "partly"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Covering:
    """One statement, days included. `key` is the caller's name for it; an unprinted balance is None. Without their `span`, two statements
    that share a boundary day are not known to touch."""

    key: str
    first: dt.date
    last: dt.date
    verdict: str = ""
    opening: Decimal | None = None
    closing: Decimal | None = None
    span: StatementSpan | None = None

    def touches(self, later: "Covering") -> bool:
        return self.span is not None and later.span is not None and self.span.touches(later.span)

    def covers(self, first: dt.date, last: dt.date) -> bool:
        return self.first <= last and first <= self.last


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """One month of the calendar; `first` and `last` are its days that count. `overlaps` if a day in it is covered twice."""

    first: dt.date
    last: dt.date
    extent: Extent
    overlaps: bool
    mismatched: bool
    statements: tuple[Covering, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Two consecutive statements. `missing` and `twice` are the days between them, or of both; `ties` is True if the earlier closing is the
    later opening, None if days lie between them or a balance is not printed."""

    earlier: Covering
    later: Covering
    missing: tuple[dt.date, dt.date] | None
    twice: tuple[dt.date, dt.date] | None
    ties: bool | None

    @property
    def holds(self) -> bool:
        return self.missing is None and self.twice is None and self.ties is not False


@dataclass(frozen=True, slots=True)
class Coverage:
    months: tuple[Month, ...] = ()
    links: tuple[Link, ...] = ()

    @property
    def broken(self) -> tuple[Link, ...]:
        return tuple(link for link in self.links if not link.holds)


def coverage_of(statements: Iterable[Covering], *, since: dt.date | None = None, until: dt.date | None = None) -> Coverage:
    """Return the calendar and the chain of the statements by their days, empty without statements. It runs from `since` (the account's
    opening, else the first statement) to the last day of a statement, or to `until` (the last entry) if that is later."""
    ordered = sorted(statements, key=lambda statement: (statement.first, statement.last, statement.key))
    if not ordered:
        return Coverage()
    first = min(since or ordered[0].first, ordered[0].first)
    end = max([statement.last for statement in ordered] + ([until] if until else []))
    months = []
    while first <= end:
        following = (first.replace(day=1) + dt.timedelta(days=32)).replace(day=1)
        last = min(following - ONE_DAY, end)
        within = tuple(statement for statement in ordered if statement.covers(first, last))
        days, reached = 0, first - ONE_DAY
        for statement in within:
            start, stop = max(statement.first, first), min(statement.last, last)
            days += max(0, (stop - max(start, reached + ONE_DAY)).days + 1)
            reached = max(reached, stop)
        extent = Extent.COVERED if days == (last - first).days + 1 else Extent.PARTLY if days else Extent.MISSING
        # Two statements that touch share their boundary day, and cover no day twice.
        pairs = ((span, other) for span, other in combinations(within, 2) if not span.touches(other))
        overlaps = any(max(span.first, other.first, first) <= min(span.last, other.last, last) for span, other in pairs)
        mismatched = any(statement.verdict == "mismatched" for statement in within)
        months.append(Month(first=first, last=last, extent=extent, overlaps=overlaps, mismatched=mismatched, statements=within))
        first = following
    links, reaching = [], ordered[0]  # each statement with the one of those before it that reaches furthest
    for later in ordered[1:]:
        missing = (reaching.last + ONE_DAY, later.first - ONE_DAY) if later.first > reaching.last + ONE_DAY else None
        shared = later.first <= reaching.last and not reaching.touches(later)
        twice = (later.first, min(reaching.last, later.last)) if shared else None
        known = missing is None and twice is None and reaching.closing is not None and later.opening is not None
        ties = reaching.closing == later.opening if known else None
        links.append(Link(earlier=reaching, later=later, missing=missing, twice=twice, ties=ties))
        reaching = max(reaching, later, key=lambda covering: covering.last)
    return Coverage(tuple(months), tuple(links))
