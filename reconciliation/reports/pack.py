"""The evidence pack of a statement: document, reports and proof in one archive with a list of its files."""

import datetime as dt
import hashlib
import io
import zipfile
from collections.abc import Iterable

from django.utils.text import slugify

from reconciliation.models import StatementImport
from reconciliation.presentation.labels.processing import OTHERS, deleted
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.reports.catalogue import OF_A_STATEMENT, PROOF, TYPES, file_name, report_of, written
from reconciliation.storage import archive


def pack_of(sheet: Sheet, today: dt.date) -> bytes:
    """Return a zip file. Its `SHA256SUMS` names every file in the format of `sha256sum --check`."""
    return _archive(_files(sheet, today))


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
            files.append(("document.pdf", archive.fetch(document.organization, document.stored_as)))
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
