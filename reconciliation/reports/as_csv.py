"""A report for spreadsheets: its head, then table below table, with an empty line between. Nothing in it is taken for a formula."""

import csv
import io
from collections.abc import Iterator

from people.csv_text import guarded
from reconciliation.reports.cells import exact
from reconciliation.reports.report import Cell, Report, ReportTable


def csv_of(report: Report) -> str:
    """Days as ISO 8601, amounts with a point before the cents; the mark at the start tells Excel that this is UTF-8."""
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
    """Only texts are guarded: an amount may begin with its sign."""
    return guarded(cell) if isinstance(cell, str) else exact(cell)
