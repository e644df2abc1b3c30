"""A report as CSV for spreadsheets, where nothing is read as a formula, and as JSON, whose keys never change with the language."""

import csv
import io
import json
from collections.abc import Iterator

from people.csv_text import guarded
from reconciliation.reports.cells import exact
from reconciliation.reports.report import Cell, Report, ReportTable


def csv_of(report: Report) -> str:
    """Return the CSV: ISO 8601 days, decimal points, and a byte order mark by which Excel recognizes UTF-8."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([guarded(report.title), guarded(report.subtitle)])
    writer.writerows([guarded(fact.label), guarded(fact.value)] for fact in report.facts)
    for table in report.tables:
        writer.writerows(_lines(table))
    return f"\ufeff{file.getvalue()}"


def _lines(table: ReportTable) -> Iterator[list[str | int | None]]:
    yield []
    yield [guarded(table.title)]
    yield [guarded(column.label) for column in table.columns]
    for row in table.rows:
        yield [_cell(cell) for cell in row.cells]


def _cell(cell: Cell) -> str | int | None:
    """Return the cell; only texts are guarded against formulas, because an amount may begin with its sign."""
    return guarded(cell) if isinstance(cell, str) else exact(cell)


def json_of(report: Report) -> str:
    """Return `{"report", "title", "subtitle", "currency", "facts": {key: value}, "tables": {key: [{column key: value, "weight"}]},
    "notes"}`."""
    data = report.for_programs or {
        "report": report.key,
        "title": report.title,
        "subtitle": report.subtitle,
        "currency": report.currency,
        "facts": {fact.key: fact.value for fact in report.facts},
        "tables": {table.key: _rows(table) for table in report.tables},
        "notes": list(report.notes),
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def _rows(table: ReportTable) -> list[dict[str, str | int | None]]:
    keys = [column.key for column in table.columns]
    return [dict(zip(keys, map(exact, row.cells), strict=True)) | {"weight": row.weight.value} for row in table.rows]
