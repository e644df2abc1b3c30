"""Reports for programs: CSV in which nothing is read as a formula, JSON whose keys never change with the language, and a journal
of the rows that the books lack, for beancount or hledger."""

import csv
import datetime as dt
import io
import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from finance.exports import Asserted, ProposedEntry, beancount_lines, hledger_lines
from finance.models.coding import NONE
from people.safe_text import guarded
from reconciliation.posting.entries import suggested
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.reports.report import Report, exact


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


WRITERS = {"beancount": beancount_lines, "hledger": hledger_lines}
Json = Mapping[str, Any]


def journal_of(sheet: Sheet, form: str) -> str:
    """Return the journal; `form` is one of `WRITERS`. Raises ValueError if the account of the statement is unknown.

    It has the new rows with the accounts of their payee's last entries, without rows that were printed before or that the bank reversed."""
    if sheet.account is None:
        raise ValueError("the statement has no account")
    document = sheet.statement.statement_import
    items = [item for item in (sheet.verdict or {}).get("new", []) if item["date"] and not item["repeats"] and not item["undone_by"]]
    proposed = []
    for item, learned in zip(items, suggested(document.organization, items), strict=True):
        codes = learned.codes if learned else NONE
        metadata = {"tieout-statement": document.sha256, "tieout-line": str(item["line"])}
        coded = {"tax-code": codes.tax_code, "party": codes.party}
        entry = ProposedEntry(
            day=dt.date.fromisoformat(item["date"]),
            text=item["description"],
            amount=Decimal(item["amount"]),
            payee=codes.payee,
            nominal=codes.nominal,
            told=metadata | {name: value for name, value in coded.items() if value},
        )
        proposed.append(entry)
    # The balance is asserted only if the books reach it with these entries: with an outstanding payment they do not.
    asserted, last_day = None, sheet.statement.period_end
    closing: Json = (sheet.verdict or {}).get("closing_balance") or {}
    bank, books = closing.get("statement"), closing.get("books")
    if bank is not None and books is not None and last_day is not None:
        comes_to = Decimal(books) + sum((entry.amount for entry in proposed), Decimal(0))
        asserted = Asserted(day=last_day, balance=Decimal(bank)) if comes_to == Decimal(bank) else None
    return f"; {document.sha256}\n\n" + "".join(WRITERS[form](sheet.account, proposed, asserted))
