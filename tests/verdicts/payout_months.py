"""Made months of a shop with three payment processors: lines of the bank, entries of the books, reports of payouts, and what belongs
together in truth."""

import datetime as dt
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from reconciliation.matching import MatchRow, Payout, PayoutPart, make_row

PRICES = ("4.50", "9.99", "12.00", "19.99", "20.00", "20.00", "30.00", "49.90", "75.00", "120.00")
NAMES = ("Anna Smith", "B. Okoro", "Carla Rossi", "D. Meyer", "Emil Novak", "Fatima Khan", "G. Silva", "Hana Sato")
PROCESSORS = (("STRIPE", 1, Decimal("0.014"), Decimal("0.25")), ("PAYPAL", 7, Decimal("0.0249"), Decimal("0.35")),
              ("SUMUP", 3, Decimal("0.0169"), Decimal(0)))  # fmt: skip
CENT = Decimal("0.01")
FEES = ("none", "one", "each")


@dataclass(slots=True)
class ShopMonth:
    """`belongs` has the entries of each payout in truth by its id, `line_of` its line, `fee_of` the fee that the books lack."""

    payouts: list[Payout] = field(default_factory=list)
    lines: list[MatchRow] = field(default_factory=list)
    entries: list[MatchRow] = field(default_factory=list)
    belongs: dict[str, set[object]] = field(default_factory=dict)
    line_of: dict[str, object] = field(default_factory=dict)
    fee_of: dict[str, Decimal] = field(default_factory=dict)
    unbooked: set[str] = field(default_factory=set)
    style: dict[str, object] = field(default_factory=dict)


def shop_month(seed: int) -> ShopMonth:
    pick = random.Random(f"shop month {seed}")  # noqa: S311  for tests
    month = ShopMonth()
    month.style = {"seed": seed, "references": pick.random() < 0.6, "fees": pick.choice(FEES), "payout_id": pick.random() < 0.5}
    numbers = iter(range(10**6, 10**7))
    for name, every, share, fixed in PROCESSORS:
        delay = pick.randint(0, 3)
        day, parts = dt.date(2026, 1, 1), list[PayoutPart]()
        while day < dt.date(2026, 1, 30):
            days = [day + dt.timedelta(days=offset) for offset in range(every)]
            parts += [part for one in days for part in _parts(pick, one, share, fixed, numbers)]
            day += dt.timedelta(days=every)
            if sum(part.net for part in parts) > 0:  # what is owed to the processor is left for the next payout
                _pay_out(pick, month, name, day, delay, parts, next(numbers))
                parts = []
    _others(pick, month, numbers)
    pick.shuffle(month.lines)
    pick.shuffle(month.entries)
    return month


def _parts(pick: random.Random, day: dt.date, share: Decimal, fixed: Decimal, numbers: Iterator[int]) -> Iterator[PayoutPart]:
    for _count in range(pick.choice((0, 1, 2, 3, 5))):
        gross = Decimal(pick.choice(PRICES)) if pick.random() < 0.6 else Decimal(pick.randint(300, 20000)).scaleb(-2)
        fee = (gross * share + fixed).quantize(CENT)
        if pick.random() < 0.06:
            gross, fee = -gross, Decimal(0)
        yield PayoutPart(gross=gross, fee=fee, day=day, reference=f"ORD{next(numbers)}", text=pick.choice(NAMES))


def _pay_out(pick: random.Random, month: ShopMonth, name: str, day: dt.date, delay: int, parts: list[PayoutPart], number: int) -> None:
    payout = Payout(
        id=f"{name} {day}", day=day, net=sum((part.net for part in parts), Decimal(0)), reference=f"PO{number}", parts=tuple(parts)
    )
    month.payouts.append(payout)
    printed = day + dt.timedelta(days=delay)
    text = f"{name} PAYOUT {payout.reference}" if month.style["payout_id"] else f"{name} PAYOUT"
    month.lines.append(make_row(key=(0, len(month.lines)), days=(printed,), amount=payout.net, text=text, page=0))
    month.line_of[payout.id] = month.lines[-1].key
    belongs = month.belongs.setdefault(payout.id, set())
    is_left_out = pick.random() < 0.04 and len(parts) < 1000
    for place, part in enumerate(parts):
        if place == 0 and is_left_out:
            month.unbooked.add(payout.id)
            continue
        booked = (part.day or day) + dt.timedelta(days=pick.choice((0, 0, 0, 1)))
        text = f"{part.text} order {part.reference}" if month.style["references"] else part.text
        belongs.add(_book(month, booked, part.gross, text))
        if month.style["fees"] == "each" and part.fee:
            belongs.add(_book(month, booked, -part.fee, f"{name} fee {part.reference}" if month.style["references"] else f"{name} fee"))
    if payout.fees and month.style["fees"] == "one":
        belongs.add(_book(month, day, -payout.fees, f"{name} fees"))
    if payout.fees and month.style["fees"] == "none":
        month.fee_of[payout.id] = -payout.fees


def _book(month: ShopMonth, day: dt.date, amount: Decimal, text: str) -> object:
    key = f"e{len(month.entries)}"
    month.entries.append(make_row(key=key, days=(day,), amount=amount, text=text))
    return key


def _others(pick: random.Random, month: ShopMonth, numbers: Iterator[int]) -> None:
    """Add payments to and from the account that are no payouts, of popular prices too, some in one side alone."""
    for _count in range(25):
        day = dt.date(2026, 1, 1) + dt.timedelta(days=pick.randint(0, 29))
        amount = Decimal(pick.choice(PRICES)) * pick.choice((1, 1, -1, -7))
        text = f"{pick.choice(NAMES)} invoice {next(numbers)}"
        if pick.random() < 0.9:
            month.lines.append(make_row(key=(0, len(month.lines)), days=(day,), amount=amount, text=text.upper(), page=0))
        if pick.random() < 0.9:
            _book(month, day - dt.timedelta(days=pick.choice((0, 1, 2))), amount, text)


def large_payout(payments: int) -> ShopMonth:
    """One payout of many payments in a week, with entries of the gross amounts that name no reference, and one of the fees."""
    pick = random.Random(f"large payout {payments}")  # noqa: S311  for tests
    month, first = ShopMonth(), dt.date(2026, 1, 1)
    parts = []
    for place in range(payments):
        gross = Decimal(pick.randint(100, 20000)).scaleb(-2)
        fee = (gross * Decimal("0.014") + Decimal("0.25")).quantize(CENT)
        parts.append(PayoutPart(gross=gross, fee=fee, day=first + dt.timedelta(days=place % 7), text=pick.choice(NAMES)))
    month.style = {"references": False, "fees": "one", "payout_id": False}
    _pay_out(pick, month, "STRIPE", first + dt.timedelta(days=7), 1, parts, 1)
    return month
