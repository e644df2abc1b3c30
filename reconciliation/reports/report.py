"""A report as data: facts at the top, tables below, notes at the end; its cells as text."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from people.formats import written_day
from reconciliation.presentation.formats import figure

Cell = str | int | Decimal | dt.date | None
"""A Decimal is an amount in the report's currency; None stays empty: it is not known, or there is none."""


class Weight(StrEnum):
    """Emphasis of a row: a total has a line above it, a result two below it, a signature has room to write."""

    ITEM = "item"
    GROUP = "group"
    TOTAL = "total"
    RESULT = "result"
    SIGNATURE = "signature"


@dataclass(frozen=True, slots=True)
class ReportColumn:
    """A column. `key` is for programs, `label` for people. Figures are right-aligned, texts left-aligned."""

    key: str
    label: str
    is_figure: bool = False


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A row with as many cells as the table has columns."""

    cells: tuple[Cell, ...]
    weight: Weight = Weight.ITEM


@dataclass(frozen=True, slots=True)
class ReportTable:
    """One list. `empty` is the text for a list without rows. One that is not `stacked` has few columns and stays a table on a phone."""

    key: str
    title: str
    columns: tuple[ReportColumn, ...]
    rows: Sequence[ReportRow]
    empty: str = ""
    stacked: bool = True


@dataclass(frozen=True, slots=True)
class ReportFact:
    """One line of a report's head."""

    key: str
    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report. `key` is its name in addresses and file names; amounts are in `currency`, empty if unknown.
    `firm` is the name of the accounting firm, or empty.

    `for_programs` is its JSON form if that has a format of its own; else it is made from the tables."""

    key: str
    title: str
    subtitle: str
    firm: str
    currency: str
    facts: Sequence[ReportFact]
    tables: Sequence[ReportTable]
    notes: Sequence[str] = ()
    for_programs: Mapping[str, Any] | None = None


def shown(cell: Cell, currency: str) -> str:
    """Return a cell in the reader's language; an empty text if it is unknown."""
    if cell is None:
        return ""
    if isinstance(cell, Decimal):
        return figure(cell, currency)
    return written_day(cell).replace(" ", "\N{NO-BREAK SPACE}") if isinstance(cell, dt.date) else str(cell)


def exact(cell: Cell) -> str | int | None:
    """Return a cell for programs: ISO 8601 days, amounts as decimal strings with a point."""
    if isinstance(cell, Decimal):
        return format(cell, "f")
    return cell.isoformat() if isinstance(cell, dt.date) else cell
