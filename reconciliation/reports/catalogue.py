"""The reports of a statement in the order in which they are offered, their head (account, days, document, signatures), their file
formats, and all of them in one archive with the document."""

import datetime as dt
import hashlib
import io
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.text import slugify
from django.utils.timezone import localdate
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from finance.models import Account
from people.formats import in_letters, written_day
from people.models import Organization
from reconciliation.electronic.reader import ending_of
from reconciliation.models import Conclusion, StatementImport
from reconciliation.presentation.formats import figure, until
from reconciliation.presentation.labels.processing import OTHERS, deleted
from reconciliation.presentation.labels.verdicts import Words
from reconciliation.presentation.statement_page.sheet import Sheet, sheets_of
from reconciliation.reports.bank_reconciliation import adjusted_balances, to_be_signed, why_unknown
from reconciliation.reports.examination import examination_tables, why_not_examined
from reconciliation.reports.proof_pdf import report_of_proof
from reconciliation.reports.registers import changes_since, decisions_and_exceptions, ending_in, in_force
from reconciliation.reports.report import Report, ReportColumn, ReportFact, ReportRow, ReportTable, csv_of, json_of
from reconciliation.reports.rows import cleared_rows, how_age_is_counted, outstanding_items, unrecorded_rows
from reconciliation.storage import archive

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
            firm=sheet.statement.statement_import.organization.firm,
            currency=sheet.currency,
            facts=[*facts_of(sheet), *signatures_of(sheet)],
            tables=tables(sheet),
            notes=notes(sheet),
        )

    return make


def bank_reconciliation_statement(sheet: Sheet, key: str = "bank-reconciliation", title: str = "") -> Report:
    """Return the report that is signed; its title names the closing day, its signatures are its last table."""
    end = sheet.statement.period_end
    if end:
        day = in_letters(end, pgettext("a day in a title, in Django's letters for dates", "j F Y"))
        title = gettext("Bank reconciliation statement as at %(day)s") % {"day": day}
    return replace(_of_tables(to_be_signed, why_unknown)(sheet, key, title or str(OF_A_STATEMENT[key].title)), facts=facts_of(sheet))


PROOF = "proof"
OF_A_STATEMENT: Mapping[str, Kind] = {
    "bank-reconciliation": Kind(_("Bank reconciliation statement"), bank_reconciliation_statement),
    "adjusted-balances": Kind(_("Adjusted balances"), _of_tables(adjusted_balances, why_unknown)),
    "outstanding": Kind(_("Outstanding items"), _of_tables(outstanding_items, how_age_is_counted)),
    "cleared": Kind(_("Cleared items"), _of_tables(cleared_rows)),
    "unrecorded": Kind(_("On the statement, not in the books"), _of_tables(unrecorded_rows)),
    "changes": Kind(_("Changed since reconciled"), _of_tables(changes_since)),
    "exceptions": Kind(_("Decisions and exceptions"), _of_tables(decisions_and_exceptions)),
    "examination": Kind(_("Examination of the document"), _of_tables(examination_tables, why_not_examined)),
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

        return pdf_of([report], today)
    return (csv_of(report) if form == "csv" else json_of(report)).encode()


def file_name(report: Report, form: str) -> str:
    return f"{report.key}.{form}"


def facts_of(sheet: Sheet) -> list[ReportFact]:
    """Return the lines of the head, without empty ones."""
    statement, document, signing = sheet.statement, sheet.statement.statement_import, sheet.signing
    facts = [
        ReportFact("client", gettext("Client"), document.organization.name),
        ReportFact("account", gettext("Account"), _account_of(sheet) if sheet.account else ""),
        ReportFact("institution", gettext("Institution"), statement.institution),
        ReportFact("period", gettext("Period"), until(statement.period_start, statement.period_end)),
        ReportFact("currency", gettext("Currency"), sheet.currency or statement.currency_sign),
        ReportFact("result", gettext("Result"), sheet.headline.tag),
        ReportFact("status", gettext("Status"), signing.title if signing else ""),
    ]
    facts += [
        ReportFact("document", gettext("Source document"), document.filename),
        ReportFact("document_deleted", gettext("Deleted"), deleted(document)),
    ]
    return [fact for fact in facts if fact.value]


def signatures_of(sheet: Sheet) -> list[ReportFact]:
    """Return who prepared and reviewed the statement, as lines of the head."""
    labels = {Conclusion.Kind.PREPARED: gettext("Prepared by"), Conclusion.Kind.REVIEWED: gettext("Reviewed by")}
    return [
        ReportFact(step.kind, labels[Conclusion.Kind(step.kind)], f"{step.who}, {written_day(localdate(step.at))}")
        for step in (in_force(sheet.signing.standing) if sheet.signing else ())
    ]


def subtitle_of(sheet: Sheet) -> str:
    """Return the subtitle: "Harbour & Vale current account •••• 4417, January 2026"."""
    period = until(sheet.statement.period_start, sheet.statement.period_end)
    return _account_of(sheet) + (f", {period}" if period else "")


def _account_of(sheet: Sheet) -> str:
    return f"{sheet.title} ••••\N{NO-BREAK SPACE}{sheet.digits}" if sheet.digits else sheet.title


def pack_of(sheet: Sheet, today: dt.date) -> bytes:
    """Return a zip file. Its `SHA256SUMS` names every file in the format of `sha256sum --check`."""
    return _archive(_files(sheet, today))


def pack_of_year(organization: Organization, accounts: Sequence[Account], year: int, today: dt.date) -> bytes:
    """Return the bank reconciliation statement of every statement that ends in the year as one PDF, after a page of contents."""
    from reconciliation.reports.as_pdf import first_pages, pdf_of  # the library that draws loads slowly

    listed = []
    for _account, statements in ending_in(year, accounts):
        for statement in statements:
            sheet = next((sheet for sheet in sheets_of(statement.statement_import) if sheet.statement.pk == statement.pk), None)
            if sheet is not None:
                listed.append((sheet, bank_reconciliation_statement(sheet)))
    reports = [report for _sheet, report in listed]

    def contents(pages: Sequence[int]) -> Report:
        columns = (
            ReportColumn("account", gettext("Account")),
            ReportColumn("closing", gettext("Closing day")),
            ReportColumn("status", gettext("Status")),
            ReportColumn("left", gettext("Left to resolve"), is_figure=True),
            ReportColumn("page", gettext("Page"), is_figure=True),
        )
        rows = [
            ReportRow(
                (
                    _account_of(sheet),
                    sheet.statement.period_end,
                    sheet.signing.title if sheet.signing else "",
                    None if sheet.left_to_resolve is None else figure(sheet.left_to_resolve, sheet.currency),
                    page,
                )
            )
            for (sheet, _report), page in zip(listed, pages, strict=True)
        ]
        title = gettext("Bank reconciliations %(year)s") % {"year": year}
        none = gettext("No statement ends in this year.")
        tables = [ReportTable("contents", gettext("Contents"), columns, rows, none)]
        return Report(key="contents", title=title, subtitle=organization.name, firm=organization.firm, currency="", facts=[], tables=tables)

    starts = first_pages([contents([0] * len(listed)), *reports], today)[1:]
    return pdf_of([contents(starts), *reports], today)


def packs_of(sheets: Iterable[Sheet], today: dt.date) -> bytes:
    """Return the packs of several statements in one archive, each in a folder named by number, file and place in the file."""
    listed = []
    for number, sheet in enumerate(sheets, 1):
        # Only letters and digits of the uploaded name are safe in the name of a folder.
        file_slug = slugify(sheet.statement.statement_import.filename.removesuffix(".pdf"))[:60]
        folder = "-".join(filter(None, (f"{number:03}", file_slug, str(sheet.position))))
        listed += [(f"{folder}/{name}", content) for name, content in _files(sheet, today)]
    return _archive(listed)


def _archive(listed: Iterable[tuple[str, bytes]]) -> bytes:
    files = dict(listed)
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in files.items())
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in {**files, "SHA256SUMS": sums.encode()}.items():
            opened.writestr(name, content)
    return archive.getvalue()


def _in_its_place(document: StatementImport, text: str) -> bytes:
    return f"{document.filename}\n{text}\nSHA-256: {document.sha256}\n".encode()


def _files(sheet: Sheet, today: dt.date) -> list[tuple[str, bytes]]:
    """Return names and contents: the document as it was uploaded and its proof, and the other reports in a folder. A note with the
    fingerprint is in the place of a document that was deleted or cannot be opened."""
    document, files = sheet.statement.statement_import, []
    if document.has_document:
        try:
            content = archive.fetch(document.organization, document.stored_as)
            files.append((f"document{ending_of(content)}", content))
        except FileNotFoundError:
            files.append(("document-missing.txt", _in_its_place(document, str(OTHERS["document_gone"]))))
        except archive.DocumentSealed as sealed:
            files.append(("document-missing.txt", _in_its_place(document, str(OTHERS[sealed.code]))))
    elif sentence := deleted(document):
        files.append(("document-deleted.txt", _in_its_place(document, sentence)))
    for key in OF_A_STATEMENT:
        report = report_of(sheet, key)
        folder = "" if report.key == PROOF else "reports/"
        files += [(f"{folder}{file_name(report, form)}", written(report, form, today)) for form in TYPES]
    return files
