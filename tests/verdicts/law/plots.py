"""Cases built about one point of the law each, since chance alone seldom meets it; half of them are as they should be."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from random import Random
from typing import Any

from tests.verdicts.law.case import DAY, FEE, Booked, Case, Line, Paper, Period
from tests.verdicts.law.case import FEBRUARY as FEB
from tests.verdicts.law.case import JANUARY as JAN

START = Decimal(1000)
TWENTY = Decimal("-20.00")
SPOILED: tuple[dict[str, Any], ...] = (
    {"holds": None},
    {"holds": None, "follows": True},
    {"holds": False},
    {"flags": ("page_unread",)},
    {"flags": ("something_new",)},
    {"flags": ("unreadable",)},
    {"unread": True},
    {"closing": None},
    {"opening": None},
    {"opening": None, "holds": None},
    {"opening": None, "holds": None},
    {"opening": None, "closing": None},
    {"doubtful": True},
    {"last": None},
    {"first": None},
    {"first": None, "last": None},
)
"""Faults of a paper, or of its reading."""
Plot = Callable[[Random], Case]


def papers_that_contradict(chance: Random) -> Case:
    """January prints a row that the books lack; February begins as the books have it, or where January ended."""
    lines = [Line(0, JAN[0] + chance.randint(0, 30) * DAY, TWENTY, "Fenwick")]
    opening = chance.choice((START, START + TWENTY))
    return Case(START, JAN[0], (_paper(JAN, START, lines), _paper(FEB, opening, [])), tuple(lines), ())


def an_equal_entry_before(chance: Random) -> Case:
    """A row of the first days, and two entries of its amount before them."""
    line = Line(0, JAN[0] + chance.randint(0, 3) * DAY, TWENTY, "Fenwick")
    own = Booked("e0", JAN[0] - chance.randint(1, 3) * DAY, TWENTY, "Fenwick")
    other = Booked("e1", JAN[0] - chance.randint(1, 9) * DAY, TWENTY, chance.choice(("", "Fenwick", "Marigold")))
    opening = START + (0 if chance.random() < 0.1 else TWENTY)
    return Case(START, JAN[0] - 31 * DAY, (_paper(JAN, opening, [line]),), (line,), (own, other))


def a_learned_name_before(chance: Random) -> Case:
    """The same, where a person said that the entry's name is the row's: no number tells it from the other."""
    case = an_equal_entry_before(chance)
    own, other = case.entries
    paper = replace(case.papers[0], opening=START + TWENTY, closing=START + 2 * TWENTY)
    entries = (replace(own, name="Groceries"), replace(other, name=chance.choice(("", "Groceries", "Marigold"))))
    return replace(case, papers=(paper,), entries=entries, names=frozenset({("Fenwick", chance.choice(("Groceries", "Tailor")))}))


def an_end_that_is_not_printed(chance: Random) -> Case:
    """Return a case whose first or last day is known by the rows only, with entries about the last row or the first."""
    line = Line(0, JAN[0] + 15 * DAY, TWENTY, "Fenwick")
    entries = [Booked("e0", line.date or JAN[0], TWENTY, "Fenwick")]
    after = chance.random() < 0.5
    day = entries[0].date + (chance.randint(1, 9) if after else -chance.randint(1, 9)) * DAY
    entries.append(Booked("e1", day, Decimal("-7.00"), "Marigold"))
    opening = START if after else START + Decimal("-7.00")
    paper = _paper(JAN, opening, [line])
    paper = replace(paper, last=None) if after else replace(paper, first=None)
    return Case(START, JAN[0], (paper,), (line,), tuple(entries))


def a_slip(chance: Random) -> Case:
    """One deposit, two receipts and one reference; the sum fits, or nearly."""
    parts = [Decimal("20.00"), Decimal(chance.choice(("30.00", "30.00", "30.01", "31.00")))]
    day = JAN[0] + chance.randint(3, 29) * DAY
    line = Line(0, day, Decimal("50.00"), "", "", "7001")
    days = [day - chance.choice((0, 1, 2)) * DAY for _ in parts]
    entries = tuple(Booked(f"e{n}", days[n], part, "", "unknown", "", "7001") for n, part in enumerate(parts))
    return Case(START, JAN[0], (_paper(JAN, START, [line]),), (line,), entries)


def a_fee_over_the_month_end(chance: Random) -> Case:
    """Return a case booked in January and printed in February: charges that the bank knows first are never in transit, other payments
    are."""
    name = chance.choice((FEE, FEE, "Fenwick"))
    line = Line(1, FEB[0] + chance.randint(0, 1) * DAY, TWENTY, name)
    entry = Booked("e0", JAN[1] - chance.randint(0, 1) * DAY, TWENTY, name, FEE if name == FEE else "unknown")
    papers = (_paper(JAN, START, []), _paper(FEB, START, [line]))
    return Case(START, JAN[0], papers, (line,), (entry,))


def equal_rows_over_the_month_end(chance: Random) -> Case:
    """As many rows as entries, or one more of either."""
    days = sorted(JAN[1] + chance.randint(-3, 4) * DAY for _ in range(chance.choice((2, 3))))
    lines = tuple(Line(int(day > JAN[1]), day, TWENTY, chance.choice(("Fenwick", "Fenwick", ""))) for day in days)
    rows = [Booked("", day - chance.choice((0, 1, 1, 2)) * DAY, TWENTY, chance.choice(("Fenwick", "Fenwick", ""))) for day in days]
    rows = rows[chance.choice((0, 0, 0, 1)) :]
    entries = tuple(replace(row, id=f"e{n}") for n, row in enumerate(rows))
    january = _paper(JAN, START, [line for line in lines if line.paper == 0])
    february = _paper(FEB, january.closing or START, [line for line in lines if line.paper == 1])
    return Case(START, JAN[0], (january, february), lines, entries)


def an_item_proved_later(chance: Random) -> Case:
    """Outstanding at the end of January, shown by a February that is read whole, or not quite."""
    line = Line(1, FEB[0] + chance.randint(0, 2) * DAY, TWENTY, "Fenwick")
    entry = Booked("e0", JAN[1] - chance.randint(0, 3) * DAY, TWENTY, "Fenwick")
    papers = (_paper(JAN, START, []), replace(_paper(FEB, START, [line]), **_spoiled(chance)))
    return Case(START, JAN[0], papers, (line,), (entry,))


def a_paper_that_is_not_whole(chance: Random) -> Case:
    """Return a case with every row in the books, and one gap in the paper or the books."""
    line = Line(0, JAN[0] + chance.randint(0, 30) * DAY, TWENTY, chance.choice(("Fenwick", "")))
    entry = Booked("e0", line.date or JAN[0], TWENTY, "Fenwick", **_misread(chance))
    return Case(START, JAN[0], (replace(_paper(JAN, START, [line]), **_spoiled(chance)),), (line,), (entry,))


def books_that_cannot_prove(chance: Random) -> Case:
    """A paper that agrees with books that begin too late, at no known balance, or with this very paper; or with another's name."""
    line = Line(0, JAN[0] + chance.randint(1, 30) * DAY, TWENTY, "Fenwick")
    entry = Booked("e0", line.date or JAN[0], TWENTY, chance.choice(("Fenwick", "Marigold")))
    case = Case(START, JAN[0], (_paper(JAN, START, [line]),), (line,), (entry,))
    faults: tuple[dict[str, Any], ...] = (
        {"opening": None},
        {"opening_date": JAN[0] + DAY},
        {"opening_date": None},
        {"entries": (replace(entry, name="Fenwick", from_paper=0),)},
        {},
    )
    return replace(case, **chance.choice(faults))


def _misread(chance: Random) -> dict[str, Any]:
    return dict(chance.choice(({}, {}, {}, {"from_paper": 0}, {"status": "void"}, {"status": "pending"}, {"excluded": True})))


def _spoiled(chance: Random) -> dict[str, Any]:
    return dict(chance.choice(({}, {}, *SPOILED)))


def _paper(period: Period, opening: Decimal, lines: list[Line]) -> Paper:
    return Paper(*period, opening, opening + sum((line.amount for line in lines), Decimal(0)))


PLOTS: tuple[Plot, ...] = (
    papers_that_contradict,
    an_equal_entry_before,
    an_end_that_is_not_printed,
    a_slip,
    a_fee_over_the_month_end,
    equal_rows_over_the_month_end,
    an_item_proved_later,
    a_paper_that_is_not_whole,
    books_that_cannot_prove,
)
