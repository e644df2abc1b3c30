"""Both sides of a row: what the bank prints and what the books hold."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from finance.models import Transaction
from reconciliation.models import StatementLine
from reconciliation.presentation.statement_page.coding import BookedAs
from reconciliation.presentation.statement_page.origins import Origin

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRow:
    """One row of either side. `page` is where it is printed, `line` its number on the statement: None for an entry in the books.
    `entry` is what a verdict calls the entry: empty for a printed row. `booked` is the entry itself, where the books still have it."""

    date: dt.date | None
    description: str
    amount: Decimal
    page: int | None = None
    line: int | None = None
    entry: str = ""
    booked: Transaction | None = None


@dataclass(frozen=True, slots=True)
class RowSides:
    """Printed rows by their index, entries by the id that a verdict names them with; and what rows that the books lack may be,
    and would be booked as."""

    lines: Sequence[StatementLine]
    entries: Mapping[str, Transaction]
    origins: Mapping[int, Origin] = field(default_factory=dict)
    booked_as: Mapping[int, BookedAs] = field(default_factory=dict)

    def printed(self, numbers: Sequence[int]) -> list[StatementRow]:
        return [_printed(self.lines[number]) for number in numbers if number < len(self.lines)]

    def booked(self, ids: Sequence[str]) -> list[StatementRow]:
        """An entry deleted since then is left out: the verdict is history, the books are today's."""
        return [_booked(self.entries[identifier], identifier) for identifier in ids if identifier in self.entries]

    def all_printed(self) -> list[StatementRow]:
        return [_printed(line) for line in self.lines]


def row_of(item: Json) -> StatementRow:
    """A row as the verdict itself describes it."""
    return StatementRow(
        date=dt.date.fromisoformat(item["date"]) if item["date"] else None,
        description=item["description"],
        amount=Decimal(item["amount"]),
        entry=item["transaction"],
    )


def printed_row(item: Json, amount: Decimal | str) -> StatementRow:
    """A printed row of any statement, as a verdict describes it."""
    day = item["date"]
    return StatementRow(date=dt.date.fromisoformat(day) if day else None, description=item["description"], amount=Decimal(amount))


def _printed(line: StatementLine) -> StatementRow:
    return StatementRow(date=line.date, description=line.description, amount=line.amount, page=line.page, line=line.number)


def _booked(entry: Transaction, name: str) -> StatementRow:
    return StatementRow(date=entry.booked_on, description=entry.description, amount=entry.amount, entry=name, booked=entry)
