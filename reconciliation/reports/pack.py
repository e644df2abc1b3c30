"""The evidence pack of a statement: document, reports and proof in one archive with a list of its files."""

import datetime as dt
import hashlib
import io
import zipfile
from collections.abc import Iterable

from django.utils.text import slugify

from reconciliation.models import StatementImport
from reconciliation.presentation.labels.processing import OTHERS, deleted
from reconciliation.presentation.statement_page import Sheet
from reconciliation.reports.catalogue import OF_A_STATEMENT, PROOF, TYPES, file_name, report_of, written
from reconciliation.storage import archive


def pack_of(sheet: Sheet, today: dt.date) -> bytes:
    """Return a zip file. Its `SHA256SUMS` names every file in the format of `sha256sum --check`."""
    return _archive(_files(sheet, today))


def packs_of(sheets: Iterable[Sheet], today: dt.date) -> bytes:
    """Return the packs of several statements in one archive, each in a folder named by number, file and place in the file."""
    return _archive(
        (f"{_folder(number, sheet)}/{name}", content) for number, sheet in enumerate(sheets, 1) for name, content in _files(sheet, today)
    )


def _archive(listed: Iterable[tuple[str, bytes]]) -> bytes:
    files = dict(listed)
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in files.items())
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in {**files, "SHA256SUMS": sums.encode()}.items():
            opened.writestr(name, content)
    return archive.getvalue()


def _folder(number: int, sheet: Sheet) -> str:
    """Return a safe name for a folder: only the letters and digits of the uploaded name."""
    named = slugify(sheet.statement.statement_import.filename.removesuffix(".pdf"))[:60]
    return "-".join(filter(None, (f"{number:03}", named, str(sheet.position))))


def _source(document: StatementImport) -> list[tuple[str, bytes]]:
    """Return the document as it was uploaded, or a note with its fingerprint if it was deleted or cannot be opened."""
    if not document.has_document:
        sentence = deleted(document)
        return [("document-deleted.txt", _in_its_place(document, sentence))] if sentence else []
    try:
        return [("document.pdf", archive.fetch(document.organization, document.stored_as))]
    except FileNotFoundError:
        return [("document-missing.txt", _in_its_place(document, str(OTHERS["document_gone"])))]
    except archive.DocumentSealed as sealed:
        return [("document-missing.txt", _in_its_place(document, str(OTHERS[sealed.code])))]


def _in_its_place(document: StatementImport, text: str) -> bytes:
    return f"{document.filename}\n{text}\nSHA-256: {document.sha256}\n".encode()


def _files(sheet: Sheet, today: dt.date) -> list[tuple[str, bytes]]:
    document = sheet.statement.statement_import
    reports = [report_of(sheet, key) for key in OF_A_STATEMENT]
    files = [(f"{_place(report.key)}{file_name(report, form)}", written(report, form, today)) for report in reports for form in TYPES]
    return [*_source(document), *files]


def _place(key: str) -> str:
    """Return the folder of a file: the proof is beside its document, the reports are in one."""
    return "" if key == PROOF else "reports/"
