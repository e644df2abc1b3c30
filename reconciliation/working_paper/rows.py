"""Both sides of a row: what the bank prints and what the books hold."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from finance.models import Transaction
from reconciliation.models import StatementLine

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of either side. `page` is where it is printed: None for an entry in the books."""

    date: dt.date | None
    description: str
    amount: Decimal
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Sides:
    """Printed rows by their index, entries by the id that a verdict names them with."""

    lines: Sequence[StatementLine]
    entries: Mapping[str, Transaction]

    def printed(self, numbers: Sequence[int]) -> list[Row]:
        return [_printed(self.lines[number]) for number in numbers if number < len(self.lines)]

    def booked(self, ids: Sequence[str]) -> list[Row]:
        """An entry deleted since then is left out: the verdict is history, the books are today's."""
        return [_booked(self.entries[identifier]) for identifier in ids if identifier in self.entries]

    def all_printed(self) -> list[Row]:
        return [_printed(line) for line in self.lines]


def row_of(item: Json) -> Row:
    """A row as the verdict itself describes it."""
    return Row(
        date=dt.date.fromisoformat(item["date"]) if item["date"] else None, description=item["description"], amount=Decimal(item["amount"])
    )


def _printed(line: StatementLine) -> Row:
    return Row(date=line.date, description=line.description, amount=line.amount, page=line.page)


def _booked(entry: Transaction) -> Row:
    return Row(date=entry.booked_on, description=entry.description, amount=entry.amount)
