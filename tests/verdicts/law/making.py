"""Small cases generated at random: mostly books that follow the bank, with the subjects of the law planted in and around them."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random

from tests.verdicts.law.amended import AMENDED, arriving_again
from tests.verdicts.law.case import DAY, FEBRUARY, FEE, JANUARY, MARCH, Booked, Case, Line, Paper, Period
from tests.verdicts.law.plots import PLOTS, SPOILED, a_learned_name_before

MOST_ROWS = 6
PLOTTED = 0.3
"""The part of the cases that are built about one point; all others are chance alone."""
PLOTTED_NAMES = 0.08
NAMED = 0.25
"""The part of the others in which a person said that two names are the same."""


def _days(*texts: str) -> tuple[Period, ...]:
    ends = [dt.date.fromisoformat(text) for text in texts]
    return tuple(zip(ends[::2], ends[1::2], strict=True))


CALENDARS = (
    (JANUARY,),
    (JANUARY, FEBRUARY),
    (JANUARY, FEBRUARY),
    (JANUARY, FEBRUARY, MARCH),
    (JANUARY, MARCH),
    _days("2026-01-01", "2026-01-08", "2026-01-09", "2026-01-13", "2026-01-16", "2026-01-25"),
    _days("2026-01-05", "2026-02-04", "2026-02-05", "2026-03-04"),
    _days("2026-01-01", "2026-01-31", "2026-01-31", "2026-02-28"),
    _days("2026-01-01", "2026-01-31", "2026-01-15", "2026-02-15"),
    _days("2026-01-01", "2026-01-31", "2026-01-01", "2026-01-31"),
    _days("2025-06-01", "2025-06-30", "2025-12-01", "2025-12-31", "2026-01-01", "2026-01-31"),
)
AMOUNTS = (
    ("-20.00",),
    ("-20.00", "20.00"),
    ("-20.00", "-50.00"),
    ("-20.00", "-50.00", "30.00", "-30.00"),
    ("-19.99", "-20.00", "-20.01", "-91.99"),
    ("20.00", "30.00", "50.00"),
    ("-45.00", "-54.00", "-4.50", "-13.37"),
    ("0.00", "-20.00"),
)
NAMES = (("",), ("Fenwick", ""), ("Fenwick", "Marigold", ""), ("Fenwick", "Marigold", "Kowalski"), ("Fenwick", FEE, ""))
WAYS = (("unknown",), ("unknown", "card"), ("unknown", "transfer", "banked"), ("cheque", "unknown"), ("transfer",), ("cheque",))
LAGS = (0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3)


@dataclass(frozen=True)
class Flavour:
    """The values from which the rows of one case are drawn."""

    amounts: Sequence[str]
    names: Sequence[str]
    ways: Sequence[str]
    kind: str


AMENDMENTS, AGAIN = 0.15, 0.2
"""The parts of the cases that are about an amendment, and of all in which papers arrive again."""


def make(seed: int) -> Case:
    """The case of this seed, always the same."""
    chance = Random(f"touching {seed}")  # noqa: S311  a case is named by its seed
    case = _shuffled(chance, chance.choice(AMENDED)(chance)) if chance.random() < AMENDMENTS else _made(seed)
    return _shuffled(chance, arriving_again(chance, case)) if chance.random() < AGAIN else case


def _made(seed: int) -> Case:
    chance = Random(seed)  # noqa: S311  a case is named by its seed
    if chance.random() < PLOTTED:
        return _shuffled(chance, chance.choice(PLOTS)(chance))
    names = Random(f"names {seed}")  # noqa: S311  a draw of its own, so that the rest of a case stays
    if names.random() < PLOTTED_NAMES:
        return a_learned_name_before(names)
    return _with_names(names, _by_chance(chance))


def _with_names(chance: Random, case: Case) -> Case:
    """Some entries name a payee as the books do, and a person said so: of these names, of these the other way round, or of others."""
    if chance.random() > NAMED or not any(line.name for line in case.lines):
        return case
    bank = chance.choice([line.name for line in case.lines if line.name])
    entries = tuple(
        replace(entry, name="Groceries") if entry.name == bank and entry.way != FEE and chance.random() < 0.7 else entry
        for entry in case.entries
    )
    others = sorted({entry.name for entry in entries} - {"", bank}) or ["Groceries"]
    pair = chance.choice(((bank, chance.choice(others)), (bank, "Groceries"), (bank, "Groceries"), ("Groceries", bank), (bank, "Tailor")))
    return replace(case, entries=entries, names=frozenset({pair}))


def _by_chance(chance: Random) -> Case:
    """Books that follow the bank, and some that do not."""
    ways, kind = chance.choice(WAYS), chance.choice(("checking", "checking", "credit_card"))
    flavour = Flavour(chance.choice(AMOUNTS), chance.choice(NAMES), ("unknown", "card") if kind == "credit_card" else ways, kind)
    periods = chance.choice(CALENDARS)
    lines = sorted(
        (_line(chance, periods, flavour) for _ in range(chance.choice((0, 1, 2, 2, 3, 4, 5, 6)))), key=lambda line: str(line.date)
    )
    entries = [_entry(chance, line, flavour) for line in lines if chance.random() > 0.06]
    strays = [_stray(chance, periods, flavour) for _ in range(chance.choice((0, 0, 0, 0, 1, 1, 2)))][: max(0, MOST_ROWS - len(entries))]
    opening_date = chance.choice((periods[0][0], periods[0][0], periods[0][0] - 31 * DAY, periods[0][0] - 200 * DAY))
    booked = _numbered(chance, [*entries, *strays], opening_date, periods[0][0])
    papers = _papers(chance, periods, lines, booked[len(entries) :], opening_date)
    case = Case(Decimal(1000), opening_date, tuple(papers), tuple(lines), tuple(booked), kind)
    return _shuffled(chance, _spoiled(chance, case))


def _line(chance: Random, periods: Sequence[Period], flavour: Flavour) -> Line:
    paper = chance.randrange(len(periods))
    first, last = periods[paper]
    length = (last - first).days
    place = chance.choice((0, 1, 2, length, length - 1, length - 2, chance.randint(0, length)))
    day = first + min(max(place, 0), length) * DAY
    name = chance.choice(flavour.names)
    bare = name == FEE or chance.random() < 0.75
    reference = "" if bare else chance.choice(("", "7001", "7001", "7002"))
    transacted = day - chance.choice((1, 2, 5)) * DAY if chance.random() < 0.06 else None
    return Line(paper, day, Decimal(chance.choice(flavour.amounts)), name, "", reference, transacted)


def _entry(chance: Random, line: Line, flavour: Flavour) -> Booked:
    """Return the entry of a printed row: mostly with the same values."""
    assert line.date is not None
    name = line.name if chance.random() < 0.85 else chance.choice((*flavour.names, "", "Marigold"))
    amount = (
        line.amount
        if chance.random() < 0.95
        else Decimal(chance.choice((*flavour.amounts, str(-line.amount), str(line.amount + Decimal("0.01")))))
    )
    reference = line.reference if chance.random() < 0.85 else chance.choice(("", "7001", "7002"))
    return _paid(chance, line.date - chance.choice(LAGS) * DAY, amount, name, reference, flavour)


def _paid(chance: Random, day: dt.date, amount: Decimal, name: str, reference: str, flavour: Flavour) -> Booked:
    if name == FEE:
        return Booked("", day, amount, name, FEE)
    way = chance.choice(flavour.ways)
    if way == "cheque":
        return _cheque(chance, Booked("", day, amount, name, "", "", reference))
    if way == "banked" and amount <= 0:
        way = "unknown"
    return Booked("", day, amount, name, way, "", reference)


def _cheque(chance: Random, row: Booked) -> Booked:
    """One that is issued has a number and time; one that is taken is banked."""
    if row.amount >= 0:
        return replace(row, way="banked" if row.amount else "unknown")
    late = chance.choice((0, 0, 0, 20, 60, 150, 175, 179, 180, 181, 190))
    return replace(row, way="cheque", date=row.date - late * DAY, number=chance.choice(("101", "102")))


def _stray(chance: Random, periods: Sequence[Period], flavour: Flavour) -> Booked:
    first, last = periods[0][0], max(last for _, last in periods)
    anywhere = first + chance.randint(-20, (last - first).days + 10) * DAY
    day = chance.choice((anywhere, first - chance.randint(1, 9) * DAY, periods[-1][0] - chance.randint(0, 8) * DAY))
    name = chance.choice(flavour.names)
    return _paid(chance, day, Decimal(chance.choice(flavour.amounts)), name, "", flavour)


def _numbered(chance: Random, rows: list[Booked], opening_date: dt.date, first: dt.date) -> list[Booked]:
    """Return the entries with ids and, by chance, another state: brought forward, pending, void, excluded, a reversal."""
    found: list[Booked] = []
    for place, row in enumerate(rows):
        early = row.date < opening_date and chance.random() < 0.9
        outstanding = row.date < first and chance.random() < 0.3
        row = replace(row, id=f"e{place}", brought_forward=early or outstanding)
        if chance.random() < 0.04:
            row = replace(row, status=chance.choice(("pending", "void")))
        if chance.random() < 0.02:
            row = replace(row, excluded=True)
        if found and chance.random() < 0.05:
            row = replace(row, reversal_of=chance.choice(found).id)
            if chance.random() < 0.8:
                original = next(other for other in found if other.id == row.reversal_of)
                row = replace(row, amount=-original.amount, way=FEE if row.way == FEE else "unknown", number="")
        found.append(row)
    return found


def _papers(
    chance: Random, periods: Sequence[Period], lines: Sequence[Line], strays: Sequence[Booked], opening_date: dt.date
) -> list[Paper]:
    """Return papers whose balances add up: the sums before and between them are mostly those of the books."""
    balance, day, made = Decimal(1000), opening_date, []
    for place, (first, last) in enumerate(periods):
        between = [
            row for row in strays if day <= row.date < first and row.status == "posted" and not row.excluded and not row.brought_forward
        ]
        balance += sum((row.amount for row in between if chance.random() < 0.9), Decimal(0))
        if chance.random() < 0.06:
            balance += chance.choice((-20, 20, Decimal("0.01")))
        closing = balance + sum((line.amount for line in lines if line.paper == place), Decimal(0))
        if chance.random() < 0.03:
            closing += chance.choice((-20, Decimal("0.01")))
        made.append(Paper(first, last, balance, closing))
        balance, day = closing, last + DAY
    return made


def _spoiled(chance: Random, case: Case) -> Case:
    papers = [replace(paper, **chance.choice(SPOILED)) if chance.random() < 0.15 else paper for paper in case.papers]
    lines = [replace(line, date=None) if chance.random() < 0.02 else line for line in case.lines]
    lines = [replace(line, number=_number_of(chance, line, case)) for line in lines]
    entries = [replace(entry, from_paper=chance.randrange(len(papers))) if chance.random() < 0.01 else entry for entry in case.entries]
    opening = None if chance.random() < 0.02 else case.opening
    opening_date = None if chance.random() < 0.01 else case.opening_date
    if opening_date and chance.random() < 0.02:
        opening_date += 40 * DAY
    return replace(case, papers=tuple(papers), lines=tuple(lines), entries=tuple(entries), opening=opening, opening_date=opening_date)


def _number_of(chance: Random, line: Line, case: Case) -> str:
    """A cheque's number is mostly printed as it was issued."""
    if line.amount >= 0 or line.name == FEE or not any(entry.number for entry in case.entries):
        return ""
    alike = [entry.number for entry in case.entries if entry.number and entry.amount == line.amount]
    return chance.choice((*alike, *alike, *alike, "", "102"))


def _shuffled(chance: Random, case: Case) -> Case:
    """Papers arrive in any order."""
    order = list(range(len(case.papers)))
    if chance.random() < 0.5:
        chance.shuffle(order)
    where = {old: new for new, old in enumerate(order)}
    return replace(
        case,
        papers=tuple(case.papers[old] for old in order),
        lines=tuple(replace(line, paper=where[line.paper]) for line in case.lines),
        entries=tuple(entry if entry.from_paper is None else replace(entry, from_paper=where[entry.from_paper]) for entry in case.entries),
    )
