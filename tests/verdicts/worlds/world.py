"""Rows of both sides as they come about, and which of them are one payment."""

import datetime as dt
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Ids = tuple[str, str]
"""A line and a transaction."""
FIRST = dt.date(2025, 1, 1)
SATURDAY = 5


@dataclass(slots=True)
class World:
    """A matching problem and its truth. Each true pair is of a kind: plain, twin, group, tip, sign or numbered."""

    chance: random.Random
    lines: list[dict[str, Any]] = field(default_factory=list)
    transactions: list[dict[str, Any]] = field(default_factory=list)
    truth: dict[Ids, str] = field(default_factory=dict)

    def print(self, day: int, cents: int, text: str, *, reference: str = "") -> str:
        """A line of the statement; its id."""
        return _put(self.lines, "s", _open(day), cents, text, {"reference": reference})

    def book(self, day: int, cents: int, text: str, *, reference: str = "", number: str = "") -> str:
        """Add a row of the ledger, on any day, and return its id."""
        return _put(self.transactions, "t", day, cents, text, {"reference": reference, "number": number})

    def join(self, line: str, transactions: Iterable[str], kind: str) -> None:
        self.truth |= {(line, transaction): kind for transaction in transactions}

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def problem(self) -> dict[str, Any]:
        """Both sides by day, as files have them; within a day in no order."""
        lines, transactions = ([*self.lines], [*self.transactions])
        for rows in (lines, transactions):
            self.chance.shuffle(rows)
            rows.sort(key=lambda row: str(row["date"]))
        return {"lines": lines, "transactions": transactions}


def _put(rows: list[dict[str, Any]], side: str, day: int, cents: int, text: str, more: dict[str, str]) -> str:
    key = f"{side}{len(rows)}"
    sign = "-" if cents < 0 else ""
    amount = f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"
    told = {name: value for name, value in more.items() if value}
    rows.append({"id": key, "date": (FIRST + dt.timedelta(days=day)).isoformat(), "amount": amount, "description": text} | told)
    return key


def _open(day: int) -> int:
    """The day itself, or the Monday after: banks post on no other."""
    weekday = (FIRST + dt.timedelta(days=day)).weekday()
    return day + max(0, 7 - weekday) if weekday >= SATURDAY else day
