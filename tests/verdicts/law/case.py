"""A small case in the law's own terms: rows give payee, way and number as data, not in words that have to be read."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

Period = tuple[dt.date, dt.date]
DAY = dt.timedelta(days=1)
JANUARY, FEBRUARY, MARCH = (
    (dt.date(2026, 1, 1), dt.date(2026, 1, 31)),
    (dt.date(2026, 2, 1), dt.date(2026, 2, 28)),
    (dt.date(2026, 3, 1), dt.date(2026, 3, 31)),
)
FEE = "fee"
"""The name of the bank's own charges."""


@dataclass(frozen=True)
class Line:
    """A printed row of the paper with this place."""

    paper: int
    date: dt.date | None
    amount: Decimal
    name: str = ""
    number: str = ""
    reference: str = ""
    transacted: dt.date | None = None


@dataclass(frozen=True)
class Booked:
    """An entry. `way` is cheque, banked, card, transfer, fee or unknown."""

    id: str
    date: dt.date
    amount: Decimal
    name: str = ""
    way: str = "unknown"
    number: str = ""
    reference: str = ""
    status: str = "posted"
    excluded: bool = False
    brought_forward: bool = False
    reversal_of: str | None = None
    from_paper: int | None = None


@dataclass(frozen=True)
class Paper:
    """A statement. `holds` and `follows` are the reading's own results; an account is `doubtful` until a person has confirmed it."""

    first: dt.date | None
    last: dt.date | None
    opening: Decimal | None
    closing: Decimal | None
    holds: bool | None = True
    follows: bool = False
    flags: tuple[str, ...] = ()
    unread: bool = False
    doubtful: bool = False


@dataclass(frozen=True)
class Case:
    """One account, its papers in order of arrival, and its printed rows and booked entries. `names` are those of the bank and of the books
    that a person said are the same."""

    opening: Decimal | None
    opening_date: dt.date | None
    papers: tuple[Paper, ...]
    lines: tuple[Line, ...]
    entries: tuple[Booked, ...]
    kind: str = "checking"
    names: frozenset[tuple[str, str]] = frozenset()

    def lines_of(self, paper: int) -> list[int]:
        return [place for place, line in enumerate(self.lines) if line.paper == paper]

    def counting(self) -> list[int]:
        """Posted, not excluded, and not in the opening balance already."""
        return [
            place
            for place, entry in enumerate(self.entries)
            if entry.status == "posted"
            and not entry.excluded
            and (entry.brought_forward or self.opening_date is None or entry.date >= self.opening_date)
        ]


@dataclass(frozen=True)
class Days:
    """A paper in time: first and last day, printed or those of its rows."""

    paper: int
    first: dt.date
    last: dt.date


def days_of(case: Case, paper: int) -> Days | None:
    printed = [line.date for line in case.lines if line.paper == paper and line.date is not None]
    one = case.papers[paper]
    first = one.first or (min(printed) if printed else None)
    last = one.last or (max(printed) if printed else None)
    first = first or last
    return Days(paper, first, last) if first and last and first <= last else None


def chain_of(case: Case) -> list[Days]:
    """The papers whose evidence counts, by time: the first to arrive keeps its days, and an account in doubt has none."""
    kept: list[Days] = []
    for days in certain_papers(case):
        if not any(_overlap(case, days, other) for other in kept):
            kept.append(days)
    return sorted(kept, key=lambda days: (days.first, days.last))


def certain_papers(case: Case) -> list[Days]:
    """The papers that are compared and whose account is certain, in order of arrival."""
    found = []
    for place, paper in enumerate(case.papers):
        days = days_of(case, place)
        if days is not None and not paper.doubtful and not _compares_nothing(case, place, days):
            found.append(days)
    return found


def _overlap(case: Case, one: Days, other: Days) -> bool:
    share = one.first <= other.last and other.first <= one.last
    return share and not touches(case, one, other) and not touches(case, other, one)


def touches(case: Case, earlier: Days, later: Days) -> bool:
    """Amendment 5: one boundary day is shared, the balance goes on, and no row of that day is on both papers."""
    if earlier.last != later.first or (earlier.first, earlier.last) >= (later.first, later.last):
        return False
    closing, opening = case.papers[earlier.paper].closing, case.papers[later.paper].opening
    amounts = [
        {line.amount for line in case.lines if line.paper == days.paper and line.date in (earlier.last, None) and line.amount}
        for days in (earlier, later)
    ]
    return closing is not None and closing == opening and not amounts[0] & amounts[1]


def goes_on(case: Case, earlier: Days, later: Days) -> bool:
    """The later paper begins where the earlier one ends."""
    return earlier.last + DAY == later.first or touches(case, earlier, later)


def _compares_nothing(case: Case, place: int, days: Days) -> bool:
    paper = case.papers[place]
    empty = paper.opening is None and paper.closing is None and not case.lines_of(place)
    before = case.opening_date is not None and days.last < case.opening_date
    return empty or before or bool({"not_a_statement", "unreadable"} & set(paper.flags))
