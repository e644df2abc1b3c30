"""Made statements of loans: payments with their parts, in columns beside each other or in lines beneath each other."""

import datetime as dt
import json
import random
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.reading.making.chance import Chance, seeded
from tests.reading.making.scene import Scene
from tests.reading.making.truth import NOTHING

WORDS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("loans.json").read_text(encoding="utf-8"))
PARTS = ("principal", "interest", "escrow", "insurance", "fee")
EDGES = (250.0, 305.0, 360.0, 415.0, 470.0, 545.0)
"""Right edges of the columns of money, in points."""
MOST_MONTHS = 14


@dataclass(frozen=True, slots=True)
class Payment:
    """One payment with its parts by kind; what it pays in all, and the debt after it."""

    day: dt.date
    text: str
    parts: dict[str, Decimal]
    balance: Decimal

    @property
    def total(self) -> Decimal:
        return sum(self.parts.values(), NOTHING)


@dataclass(frozen=True, slots=True)
class Loan:
    """The truth of a loan's statement, and how it is drawn: `layout` is columns, beneath (in the column of payments) or indented (in a
    column of their own), `running` if each row prints the debt. `total_last` draws the payment behind its parts, `blank` nothing for a part
    of nothing. `year` prints the sums of the year above the rows. `spoiled` is a part that is printed with another digit: its row's place
    and its kind."""

    country: str
    words: dict[str, str]
    opening: Decimal
    payments: tuple[Payment, ...]
    layout: str
    kinds: tuple[str, ...]
    running: bool
    total_last: bool
    blank: bool
    year: bool
    symbol: bool
    spoiled: tuple[int, str, int] | None = None

    @property
    def closing(self) -> Decimal:
        return self.payments[-1].balance

    def amounts(self) -> list[Decimal]:
        return [payment.parts.get("principal", NOTHING) for payment in self.payments]


@dataclass
class _Drawing:
    loan: Loan
    scene: Scene = field(default_factory=lambda: Scene(random.Random(1)))  # noqa: S311  nothing secret is drawn

    def money(self, amount: Decimal, *, spoil: int | None = None) -> str:
        """Return the figure as its country writes it; `spoil` is the place of a digit, from the right, that is printed as the next one."""
        digits = f"{amount:,.2f}"
        if spoil is not None:
            places = [place for place, sign in enumerate(digits) if sign.isdigit()]
            place = places[-1 - spoil % len(places)]
            digits = digits[:place] + str((int(digits[place]) + 1) % 10) + digits[place + 1 :]
        thousands, point = WORDS[self.loan.country]["marks"]
        written = digits.translate(str.maketrans({",": thousands, ".": point}))
        symbol = WORDS[self.loan.country]["symbol"]
        if not self.loan.symbol:
            return written
        return f"{symbol}{written}" if symbol in {"$", "£"} else f"{written} {symbol}"

    def day(self, day: dt.date) -> str:
        return day.strftime(WORDS[self.loan.country]["day"])

    def draw(self) -> Scene:
        loan, words, scene = self.loan, self.loan.words, self.scene
        first, last = loan.payments[0].day.replace(day=1), loan.payments[-1].day.replace(day=28)
        label, to = WORDS[loan.country]["period"]
        scene.cells((50, "Example Lending"), size=14, step=20)
        scene.cells((50, words["title"]), size=12, step=18)
        scene.cells((50, f"{words['number']}: 4410 2288 731"))
        scene.cells((50, f"{label} {self.day(first)} {to} {self.day(last)}"))
        scene.cells((50, f"{words['opening']} ({words['code']})"), (-300, self.money(loan.opening)))
        scene.cells((50, f"{words['closing']} ({words['code']})"), (-300, self.money(loan.closing)), step=22)
        if loan.year:
            scene.cells((50, words["year"]), bold=True)
            for kind in loan.kinds:
                paid = sum((payment.parts.get(kind, NOTHING) for payment in loan.payments), NOTHING)
                scene.cells((50, words[kind]), (-300, self.money(paid * 3)))
            scene.sheet.down(10)
        (self._columns if loan.layout == "columns" else self._beneath)()
        return scene

    def _part(self, place: int, kind: str) -> str:
        amount = self.loan.payments[place].parts.get(kind, NOTHING)
        spoiled = self.loan.spoiled
        return self.money(amount, spoil=spoiled[2] if spoiled and spoiled[:2] == (place, kind) else None)

    def _columns(self) -> None:
        loan, words = self.loan, self.loan.words
        kinds = [*loan.kinds, "payment"] if loan.total_last else ["payment", *loan.kinds]
        kinds += ["balance"] if loan.running else []
        edges = dict(zip(kinds, EDGES[len(EDGES) - len(kinds) :], strict=True))
        self.scene.cells((40, words["date"]), (95, words["text"]), *((-edges[kind], words[kind]) for kind in kinds), bold=True, size=7)
        for place, payment in enumerate(loan.payments):
            cells = [(40.0, self.day(payment.day)), (95.0, payment.text)]
            for kind in kinds:
                if kind in {"payment", "balance"}:
                    cells.append((-edges[kind], self.money(payment.total if kind == "payment" else payment.balance)))
                elif payment.parts.get(kind) or not loan.blank:
                    cells.append((-edges[kind], self._part(place, kind)))
            self._row(*cells)

    def _beneath(self) -> None:
        loan, words = self.loan, self.loan.words
        balance = [(-545.0, words["balance"])] if loan.running else []
        self.scene.cells((50, words["date"]), (120, words["text"]), (-450, words["payment"]), *balance, bold=True)
        edge = -450.0 if loan.layout == "beneath" else -340.0
        for place, payment in enumerate(loan.payments):
            reached = [(-545.0, self.money(payment.balance))] if loan.running else []
            self._row((50.0, self.day(payment.day)), (120.0, payment.text), (-450.0, self.money(payment.total)), *reached)
            for kind in (kind for kind in loan.kinds if payment.parts.get(kind)):
                self._row((130.0, words[kind]), (edge, self._part(place, kind)))

    def _row(self, *cells: tuple[float, str]) -> None:
        if self.scene.sheet.y > 780:
            self.scene.sheet.next_page()
        self.scene.cells(*cells, size=8)


def draw(loan: Loan) -> Scene:
    """Return the drawn statement."""
    return _Drawing(loan).draw()


def make(seed: int) -> Loan:
    """Return the loan of a seed."""
    chance = seeded(seed)
    country = chance.pick(list(WORDS))
    choices = {name: options for name, options in WORDS[country].items() if isinstance(options, list) and name != "period"}
    words = {name: chance.pick(options) for name, options in choices.items()}
    words |= {name: WORDS[country][name] for name in ("code", "number", "year")}
    extra = [kind for kind in ("escrow", "insurance") if kind in words and chance.happens(0.6)]
    kinds = ("principal", "interest", *extra, *(["fee"] if chance.happens(0.4) else []))
    debt = chance.money(5_000_000, 40_000_000, 2)
    opening, payments = debt, []
    rate, month = Decimal(chance.between(15, 80)) / 12000, dt.date(chance.between(2022, 2025), chance.between(1, 12), 1)
    instalment = (opening * rate).quantize(Decimal("0.01")) + chance.money(20_000, 120_000, 2)
    held = chance.money(10_000, 60_000, 2)
    for _ in range(chance.between(1, MOST_MONTHS)):
        interest = (debt * rate).quantize(Decimal("0.01"))
        parts = {"principal": instalment - interest, "interest": interest}
        parts |= dict.fromkeys(extra, held)
        if "fee" in kinds and chance.happens(0.3):
            parts["fee"] = chance.money(500, 4000, 2)
        rows = [(chance.between(1, 5), words["paid"], parts)]
        if chance.happens(0.15):
            rows.append((chance.between(8, 14), words["extra"], {"principal": chance.money(50_000, 300_000, 2)}))
        if "fee" in kinds and chance.happens(0.12):
            rows.append((chance.between(15, 25), words["charged"], {"fee": chance.money(500, 4000, 2)}))
        for day, text, paid in rows:
            debt -= paid.get("principal", NOTHING)
            payments.append(Payment(month.replace(day=day), text, paid, debt))
        month = (month + dt.timedelta(days=31)).replace(day=1)
    return Loan(
        country=country,
        words=words,
        opening=opening,
        payments=tuple(payments),
        layout=chance.weighed({"columns": 0.6, "beneath": 0.25, "indented": 0.15}),
        kinds=kinds,
        running=chance.happens(0.6),
        total_last=chance.happens(0.3),
        blank=chance.happens(0.5),
        year=chance.happens(0.25),
        symbol=chance.happens(0.3),
    )


def spoiled(seed: int) -> Loan:
    """Return the loan of a seed with another digit printed in one of its parts."""
    loan, chance = make(seed), Chance(random.Random(-seed - 1))  # noqa: S311  a seed must give the same document again
    place = chance.between(0, len(loan.payments) - 1)
    kind = chance.pick(sorted(loan.payments[place].parts))
    return replace(loan, spoiled=(place, kind, chance.between(0, 5)))
