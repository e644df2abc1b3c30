"""A report for programs: its keys never change with the language, its labels do."""

import json

from reconciliation.reports.cells import exact
from reconciliation.reports.report import Report, ReportTable


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
