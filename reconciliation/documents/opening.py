"""Opening a document: cheap checks first, then a child for the first engine and, if necessary, one for the second."""

import signal
import time
from dataclasses import asdict, replace

from reconciliation.documents.answer import UnbelievableAnswer, parsed
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.pages import OpenedDocument
from reconciliation.documents.sandbox import ChildEnd, run_child
from reconciliation.documents.scans import with_scans_read
from reconciliation.documents.unreadable import DocumentUnreadable, Params, message

__all__ = ["DocumentLimits", "DocumentUnreadable", "OpenedDocument", "message", "open_document"]

HEADER_WITHIN = TRAILER_WITHIN = 2048  # bytes from the file's start and end; readers have always been lenient
FINAL = {"encrypted", "wrong_password", "too_many_pages", "timeout", "not_confined"}  # the second engine could say no better
SECOND_OPINION = 10.0  # seconds at most: what breaks the first engine rarely becomes a statement
NO_LIMITS = DocumentLimits()


def open_document(pdf: bytes, *, password: str | None = None, limits: DocumentLimits = NO_LIMITS) -> OpenedDocument:
    """Return the document's pages of positioned words. Raises DocumentUnreadable with a code of MESSAGES."""
    try:
        refuse_at_once(pdf, limits)
        document = with_scans_read(read_by_either(pdf, password, limits), pdf, password, limits)
    except DocumentUnreadable as unreadable:
        raise DocumentUnreadable(unreadable.code, figures(unreadable.code, limits) | unreadable.params) from unreadable
    if not any(page.words for page in document.pages) and not document.hidden:
        raise DocumentUnreadable("blank")
    if b"%%EOF" not in pdf[-TRAILER_WITHIN:]:
        return replace(document, incomplete=True, notes=(*document.notes, "cut_short"))
    return document


def read_by_either(pdf: bytes, password: str | None, limits: DocumentLimits) -> OpenedDocument:
    """Read with the first engine; if that fails or finds nothing, with the second in a fresh child, if it finds words in the time left."""
    deadline = time.monotonic() + limits.seconds
    try:
        document = opened_by("pdfium", pdf, password, limits)
    except DocumentUnreadable as first:
        if first.code in FINAL:
            raise
        try:
            second_reading = by_second(pdf, password, limits, deadline)
        except DocumentUnreadable as second:
            raise second if first.code == "damaged" and second.code != "timeout" else first from None
        if second_reading is None:
            raise
        return second_reading
    if document.hidden or any(page.words or page.source in {"scan", "layer"} for page in document.pages):
        return document
    try:
        return by_second(pdf, password, limits, deadline) or document
    except DocumentUnreadable:
        return document


def by_second(pdf: bytes, password: str | None, limits: DocumentLimits, deadline: float) -> OpenedDocument | None:
    """Return the second engine's reading by the deadline, or None if it finds no words."""
    seconds = min(SECOND_OPINION, max(1.0, deadline - time.monotonic()))
    document = opened_by("pypdf", pdf, password, replace(limits, seconds=seconds))
    return document if any(page.words for page in document.pages) else None


def refuse_at_once(pdf: bytes, limits: DocumentLimits) -> None:
    if not pdf.strip():
        raise DocumentUnreadable("empty")
    if len(pdf) > limits.bytes:
        raise DocumentUnreadable("too_large", figures("too_large", limits))
    if b"%PDF-" not in pdf[:HEADER_WITHIN]:
        raise DocumentUnreadable("not_a_pdf")


def figures(code: str, limits: DocumentLimits) -> Params:
    """Return the figures in the message of this code."""
    known: dict[str, Params] = {
        "too_large": {"megabytes": limits.bytes / 1_000_000},
        "too_many_pages": {"limit": limits.pages},
        "timeout": {"seconds": limits.seconds},
        "memory": {"megabytes": limits.memory / 1_000_000},
        "too_complex": {"characters": limits.characters},
    }
    return known.get(code, {})


def opened_by(engine: str, pdf: bytes, password: str | None, limits: DocumentLimits) -> OpenedDocument:
    request = asdict(limits) | {"engine": engine, "password": password}
    end = run_child(request, pdf, seconds=limits.seconds)
    if code := how_it_failed(end):
        raise DocumentUnreadable(code)
    try:
        return parsed(end.output)
    except UnbelievableAnswer:
        raise DocumentUnreadable("damaged") from None


def how_it_failed(end: ChildEnd) -> str | None:
    """Return the code of a failure, or None. The engine aborts without more memory; any other signal is a fault of the document."""
    if end.timed_out or end.status == -signal.SIGXCPU:
        return "timeout"
    if end.talked_too_much:
        return "too_complex"
    if end.status in {-signal.SIGABRT, -signal.SIGKILL}:
        return "memory"
    return "damaged" if end.status else None
