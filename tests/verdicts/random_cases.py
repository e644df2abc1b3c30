"""Small cases, drawn by Hypothesis for the brute-force reading of the law, and the same as books and statements of the verifier."""

import datetime as dt
from decimal import Decimal

from hypothesis import strategies as st

from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement
from reconciliation.verification.books import AccountBooks, BookEntry
from tests.verdicts.oracle import Booked, Case, Line, Paper

MONTHS = (
    (dt.date(2026, 1, 1), dt.date(2026, 1, 31)),
    (dt.date(2026, 2, 1), dt.date(2026, 2, 28)),
    (dt.date(2026, 3, 1), dt.date(2026, 3, 31)),
)
WEEKS = (
    (dt.date(2026, 1, 1), dt.date(2026, 1, 8)),
    (dt.date(2026, 1, 9), dt.date(2026, 1, 13)),
    (dt.date(2026, 1, 16), dt.date(2026, 1, 25)),
)
AMOUNTS = ((-20,), (-20, 20), (-20, -50), (-20, -50, 30, -30))
NAMES = (("",), ("Fenwick", ""), ("Fenwick", "Marigold", "payment"), ("Fenwick", "Marigold", "Kowalski"))
LAGS = (0, 0, 0, 1, 1, 2, 3, 5, 7, 8, -1, -2)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Up to three statements and four lines, entries that follow them with a lag, and a few things that do not fit."""
    papers = draw(st.sampled_from((MONTHS[:1], MONTHS[:2], MONTHS[:3], (MONTHS[0], MONTHS[2]), WEEKS)))
    amounts, names = draw(st.sampled_from(AMOUNTS)), draw(st.sampled_from(NAMES))
    lines = sorted(draw(st.lists(_lines(papers, amounts, names), max_size=4)), key=lambda line: (line.statement, line.date))
    entries = [draw(_entry_of(line, names)) for line in lines if draw(st.integers(0, 9))]
    entries += draw(st.lists(_stray(papers, amounts, names), max_size=2))
    opening_date = draw(st.sampled_from((papers[0][0], papers[0][0], dt.date(2025, 12, 1))))
    booked = tuple(
        Booked(f"t{place}", date, Decimal(amount), name, date < opening_date or (date < papers[0][0] and draw(st.booleans())))
        for place, (date, amount, name) in enumerate(entries)
    )
    return Case(Decimal(1000), opening_date, tuple(draw(_balanced(papers, lines, booked))), tuple(lines), booked)


@st.composite
def _lines(draw: st.DrawFn, papers: tuple[tuple[dt.date, dt.date], ...], amounts: tuple[int, ...], names: tuple[str, ...]) -> Line:
    statement = draw(st.integers(0, len(papers) - 1))
    first, last = papers[statement]
    edge = draw(st.sampled_from((first, last)))
    date = draw(st.dates(max(first, edge - dt.timedelta(days=4)), min(last, edge + dt.timedelta(days=4))) | st.dates(first, last))
    return Line(statement, date, Decimal(draw(st.sampled_from(amounts))), draw(st.sampled_from(names)))


@st.composite
def _entry_of(draw: st.DrawFn, line: Line, names: tuple[str, ...]) -> tuple[dt.date, int, str]:
    name = draw(st.sampled_from((line.name, line.name, *names)))
    return line.date - dt.timedelta(days=draw(st.sampled_from(LAGS))), int(line.amount), name


@st.composite
def _stray(
    draw: st.DrawFn, papers: tuple[tuple[dt.date, dt.date], ...], amounts: tuple[int, ...], names: tuple[str, ...]
) -> tuple[dt.date, int, str]:
    first = papers[0][0]
    date = draw(st.dates(first - dt.timedelta(days=20), papers[-1][1] + dt.timedelta(days=10)))
    return date, draw(st.sampled_from(amounts)), draw(st.sampled_from(names))


@st.composite
def _balanced(draw: st.DrawFn, papers: tuple[tuple[dt.date, dt.date], ...], lines: list[Line], booked: tuple[Booked, ...]) -> list[Paper]:
    """Return papers whose balances add up; the sums before and between them are mostly those of the books."""
    balance, day, made = Decimal(1000), dt.date(2025, 1, 1), []
    for place, (first, last) in enumerate(papers):
        balance += sum((entry.amount for entry in booked if day <= entry.date < first and not entry.brought_forward), Decimal(0))
        balance += draw(st.sampled_from((0, 0, 0, 0, 0, -20, 20)))
        closing = balance + sum((line.amount for line in lines if line.statement == place), Decimal(0))
        made.append(Paper(first, last, balance, closing, whole=bool(draw(st.integers(0, 9)))))
        balance, day = closing, last + dt.timedelta(days=1)
    return made


def books_of(case: Case) -> AccountBooks:
    """The account of the case, as the verifier takes it."""
    entries = tuple(
        BookEntry(id=row.id, date=row.date, amount=row.amount, description=row.name, brought_forward=row.brought_forward)
        for row in case.entries
    )
    return AccountBooks(
        id="a", name="A", kind="checking", currency="EUR", opening_balance=case.opening, opening_date=case.opening_date, entries=entries
    )


def statement_of(case: Case, place: int) -> PrintedStatement:
    """A statement of the case, as the verifier takes it."""
    paper = case.papers[place]
    return PrintedStatement(
        currency="EUR",
        period_start=paper.first,
        period_end=paper.last,
        opening_balance=paper.opening,
        closing_balance=paper.closing,
        integrity=Integrity(holds=True if paper.whole else None),
        lines=tuple(
            PrintedLine(date=line.date, amount=line.amount, description=line.name) for line in case.lines if line.statement == place
        ),
    )
