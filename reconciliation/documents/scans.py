"""Scanned pages: read by a separate child with its own limits, if text recognition is installed (`make setup-ocr`)."""

import signal
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import cache
from importlib.util import find_spec

from reconciliation.documents.answer import UnbelievableAnswer, parsed
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.pages import OpenedDocument, UnreadMark
from reconciliation.documents.sandbox import ChildEnd, run_child
from reconciliation.documents.unreadable import DocumentUnreadable

PACKAGES = ("rapidocr", "onnxruntime")
UNREAD, UNCONFIRMED = "scanned_pages_unread", "layer_unconfirmed"
GRACE = 5.0  # seconds that a child which does not stop by itself gets beyond its own


@cache
def can_read_scans() -> bool:
    return all(find_spec(name) for name in PACKAGES)


def with_scans_read(document: OpenedDocument, pdf: bytes, password: str | None, limits: DocumentLimits) -> OpenedDocument:
    """Return the document with its scanned pages read.

    Each unreadable one is a mark of its whole page; if none can be read and there are no other words, DocumentUnreadable is raised with the
    reason.
    """
    scanned = [page.number for page in document.pages if page.source in {"scan", "layer"}]
    if not scanned:
        return document
    left_over = (UNREAD,) if any(page.source == "scan" for page in document.pages) else (UNCONFIRMED,)
    try:
        recognised = _recognised(scanned, pdf, password, limits)
    except DocumentUnreadable as unreadable:
        if not any(page.words for page in document.pages):
            raise
        marks = _unread(document, scanned)
        return replace(_without_scans(document), marks=(*document.marks, *marks), notes=(*document.notes, *left_over, unreadable.code))
    if not any(page.words for page in (*document.pages, *recognised.pages)) and not document.hidden:
        raise DocumentUnreadable("nothing_legible")
    read = {page.number: page for page in recognised.pages}
    unread = (*left_over, "ocr_timeout") if len(read) < len(scanned) else ()
    return replace(
        document,
        pages=tuple(read.get(page.number, page) for page in _without_scans(document).pages),
        notes=(*document.notes, *recognised.notes, *unread),
        marks=(*document.marks, *recognised.marks, *_unread(document, scanned[len(read) :])),
        sandbox=tuple(lock for lock in document.sandbox if lock in recognised.sandbox),
    )


def _unread(document: OpenedDocument, numbers: Sequence[int]) -> list[UnreadMark]:
    """Return a mark of each of these pages, as large as the page."""
    return [UnreadMark(page.number, (0.0, 0.0, page.width, page.height), "page") for page in document.pages if page.number in numbers]


def _without_scans(document: OpenedDocument) -> OpenedDocument:
    """Set the final source of pages whose picture was not read: text beside a picture is `text`, a text layer is `ocr`."""
    sources = {"scan": "text", "layer": "ocr"}
    return replace(document, pages=tuple(replace(page, source=sources.get(page.source, page.source)) for page in document.pages))


def _recognised(scanned: list[int], pdf: bytes, password: str | None, limits: DocumentLimits) -> OpenedDocument:
    if not can_read_scans():
        raise DocumentUnreadable("no_text")
    if len(scanned) > limits.ocr_pages:
        raise DocumentUnreadable("too_many_scans", {"pages": len(scanned), "limit": limits.ocr_pages})
    own = {"engine": "ocr", "password": password, "scanned": scanned, "seconds": limits.ocr_seconds, "memory": limits.ocr_memory}
    end = run_child(asdict(limits) | own, pdf, seconds=limits.ocr_seconds + GRACE)
    if code := _how_it_failed(end):
        raise DocumentUnreadable(code, _figures(code, limits))
    try:
        recognised = parsed(end.output, scanned)
    except DocumentUnreadable as unreadable:
        code = "ocr_memory" if unreadable.code == "memory" else unreadable.code
        raise DocumentUnreadable(code, _figures(code, limits) | unreadable.params) from None
    except UnbelievableAnswer:
        raise DocumentUnreadable("damaged") from None
    if not recognised.pages:
        raise DocumentUnreadable("ocr_timeout", _figures("ocr_timeout", limits))
    return recognised


def _how_it_failed(end: ChildEnd) -> str | None:
    if end.timed_out or end.status == -signal.SIGXCPU:
        return "ocr_timeout"
    if end.status in {-signal.SIGABRT, -signal.SIGKILL, -signal.SIGSEGV}:
        return "ocr_memory"
    return "damaged" if end.status or end.talked_too_much else None


def _figures(code: str, limits: DocumentLimits) -> dict[str, int | float | str]:
    if code == "ocr_timeout":
        return {"seconds": limits.ocr_seconds}
    return {"megabytes": limits.ocr_memory / 1_000_000} if code == "ocr_memory" else {}
