"""The reports of a statement in the order in which they are offered, their head (account, days, document, signatures), and their file
formats."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from people.formats import written_day
from reconciliation.models import Conclusion
from reconciliation.presentation.formats import until
from reconciliation.presentation.labels.processing import deleted
from reconciliation.presentation.labels.verdicts import Words
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.reports.bank_reconciliation import both_forms, checks_and_reasons
from reconciliation.reports.csv_and_json import csv_of, json_of
from reconciliation.reports.proof_pdf import report_of_proof
from reconciliation.reports.registers import changes_since, decisions_and_exceptions
from reconciliation.reports.report import Report, ReportFact, ReportTable
from reconciliation.reports.rows import cleared_rows, how_age_is_counted, outstanding_items, unrecorded_rows

Make = Callable[[Sheet, str, str], Report]
"""Makes the report of a sheet under a key and a title."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of report: its title and the function that builds it."""

    title: Words
    make: Make


def _of_tables(tables: Callable[[Sheet], list[ReportTable]], notes: Callable[[Sheet], list[str]] = lambda _sheet: []) -> Make:
    def make(sheet: Sheet, key: str, title: str) -> Report:
        return Report(
            key=key,
            title=title,
            subtitle=subtitle_of(sheet),
            currency=sheet.currency,
            facts=facts_of(sheet),
            tables=tables(sheet),
            notes=notes(sheet),
        )

    return make


PROOF = "proof"
OF_A_STATEMENT: Mapping[str, Kind] = {
    "bank-reconciliation": Kind(_("Bank reconciliation"), _of_tables(both_forms, checks_and_reasons)),
    "outstanding": Kind(_("Outstanding items"), _of_tables(outstanding_items, how_age_is_counted)),
    "cleared": Kind(_("Cleared items"), _of_tables(cleared_rows)),
    "unrecorded": Kind(_("On the statement, not in the books"), _of_tables(unrecorded_rows)),
    "changes": Kind(_("Changed since reconciled"), _of_tables(changes_since)),
    "exceptions": Kind(_("Decisions and exceptions"), _of_tables(decisions_and_exceptions)),
    PROOF: Kind(_("Proof"), report_of_proof),
}
TYPES: Mapping[str, str] = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8", "json": "application/json"}


def report_of(sheet: Sheet, key: str) -> Report:
    """Return a report of the statement; `key` is one of `OF_A_STATEMENT`."""
    kind = OF_A_STATEMENT[key]
    return kind.make(sheet, key, str(kind.title))


def written(report: Report, form: str, today: dt.date) -> bytes:
    """Return the report as a file. `form` is one of `TYPES`; `today` is printed on paper."""
    if form == "pdf":
        from reconciliation.reports.as_pdf import pdf_of  # the library that draws loads slowly

        return pdf_of(report, today)
    return (csv_of(report) if form == "csv" else json_of(report)).encode()


def file_name(report: Report, form: str) -> str:
    return f"{report.key}.{form}"


def facts_of(sheet: Sheet) -> list[ReportFact]:
    """Return the lines of the head, without empty ones. Only sign-off steps that are in force count: a reopened statement has no
    signatures."""
    statement, document, signing = sheet.statement, sheet.statement.statement_import, sheet.signing
    facts = [
        ReportFact("client", gettext("Client"), document.organization.name),
        ReportFact("account", gettext("Account"), sheet.account.name if sheet.account else ""),
        ReportFact("institution", gettext("Institution"), statement.institution),
        ReportFact("period", gettext("Period"), until(statement.period_start, statement.period_end)),
        ReportFact("currency", gettext("Currency"), sheet.currency or statement.currency_sign),
        ReportFact("result", gettext("Result"), sheet.headline.sentence),
        ReportFact("status", gettext("Status"), signing.title if signing else ""),
    ]
    if signing and signing.status.finished:
        prepared = signing.standing.prepared
        labels = {Conclusion.Kind.PREPARED: gettext("Prepared by"), Conclusion.Kind.REVIEWED: gettext("Reviewed by")}
        for kind, label in labels.items():
            step = next((step for step in reversed(signing.standing.steps) if step.kind == kind), None)
            if step and (prepared is None or step.number >= prepared.number):
                remark = f" ({gettext('prepared and reviewed by the same person')})" if step.same_person else ""
                facts.append(ReportFact(kind.value, label, f"{step.who}, {written_day(localdate(step.at))}{remark}"))
    facts += [
        ReportFact("document", gettext("Source document"), document.filename),
        ReportFact("sha256", gettext("SHA-256 of the document"), document.sha256 if document.came_as_document else ""),
        ReportFact("document_deleted", gettext("Deleted"), deleted(document)),
    ]
    return [fact for fact in facts if fact.value]


def subtitle_of(sheet: Sheet) -> str:
    """Return the subtitle: "Harbour & Vale current account ··4417, January 2026"."""
    digits = f" ··{sheet.digits}" if sheet.digits else ""
    period = until(sheet.statement.period_start, sheet.statement.period_end)
    return f"{sheet.title}{digits}" + (f", {period}" if period else "")
