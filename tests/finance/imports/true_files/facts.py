"""The rows of accounts as they are in truth, before a format writes them."""

import datetime as dt
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

WORDS = (
    "Shop", "Salary", "Rent; flat 3", 'The "Old" Inn', "Café", "Müller & Söhne", "O'Hara Ltd", "a < b > c", "100 % /x/ -3,50", "2 Jan 26",
    "Total of the month", "EUR 4,00", "USD", "Pending refund", "Balance",
)  # fmt: skip
FAR_WORDS = ("Żabka Łódź", "Магазин", "スーパー", "Καφέ", "Türk Telekom", "Żółć & Syn")
NO_LATIN = {"cp1252": WORDS, "utf-8": (*WORDS, *FAR_WORDS)}
CENTS = (350, 1250, 99, 123456, 10000, 1, 5, 100000, 999999999)


@dataclass(frozen=True, slots=True)
class TrueRow:
    """A row; `token` is a word of its text that no other row has. `identity` is the id that the file gives it, good or bad."""

    token: str
    day: dt.date
    amount: Decimal
    words: str
    status: str = "posted"
    currency: str = "EUR"
    identity: str = ""

    @property
    def text(self) -> str:
        return f"{self.token} {self.words}"


@dataclass(frozen=True, slots=True)
class TrueAccount:
    """`wrong_by` is what the stated closing balance is wrong by."""

    number: str
    currency: str
    opening: Decimal
    rows: tuple[TrueRow, ...]
    wrong_by: Decimal = Decimal(0)

    def counts(self, row: TrueRow) -> bool:
        return row.status == "posted" and row.currency == self.currency

    @property
    def closing(self) -> Decimal:
        """The closing balance that the file states."""
        return self.opening + sum((row.amount for row in self.rows if self.counts(row)), Decimal(0)) + self.wrong_by

    @property
    def end(self) -> dt.date:
        return max(row.day for row in self.rows)


@dataclass(frozen=True, slots=True)
class TrueFile:
    """A file; `states_balances` says that a wrong closing balance can be noticed in it."""

    data: bytes
    accounts: tuple[TrueAccount, ...]
    states_balances: bool = False
    shape: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Able:
    """Fields that a format supports: statuses, rows in a foreign currency, ids, several accounts, and the currency of the account."""

    statuses: tuple[str, ...] = ("posted",)
    foreign: bool = False
    ids: bool = False
    several: bool = True
    currency: bool = True


def accounts(pick: random.Random, able: Able, words: Sequence[str]) -> tuple[TrueAccount, ...]:
    """Draw accounts with rows in order of days. A file of one account may have the only currency wrong."""
    count = pick.choice((1, 1, 1, 2, 3)) if able.several else 1
    style = pick.choice(("none", "good", "good", "by position", "one for all", "twins")) if able.ids else "none"
    made = []
    for place in range(count):
        currency = "USD" if able.currency and pick.random() < 0.06 else "EUR"
        number = str(pick.randint(10**9, 10**10 - 1))
        rows = tuple(_rows(pick, able, words, currency, style, place))
        wrong_by = Decimal(pick.choice((1, -37, 100000))).scaleb(-2) if pick.random() < 0.1 else Decimal(0)
        while wrong_by and abs(wrong_by) in {abs(row.amount) for row in rows}:
            wrong_by += Decimal("0.02")  # else another order of the rows, or a pending row, would explain the balance
        made.append(TrueAccount(number, currency, Decimal(pick.randint(-500000, 5000000)).scaleb(-2), rows, wrong_by))
    return tuple(made)


def _rows(pick: random.Random, able: Able, words: Sequence[str], currency: str, style: str, account: int) -> list[TrueRow]:
    day = dt.date(2026, 1, 1) + dt.timedelta(days=pick.randint(0, 40))
    rows: list[TrueRow] = []
    for place in range(pick.randint(1, 9)):
        day += dt.timedelta(days=pick.choice((0, 0, 1, 2, 9)))
        amount = Decimal(pick.choice((-1, -1, 1)) * pick.choice((*CENTS, pick.randint(1, 9999999)))).scaleb(-2)
        if rows and pick.random() < 0.1:
            day, amount = rows[-1].day, rows[-1].amount
        identity = {
            "none": "",
            "good": f"N{account}X{place}",
            "by position": str(place + 1),
            "one for all": "7",
            "twins": f"N{account}X{place // 2}",
        }[style]
        status = pick.choice(able.statuses) if pick.random() < 0.3 else "posted"
        own = "GBP" if able.foreign and pick.random() < 0.08 else currency
        rows.append(TrueRow(f"Q{account}{place}Z", day, amount, pick.choice(words), status, own, identity))
    return rows
