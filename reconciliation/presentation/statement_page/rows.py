"""Printed rows and entries as both sides of a row."""

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
    """One row of either side. `page` is where it is printed, `line` its number on the statement: None for an entry.
    `entry` is the entry's id in the verdict, empty for a printed row. `booked` is the entry, or None if it was deleted."""

    date: dt.date | None
    description: str
    amount: Decimal
    page: int | None = None
    line: int | None = None
    entry: str = ""
    booked: Transaction | None = None


@dataclass(frozen=True, slots=True)
class RowSides:
    """Printed rows by index, and entries by their id in the verdict; with the possible origins and suggested bookings of new rows."""

    lines: Sequence[StatementLine]
    entries: Mapping[str, Transaction]
    origins: Mapping[int, Origin] = field(default_factory=dict)
    booked_as: Mapping[int, BookedAs] = field(default_factory=dict)

    def printed(self, numbers: Sequence[int]) -> list[StatementRow]:
        return [_printed(self.lines[number]) for number in numbers if number < len(self.lines)]

    def booked(self, ids: Sequence[str]) -> list[StatementRow]:
        """Return the rows of these entries without deleted ones: the verdict is history, the books are today's."""
        entries = [(self.entries[identifier], identifier) for identifier in ids if identifier in self.entries]
        return [
            StatementRow(date=entry.booked_on, description=entry.description, amount=entry.amount, entry=identifier, booked=entry)
            for entry, identifier in entries
        ]

    def all_printed(self) -> list[StatementRow]:
        return [_printed(line) for line in self.lines]


def row_of(item: Json) -> StatementRow:
    """Return a row from the verdict's own data."""
    return StatementRow(
        date=dt.date.fromisoformat(item["date"]) if item["date"] else None,
        description=item["description"],
        amount=Decimal(item["amount"]),
        entry=item["transaction"],
    )


def printed_row(item: Json, amount: Decimal | str) -> StatementRow:
    """Return a printed row of any statement in the form of a verdict."""
    day = item["date"]
    return StatementRow(date=dt.date.fromisoformat(day) if day else None, description=item["description"], amount=Decimal(amount))


def _printed(line: StatementLine) -> StatementRow:
    return StatementRow(date=line.date, description=line.description, amount=line.amount, page=line.page, line=line.number)
