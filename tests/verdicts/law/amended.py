"""Cases about the amendments on statements and rows: periods that touch, rows of 0.00, papers that arrive again or contradict another."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.verdicts.law.case import DAY, FEE, Booked, Case, Line, Paper
from tests.verdicts.law.case import FEBRUARY as FEB
from tests.verdicts.law.case import JANUARY as JAN
from tests.verdicts.law.case import MARCH as MAR

START = Decimal(1000)
TOUCHING = ((JAN[0] - DAY, JAN[1]), (JAN[1], FEB[1]), (FEB[1], MAR[1]))
AMOUNTS = ("-20.00", "-20.00", "-50.00", "30.00", "0.00")


def periods_that_touch(chance: Random) -> Case:
    """Two or three periods that share their boundary days, with rows on and about these days, of which some are on both papers."""
    periods = TOUCHING[: chance.choice((2, 3))]
    if chance.random() < 0.1:
        periods = (TOUCHING[0], (JAN[1], JAN[1]), TOUCHING[1])
    lines: list[Line] = []
    for place, (first, last) in enumerate(periods):
        for _ in range(chance.choice((0, 1, 1, 2))):
            day = chance.choice((first, first, last, last, first + DAY, last - DAY))
            lines.append(Line(place, min(max(day, first), last), Decimal(chance.choice(AMOUNTS)), chance.choice(("", "Fenwick", FEE))))
    if chance.random() < 0.3:
        of_both = [line for line in lines if line.paper + 1 < len(periods) and line.date == periods[line.paper + 1][0]]
        lines += [replace(line, paper=line.paper + 1) for line in of_both[:1]]
    lines = [replace(line, date=None) if chance.random() < 0.03 else line for line in lines]
    papers, balance = [], START
    for place, (first, last) in enumerate(periods):
        opening = balance + (Decimal("0.01") if chance.random() < 0.06 else 0)
        balance = opening + sum((line.amount for line in lines if line.paper == place), Decimal(0))
        papers.append(Paper(first, last, opening, balance))
    return Case(START, periods[0][0], tuple(papers), tuple(lines), _booked(chance, lines))


def rows_of_nothing(chance: Random) -> Case:
    """A month with rows of 0.00 among others, and entries of 0.00 in the books, before them or about them."""
    lines = [Line(0, JAN[0] + chance.randint(0, 30) * DAY, Decimal(text)) for text in chance.sample(AMOUNTS, 3)]
    lines += [Line(0, chance.choice((None, JAN[1])), Decimal(0), chance.choice((FEE, "Fenwick")))]
    paper = Paper(*JAN, START, START + sum((line.amount for line in lines), Decimal(0)))
    if chance.random() < 0.3:
        first, last = chance.choice(((JAN[0], None), (None, JAN[1]), (None, None)))
        paper = replace(paper, first=first, last=last)
    nothing = [
        Booked("", JAN[0] + chance.randint(-9, 35) * DAY, Decimal(0), chance.choice(("", "Fenwick")), chance.choice(("unknown", FEE)))
        for _ in range(chance.choice((0, 1, 2)))
    ]
    entries = [*_booked(chance, [line for line in lines if line.date and (line.amount or chance.random() < 0.4)]), *nothing]
    return Case(START, JAN[0], (paper,), tuple(lines), tuple(replace(row, id=f"e{place}") for place, row in enumerate(entries)))


def _booked(chance: Random, lines: list[Line]) -> tuple[Booked, ...]:
    """Return entries for the printed rows, mostly on their day or some days before."""
    rows = [
        Booked("", line.date - chance.choice((0, 0, 0, 1, 2)) * DAY, line.amount, line.name, FEE if line.name == FEE else "unknown")
        for line in lines
        if line.date and chance.random() > 0.05
    ]
    return tuple(replace(row, id=f"e{place}", brought_forward=row.date < TOUCHING[0][0]) for place, row in enumerate(rows))


AMENDED: tuple[Callable[[Random], Case], ...] = (periods_that_touch, periods_that_touch, rows_of_nothing)


def arriving_again(chance: Random, case: Case) -> Case:
    """The case with further papers of the days of one that it has: equal ones in other words or order, or with something changed."""
    if not case.papers:
        return case
    for _ in range(chance.choice((1, 1, 2))):
        old = chance.randrange(len(case.papers))
        new = len(case.papers)
        holds, flags = chance.choice((True, None)), chance.choice(((), (), ("page_unread",)))
        paper = replace(case.papers[old], holds=holds, follows=False, flags=flags)
        lines = [replace(line, paper=new, name=chance.choice((line.name, ""))) for line in case.lines if line.paper == old]
        chance.shuffle(lines)
        if chance.random() < 0.4:
            paper, lines = _changed(chance, paper, lines)
        case = replace(case, papers=(*case.papers, paper), lines=(*case.lines, *lines))
        if case.entries and chance.random() < 0.2:
            case = replace(case, entries=(replace(case.entries[0], from_paper=new), *case.entries[1:]))
    return case


def _changed(chance: Random, paper: Paper, lines: list[Line]) -> tuple[Paper, list[Line]]:
    """Another document of the same days: a row more or less, another amount or day, another balance, or only a row of 0.00 more."""
    way = chance.choice(("more", "less", "amount", "day", "balance", "nothing"))
    if way == "more":
        return paper, [*lines, Line(lines[0].paper if lines else 0, paper.first, Decimal("-20.00"), "Fenwick")] if lines else lines
    if way == "less":
        return paper, lines[1:]
    if way == "amount" and lines:
        return paper, [replace(lines[0], amount=lines[0].amount + Decimal("0.01")), *lines[1:]]
    if way == "day" and lines and lines[0].date:
        return paper, [replace(lines[0], date=lines[0].date + DAY), *lines[1:]]
    if way == "balance" and paper.closing is not None:
        return replace(paper, closing=paper.closing + Decimal("0.01")), lines
    return paper, [*lines, replace(lines[0], amount=Decimal(0))] if lines else lines
