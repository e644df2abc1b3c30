"""Made statements of brokers: an account of cash among tables of holdings and trades."""

import datetime as dt
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.reading.making.chance import seeded
from tests.reading.making.scene import Scene
from tests.reading.making.truth import NOTHING

WORDS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("brokers.json").read_text(encoding="utf-8"))
SECURITIES = ("ACME Corp", "Beta Index Fund", "Gamma Bond 2031", "Delta Energy", "Epsilon Trust", "Zeta Mining")
CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Cash:
    """One row of the cash account, signed from the holder's side."""

    day: dt.date
    text: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Position:
    """A holding, or a trade of its `day`."""

    name: str
    quantity: Decimal
    price: Decimal
    day: dt.date | None = None

    @property
    def value(self) -> Decimal:
        return (self.quantity * self.price).quantize(CENT)


@dataclass(frozen=True, slots=True)
class Broker:
    """The truth of a broker's statement, and how it is drawn. `order` are its sections from the top; `sides` draws debits and credits in
    columns of their own, `running` a balance beside each row. `totalled` and `costed` draw a total and costs of the holdings. A
    `printed_closing` differs from the rows if one of them is not drawn."""

    country: str
    words: dict[str, str]
    opening: Decimal
    rows: tuple[Cash, ...]
    holdings: tuple[Position, ...]
    trades: tuple[Position, ...]
    order: tuple[str, ...]
    sides: bool
    running: bool
    totalled: bool
    costed: bool
    summary: bool
    printed_closing: Decimal | None = None

    @property
    def closing(self) -> Decimal:
        return self.printed_closing or (self.opening + sum((row.amount for row in self.rows), NOTHING))


@dataclass
class _Drawing:
    broker: Broker
    scene: Scene = field(default_factory=lambda: Scene(random.Random(1)))  # noqa: S311  nothing secret is drawn

    def number(self, amount: Decimal, places: int = 2) -> str:
        thousands, point = WORDS[self.broker.country]["marks"]
        return f"{amount:,.{places}f}".translate(str.maketrans({",": thousands, ".": point}))

    def day(self, day: dt.date) -> str:
        return day.strftime(WORDS[self.broker.country]["day"])

    def draw(self) -> Scene:
        broker, words, scene = self.broker, self.broker.words, self.scene
        label, to = WORDS[broker.country]["period"]
        first = broker.rows[0].day.replace(day=1)
        scene.cells((50, "Example Brokers"), size=14, step=20)
        scene.cells((50, words["title"]), size=12, step=18)
        scene.cells((50, f"{words['number']}: 4410 2288"))
        scene.cells((50, f"{label} {self.day(first)} {to} {self.day(first.replace(day=28))}"), step=20)
        if broker.summary:
            title, cash, securities, total = WORDS[broker.country]["summary"]
            held = sum((position.value for position in broker.holdings), NOTHING)
            scene.cells((50, title), bold=True)
            for name, amount in ((cash, broker.closing), (securities, held), (total, broker.closing + held)):
                scene.cells((50, name), (-300, self.number(amount)))
            scene.sheet.down(10)
        drawn: dict[str, Callable[[], None]] = {"cash": self._cash, "holdings": self._holdings, "trades": self._trades}
        for section in broker.order:
            drawn[section]()
            scene.sheet.down(12)
        return scene

    def _row(self, *cells: tuple[float, str], bold: bool = False) -> None:
        if self.scene.sheet.y > 780:
            self.scene.sheet.next_page()
        self.scene.cells(*cells, size=8, bold=bold)

    def _cash(self) -> None:
        broker, words = self.broker, self.broker.words
        self._row((50, words["cash"]), bold=True)
        self._row((50, words["opening"]), (-545, self.number(broker.opening)))
        sides = ((-390.0, words["debit"]), (-465.0, words["credit"])) if broker.sides else ((-465.0, words["amount"]),)
        balance = ((-545.0, words["balance"]),) if broker.running else ()
        self._row((50, words["date"]), (115, words["text"]), *sides, *balance, bold=True)
        running = broker.opening
        for row in broker.rows:
            running += row.amount
            size = self.number(abs(row.amount)) if broker.sides else self.number(row.amount)
            place = -390.0 if broker.sides and row.amount < 0 else -465.0
            reached = ((-545.0, self.number(running)),) if broker.running else ()
            self._row((50, self.day(row.day)), (115, row.text), (place, size), *reached)
        self._row((50, words["closing"]), (-545, self.number(broker.closing)))

    def _holdings(self) -> None:
        broker, words = self.broker, self.broker.words
        self._row((50, words["holdings"]), bold=True)
        cost = ((-440.0, words["cost"]),) if broker.costed else ()
        self._row((50, words["security"]), (-260, words["quantity"]), (-350, words["price"]), *cost, (-545, words["value"]), bold=True)
        for position in broker.holdings:
            cost = ((-440.0, self.number(position.value * Decimal("0.9"))),) if broker.costed else ()
            quantity, price = self.number(position.quantity, 0), self.number(position.price)
            self._row((50, position.name), (-260, quantity), (-350, price), *cost, (-545, self.number(position.value)))
        if broker.totalled:
            self._row((50, words["total"]), (-545, self.number(sum((position.value for position in broker.holdings), NOTHING))))

    def _trades(self) -> None:
        words = self.broker.words
        self._row((50, words["trades"]), bold=True)
        heads = ((-340, words["quantity"]), (-430, words["price"]), (-545, words["amount"]))
        self._row((50, words["trade_day"]), (125, words["settled"]), (200, words["security"]), *heads, bold=True)
        for trade in self.broker.trades:
            day = trade.day or dt.date(2025, 1, 1)
            cells = ((50, self.day(day)), (125, self.day(day + dt.timedelta(days=2))), (200, trade.name))
            figures = ((-340, self.number(trade.quantity, 0)), (-430, self.number(trade.price)), (-545, self.number(trade.value)))
            self._row(*cells, *figures)


def draw(broker: Broker) -> Scene:
    """Return the drawn statement."""
    return _Drawing(broker).draw()


def make(seed: int) -> Broker:
    """Return the broker's statement of a seed."""
    chance = seeded(seed)
    country = chance.pick(list(WORDS))
    words = {
        name: chance.pick(option) if isinstance(option, list) else option for name, option in WORDS[country].items() if name != "summary"
    }
    month = dt.date(chance.between(2022, 2025), chance.between(1, 12), 1)
    rows, trades = list[Cash](), list[Position]()
    days = sorted(chance.between(1, 24) for _ in range(chance.between(2, 14)))
    for day in (month.replace(day=day) for day in days):
        kind = chance.weighed({"deposit": 2, "withdrawal": 1, "dividend": 2, "bought": 3, "sold": 2, "charge": 1})
        name = chance.pick(SECURITIES)
        if kind in {"bought", "sold"}:
            trade = Position(f"{words[kind]} {name}", Decimal(chance.between(1, 400)), chance.money(200, 20_000, 2), day)
            trades.append(trade)
            rows.append(Cash(day, trade.name, trade.value if kind == "sold" else -trade.value))
        elif kind == "dividend":
            rows.append(Cash(day, f"{words[kind]} {name}", chance.money(100, 30_000, 2)))
        else:
            size = chance.money(500, 500_000, 2)
            rows.append(Cash(day, words[kind], size if kind == "deposit" else -size))
    spent = -min(NOTHING, sum((row.amount for row in rows if row.amount < 0), NOTHING))
    names = chance.shuffled(SECURITIES)[: chance.between(1, len(SECURITIES))]
    held = [Position(name, Decimal(chance.between(1, 900)), chance.money(200, 40_000, 2)) for name in names]
    sections = ["cash", *(["holdings"] if chance.happens(0.9) else []), *(["trades"] if trades and chance.happens(0.7) else [])]
    return Broker(
        country=country,
        words=words,
        opening=spent + chance.money(10_000, 900_000, 2),
        rows=tuple(rows),
        holdings=tuple(held),
        trades=tuple(trades),
        order=tuple(chance.shuffled(sections)),
        sides=chance.happens(0.4),
        running=chance.happens(0.7),
        totalled=chance.happens(0.7),
        costed=chance.happens(0.4),
        summary=chance.happens(0.4),
    )
