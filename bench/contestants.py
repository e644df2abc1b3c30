"""The programs that are measured. Each takes a file and returns the work to be timed. The work returns rows of day and amount, or None for
text alone.

Imports stand inside: each environment has only some of these packages.
"""

import gc
import json
import subprocess
from collections.abc import Callable
from dataclasses import asdict
from decimal import Decimal
from pathlib import Path

from bench.earlier import NAME as EARLIER

Rows = list[tuple[str, str]]
Work = Callable[[], Rows | None]


def tieout_words(path: Path) -> Work:
    """Do the work of the child process on a document, and that of its parent on the answer."""
    from reconciliation.documents.answer import parsed
    from reconciliation.documents.child import pdfium_engine
    from reconciliation.documents.child.request import ChildRequest
    from reconciliation.documents.limits import DocumentLimits

    pdf = path.read_bytes()
    request = ChildRequest.parse(json.dumps(asdict(DocumentLimits()) | {"engine": "pdfium", "password": None}))

    def work() -> None:
        gc.disable()  # as the child does
        answer = pdfium_engine.read(pdf, request) | {"sandbox": []}
        output = json.dumps(answer, separators=(",", ":")).encode()
        gc.enable()
        parsed(output)

    return work


def tieout_reading(path: Path) -> Work:
    """From words to statements; the document is opened beforehand, in its child."""
    from reconciliation.documents.opening import open_document
    from reconciliation.reading.reader import read

    document = open_document(path.read_bytes())

    def work() -> Rows:
        lines = [line for statement in read(document).statements for line in statement.lines]
        return [(line.date.isoformat() if line.date else "", str(line.amount)) for line in lines]

    return work


def pdfplumber(path: Path) -> Work:
    import pdfplumber

    def work() -> None:
        with pdfplumber.open(path) as pdf:
            for page in pdf.pages:
                page.extract_text()

    return work


def pypdf(path: Path) -> Work:
    from pypdf import PdfReader

    def work() -> None:
        for page in PdfReader(path).pages:
            page.extract_text()

    return work


def pypdfium2(path: Path) -> Work:
    from pypdfium2 import PdfDocument

    def work() -> None:
        with PdfDocument(path) as pdf:
            for page in pdf:
                page.get_textpage().get_text_range()

    return work


def pdftotext(path: Path) -> Work:
    """A program of its own: its start is part of every file."""

    def work() -> None:
        subprocess.run(["pdftotext", "-layout", path, "-"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)  # noqa: S603, S607

    return work


def monopoly(path: Path) -> Work:
    """As its command does it, with the generic bank where it knows none."""
    from monopoly.banks import BankDetector, banks
    from monopoly.generic import GenericBank
    from monopoly.pdf import PdfDocument, PdfParser
    from monopoly.pipeline import Pipeline

    def work() -> Rows:
        document = PdfDocument(path)
        document.unlock_document()
        pipeline = Pipeline(PdfParser(BankDetector(document).detect_bank(banks) or GenericBank, document))
        rows = pipeline.transform(pipeline.extract(safety_check=False))
        return [(row.date, f"{row.amount:.2f}") for row in rows]

    return work


def statementproof(path: Path) -> Work:
    """As its command does it."""
    from statementproof.extract import find_balances, parse

    def work() -> Rows:
        rows, _ = parse(str(path), balance_hints=find_balances(str(path)))
        return [(row.date, str(Decimal(row.amount_cents).scaleb(-2))) for row in rows]

    return work


CONTESTANTS: dict[str, Callable[[Path], Work]] = {
    "tieout: words": tieout_words,
    "tieout: reading": tieout_reading,
    EARLIER: tieout_reading,
    "pdfplumber": pdfplumber,
    "pypdf": pypdf,
    "pypdfium2": pypdfium2,
    "pdftotext -layout": pdftotext,
    "monopoly-core": monopoly,
    "statementproof": statementproof,
}
OURS = ("tieout: words", "tieout: reading")
