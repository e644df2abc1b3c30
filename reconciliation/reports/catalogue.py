"""The reports of a statement, in the order in which they are offered, and the forms that each is written in."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from reconciliation.reports.as_csv import csv_of
from reconciliation.reports.as_json import json_of
from reconciliation.reports.bank_reconciliation import both_forms, checks_and_reasons
from reconciliation.reports.facts import facts_of, subtitle_of
from reconciliation.reports.outstanding import how_age_is_counted, outstanding_items
from reconciliation.reports.registers import changes_since, decisions_and_exceptions
from reconciliation.reports.report import Report, Table
from reconciliation.reports.rows import cleared_rows, unrecorded_rows
from reconciliation.words.reasons import Words
from reconciliation.working_paper import Sheet


@dataclass(frozen=True, slots=True)
class Kind:
    """What a report of a statement is called, and what it is made of."""

    title: Words
    tables: Callable[[Sheet], list[Table]]
    notes: Callable[[Sheet], list[str]] = lambda _sheet: []


OF_A_STATEMENT: Mapping[str, Kind] = {
    "bank-reconciliation": Kind(_("Bank reconciliation"), both_forms, checks_and_reasons),
    "outstanding": Kind(_("Outstanding items"), outstanding_items, how_age_is_counted),
    "cleared": Kind(_("Cleared items"), cleared_rows),
    "unrecorded": Kind(_("On the statement, not in the books"), unrecorded_rows),
    "changes": Kind(_("Changed since reconciled"), changes_since),
    "exceptions": Kind(_("Decisions and exceptions"), decisions_and_exceptions),
}
TYPES: Mapping[str, str] = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8", "json": "application/json"}


def report_of(sheet: Sheet, key: str) -> Report:
    """`key` is one of `OF_A_STATEMENT`."""
    kind = OF_A_STATEMENT[key]
    return Report(
        key=key,
        title=str(kind.title),
        subtitle=subtitle_of(sheet),
        currency=sheet.currency,
        facts=facts_of(sheet),
        tables=kind.tables(sheet),
        notes=kind.notes(sheet),
    )


def written(report: Report, form: str, today: dt.date) -> bytes:
    """`form` is one of `TYPES`; `today` is printed on paper."""
    if form == "pdf":
        from reconciliation.reports.as_pdf import pdf_of  # what draws takes a while to load

        return pdf_of(report, today)
    return (csv_of(report) if form == "csv" else json_of(report)).encode()


def file_name(report: Report, form: str) -> str:
    return f"{report.key}.{form}"
