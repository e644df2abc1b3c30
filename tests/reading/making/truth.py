"""What is true of a made document: accounts with rows and balances, as the bank's books have them."""

import datetime as dt
import random
from dataclasses import dataclass, field, replace
from decimal import Decimal

from tests.reading.making.languages import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """One movement, signed from the holder's side."""

    day: dt.date
    text: str
    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One account over one period."""

    number: str
    first: dt.date
    last: dt.date
    opening: Decimal
    movements: tuple[Movement, ...]
    card: bool = False
    printed_closing: Decimal | None = None  # where a fault was planted

    @property
    def closing(self) -> Decimal:
        if self.printed_closing is not None:
            return self.printed_closing
        return self.opening + sum((movement.amount for movement in self.movements), Decimal(0))

    def next_month(self, random_: random.Random, language: Language) -> "Account":
        first = self.last + dt.timedelta(days=1)
        return draw_account(random_, language, first=first, opening=self.closing, number=self.number, card=self.card)


@dataclass(slots=True)
class Made:
    """A made document's truth. `whole` is false where a fault was planted: nothing in it may be called proved."""

    accounts: list[Account] = field(default_factory=list)
    whole: bool = True
    fault: str = ""


def draw_account(
    random_: random.Random,
    language: Language,
    *,
    first: dt.date | None = None,
    opening: Decimal | None = None,
    number: str | None = None,
    card: bool = False,
) -> Account:
    """A month of movements, with twins, round sums, reversals and quiet days."""
    first = first or dt.date(random_.choice((2019, 2023, 2024, 2025)), random_.randint(1, 12), random_.choice((1, 1, 1, 15)))
    last = (first + dt.timedelta(days=32)).replace(day=1) - dt.timedelta(days=1) if first.day == 1 else first + dt.timedelta(days=29)
    count = random_.choice((1, 3, 6, 12, 25, 60))
    days = sorted(first + dt.timedelta(days=random_.randint(0, (last - first).days)) for _ in range(count))
    movements: list[Movement] = []
    for day in days:
        movements.append(_movement(random_, language, day, movements))
    start = opening if opening is not None else _cents(random_, 0, 900_000) * random_.choice((1, 1, 1, 1, 0, -1))
    if card and opening is None:
        start = -abs(start)
    return Account(
        number=number or "".join(random_.choice("0123456789") for _ in range(random_.choice((8, 10)))),
        first=first,
        last=last,
        opening=start,
        movements=tuple(movements),
        card=card,
    )


def _movement(random_: random.Random, language: Language, day: dt.date, before: list[Movement]) -> Movement:
    chance = random_.random()
    if before and chance < 0.08:
        return replace(before[-1], day=day)
    if before and chance < 0.12:
        return replace(before[-1], day=day, amount=-before[-1].amount)
    sign = 1 if random_.random() < 0.25 else -1
    size = _cents(random_, 5, 30_000) if random_.random() < 0.8 else _cents(random_, 100_000, 500_000)
    return Movement(day=day, text=random_.choice(language.payees), amount=sign * size)


def _cents(random_: random.Random, least: int, most: int) -> Decimal:
    return Decimal(random_.randint(least, most)).scaleb(-2)
