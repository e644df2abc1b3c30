"""Draws an account's books: a period, an opening, movements with twins, round sums and reversals."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from typing import Any

from tests.reading.making.chance import Chance
from tests.reading.making.habits import Habits
from tests.reading.making.truth import Account, Movement

PLACES = {"two": 2, "zero": 0, "three": 3}
PREFIX = {"checking": "", "savings": "", "card": "card_", "loan": "loan_", "wallet": "wallet_"}
INCOME = {"checking": 0.28, "savings": 0.6, "card": 0.15, "loan": 0.5, "wallet": 0.35}
SURELY_A_DAY = 13  # a day of the month that can be no month


def draw_accounts(chance: Chance, habits: Habits, words: dict[str, Any]) -> list[Account]:
    account = draw_account(chance, habits, words)
    if habits["accounts"] == "next":
        return [account, following(chance, habits, words, account)]
    if habits["accounts"] == "two":
        other = draw_account(chance, habits, words, kind=chance.pick(("savings", "checking")))
        rows = tuple(replace(one, day=_within(one.day, account), other=_within(one.day, account)) for one in other.movements)
        return [account, replace(other, first=account.first, last=account.last, movements=tuple(sorted(rows, key=lambda one: one.day)))]
    return [account]


def _within(day: dt.date, account: Account) -> dt.date:
    return account.first + dt.timedelta(days=day.toordinal() % ((account.last - account.first).days + 1))


def following(chance: Chance, habits: Habits, words: dict[str, Any], account: Account) -> Account:
    """The same account's next month."""
    start = account.last + dt.timedelta(days=1)
    drawn = draw_account(chance, habits, words, first=start)
    return replace(drawn, number=account.number, opening=account.closing)


def draw_account(chance: Chance, habits: Habits, words: dict[str, Any], *, kind: str = "", first: dt.date | None = None) -> Account:
    kind = kind or habits["kind"]
    first = first or _first_day(chance, habits)
    last = _last_day(first)
    rows = _movements(chance, habits, words[PREFIX[kind] + "income"], words[PREFIX[kind] + "spending"], (first, last), INCOME[kind])
    if habits["activity"] == "none":
        rows = []
    number = chance.digits(16) if kind == "card" else chance.digits(chance.pick((8, 10, 11)))
    return Account(kind=kind, number=number, first=first, last=last, opening=_opening(chance, habits, kind), movements=tuple(rows))


def _first_day(chance: Chance, habits: Habits) -> dt.date:
    year = chance.pick((2024, 2023, 2025, 2019))
    if habits["year_turns"] == "yes":
        return dt.date(year, 12, chance.pick((11, 15, 21)))
    return dt.date(year, chance.between(1, 12), chance.pick((1, 1, 1, 1, 5)))


def _last_day(first: dt.date) -> dt.date:
    """The month's last day, or the day before the same day of the next month."""
    following_month = (first.replace(day=1) + dt.timedelta(days=32)).replace(day=first.day)
    return following_month - dt.timedelta(days=1)


def _opening(chance: Chance, habits: Habits, kind: str) -> Decimal:
    size = chance.money(10_000, 900_000, PLACES[habits["decimals"]])
    if habits["decimals"] == "zero":
        size *= 100
    if habits["grouping"] == "lakh":
        size *= 100  # so that it has more than one mark of thousands
    if kind in {"card", "loan"}:
        return -size * (10 if kind == "loan" else 1)
    return size * chance.pick((1, 1, -1, 1, -1, 1, -1, 10) if habits["overdrawn"] == "word" else (1, 1, 1, 1, 1, 1, -1, 10))


def _movements(
    chance: Chance, habits: Habits, income: list[str], spending: list[str], period: tuple[dt.date, dt.date], share: float
) -> list[Movement]:
    first, last = period
    count = chance.pick((1, 2, 4, 6, 9, 14, 22, 40, 70))
    days = sorted(first + dt.timedelta(days=chance.between(0, (last - first).days)) for _ in range(count))
    if all(day.day < SURELY_A_DAY for day in days):
        days[-1] = max(days[-1], first + dt.timedelta(days=20 if first.day < SURELY_A_DAY else 2))
    rows: list[Movement] = []
    for day in days:
        rows.append(
            _alike(chance, rows[-1], day)
            if habits.has("pairs") and rows and chance.happens(0.2)
            else _movement(chance, habits, day, income, spending, share)
        )
    return sorted(rows, key=lambda row: (row.day, row.time))


def _alike(chance: Chance, before: Movement, day: dt.date) -> Movement:
    return replace(before, day=day, other=day, amount=before.amount * chance.pick((1, -1)))


def _movement(chance: Chance, habits: Habits, day: dt.date, income: list[str], spending: list[str], share: float) -> Movement:
    into = chance.happens(share)
    most = chance.pick((9_000, 30_000, 30_000, 400_000, 90))
    amount = chance.money(1 if most == 90 else 100, most, PLACES[habits["decimals"]])
    if chance.happens(0.2):
        amount = amount.to_integral_value().quantize(amount) or amount
    if habits["decimals"] == "zero":
        amount = amount * 100 or Decimal(500)
    check = str(chance.between(1001, 1999)) if not into and habits["kind"] == "checking" and chance.happens(0.25) else ""
    back = dt.timedelta(days=chance.between(0, 2))
    other = day - back if habits["second_date"] == "transaction" else day + back
    time = f"{chance.between(7, 22):02}:{chance.between(0, 59):02}"
    return Movement(
        day=day, text=chance.pick(income if into else spending), amount=amount if into else -amount, other=other, check=check, time=time
    )
