"""A report as data: facts at the top, tables below, notes at the end; its cells as text.

For programs it is CSV in which nothing is read as a formula, or JSON whose keys never change with the language."""

import csv
import datetime as dt
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from people.formats import written_day
from people.safe_text import guarded
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


def csv_of(report: Report) -> str:
    """Return the CSV: ISO 8601 days, decimal points, and a byte order mark by which Excel recognizes UTF-8."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([guarded(report.title), guarded(report.subtitle), guarded(report.firm)])
    writer.writerows([guarded(fact.label), guarded(fact.value)] for fact in report.facts)
    for table in report.tables:
        writer.writerow([])
        writer.writerow([guarded(table.title)])
        writer.writerow([guarded(column.label) for column in table.columns])
        # Only texts are guarded against formulas, because an amount may begin with its sign.
        writer.writerows([guarded(cell) if isinstance(cell, str) else exact(cell) for cell in row.cells] for row in table.rows)
    return f"\ufeff{file.getvalue()}"


def json_of(report: Report) -> str:
    """Return `{"report", "title", "subtitle", "firm", "currency", "facts": {key: value}, "tables": {key: [{column key: value, "weight"}]},
    "notes"}`, or the report's own form for programs."""
    data = report.for_programs
    if data is None:
        tables = {}
        for table in report.tables:
            keys = [column.key for column in table.columns]
            tables[table.key] = [dict(zip(keys, map(exact, row.cells), strict=True)) | {"weight": row.weight.value} for row in table.rows]
        data = {
            "report": report.key,
            "title": report.title,
            "subtitle": report.subtitle,
            "firm": report.firm,
            "currency": report.currency,
            "facts": {fact.key: fact.value for fact in report.facts},
            "tables": tables,
            "notes": list(report.notes),
        }
    return json.dumps(data, ensure_ascii=False, indent=2)
