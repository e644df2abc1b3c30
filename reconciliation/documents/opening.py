"""Opening a document: the cheap questions first, then a child for the first engine and, if need be, one for the second."""

import signal
import time
from dataclasses import asdict

from reconciliation.documents.answer import UnbelievableAnswer, parsed
from reconciliation.documents.limits import Limits
from reconciliation.documents.pages import OpenedDocument
from reconciliation.documents.sandbox import ChildEnd, run_child
from reconciliation.documents.unreadable import DocumentUnreadable, Params, message

__all__ = ["DocumentUnreadable", "Limits", "OpenedDocument", "message", "open_document"]

HEADER_WITHIN = 1024  # bytes, as readers have always allowed
NO_LIMITS = Limits()


def open_document(pdf: bytes, *, password: str | None = None, limits: Limits = NO_LIMITS) -> OpenedDocument:
    """The document's pages of positioned words. Raises DocumentUnreadable with a code that MESSAGES puts into words."""
    refuse_at_once(pdf, limits)
    try:
        document = asked("pdfium", pdf, password, limits)
    except DocumentUnreadable as unreadable:
        raise DocumentUnreadable(unreadable.code, figures(limits) | unreadable.params) from unreadable
    if not any(page.words for page in document.pages) and not document.hidden:
        raise DocumentUnreadable("no_text")
    return document


def refuse_at_once(pdf: bytes, limits: Limits) -> None:
    if not pdf.strip():
        raise DocumentUnreadable("empty")
    if len(pdf) > limits.bytes:
        raise DocumentUnreadable("too_large", {"megabytes": limits.bytes // 1_000_000})
    if b"%PDF-" not in pdf[:HEADER_WITHIN]:
        raise DocumentUnreadable("not_a_pdf")


def figures(limits: Limits) -> Params:
    return {
        "megabytes": limits.memory // 1_000_000,
        "seconds": round(limits.seconds),
        "characters": limits.characters,
        "limit": limits.pages,
    }


def asked(engine: str, pdf: bytes, password: str | None, limits: Limits) -> OpenedDocument:
    request = asdict(limits) | {"engine": engine, "password": password}
    del request["bytes"]
    started = time.monotonic()
    end = run_child(request, pdf, seconds=limits.seconds)
    if end.status == 0 and not end.timed_out:
        try:
            return parsed(end.output)
        except UnbelievableAnswer:
            raise DocumentUnreadable("damaged") from None
    raise DocumentUnreadable(how_it_ended(end, time.monotonic() - started))


def how_it_ended(end: ChildEnd, seconds: float) -> str:
    if end.timed_out or end.status == -signal.SIGXCPU:
        return "timeout"
    if end.talked_too_much:
        return "too_complex"
    return "damaged"
