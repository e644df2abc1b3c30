"""Opening a document: cheap checks, then a child for the first engine, for the second if necessary, and for scanned pages; and one page as
a picture, drawn in a child too. The answer of a child is treated as hostile.

A locked document is unlocked at the time of its upload: a child writes the copy that is stored, the password is forgotten.
"""

import json
import signal
import struct
import threading
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import cache
from importlib.util import find_spec

from reconciliation.documents.answer import UnbelievableAnswer, parsed, refusal
from reconciliation.documents.limits import DocumentClock, DocumentLimits
from reconciliation.documents.pages import OpenedDocument, UnreadMark
from reconciliation.documents.sandbox import ChildEnd, run_child
from reconciliation.documents.unreadable import DocumentUnreadable, Params, message

PACKAGES = ("rapidocr", "onnxruntime")
UNREAD, UNCONFIRMED = "scanned_pages_unread", "layer_unconfirmed"
GRACE = 5.0  # seconds that a child which does not stop by itself gets beyond its own


@cache
def can_read_scans() -> bool:
    return all(find_spec(name) for name in PACKAGES)


def with_scans_read(
    document: OpenedDocument, pdf: bytes, password: str | None, limits: DocumentLimits, clock: DocumentClock
) -> OpenedDocument:
    """Return the document with its scanned pages read.

    Each unreadable one is a mark of its whole page; if none can be read and there are no other words, DocumentUnreadable is raised with the
    reason.
    """
    scanned = [page.number for page in document.pages if page.source in {"scan", "layer"}]
    if not scanned:
        return document
    left_over = (UNREAD,) if any(page.source == "scan" for page in document.pages) else (UNCONFIRMED,)
    try:
        recognised = _recognised(scanned, pdf, password, limits, clock)
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


def _recognised(scanned: list[int], pdf: bytes, password: str | None, limits: DocumentLimits, clock: DocumentClock) -> OpenedDocument:
    if not can_read_scans():
        raise DocumentUnreadable("no_text")
    if len(scanned) > limits.ocr_pages:
        raise DocumentUnreadable("too_many_scans", {"pages": len(scanned), "limit": limits.ocr_pages})
    own = {"engine": "ocr", "password": password, "scanned": scanned, "memory": limits.ocr_memory}
    clock.extend(limits.ocr_seconds)
    end = clock.run(
        lambda seconds: run_child(asdict(limits) | own | {"seconds": seconds}, pdf, seconds=seconds + GRACE), most=limits.ocr_seconds
    )
    code = "damaged" if end.status or end.talked_too_much else None
    if end.timed_out or end.status == -signal.SIGXCPU:
        code = "ocr_timeout"
    elif end.status in {-signal.SIGABRT, -signal.SIGKILL, -signal.SIGSEGV}:
        code = "ocr_memory"
    if code:
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


def _figures(code: str, limits: DocumentLimits) -> dict[str, int | float | str]:
    if code == "ocr_timeout":
        return {"seconds": limits.ocr_seconds}
    return {"megabytes": limits.ocr_memory / 1_000_000} if code == "ocr_memory" else {}


__all__ = ["DocumentLimits", "DocumentUnreadable", "OpenedDocument", "message", "open_document", "unlocked_copy"]

HEADER_WITHIN = TRAILER_WITHIN = 2048  # bytes from the file's start and end; readers have always been lenient
FINAL = {"encrypted", "wrong_password", "too_many_pages", "timeout", "not_confined"}  # the second engine could say no better
SECOND_OPINION = 10.0  # seconds at most: a file that breaks the first engine rarely becomes a statement
COPY_SECONDS = 10.0  # limit for the copy without password, made while the response waits
NO_LIMITS = DocumentLimits()


def open_document(
    pdf: bytes, *, password: str | None = None, limits: DocumentLimits = NO_LIMITS, clock: DocumentClock | None = None
) -> OpenedDocument:
    """Return the document's pages of positioned words. All engines share the `clock`, by default one of `limits.seconds`. Raises
    DocumentUnreadable with a code of MESSAGES."""
    clock = clock or DocumentClock(limits.seconds)
    try:
        refuse_at_once(pdf, limits)
        document = with_scans_read(read_by_either(pdf, password, limits, clock), pdf, password, limits, clock)
    except DocumentUnreadable as unreadable:
        raise DocumentUnreadable(unreadable.code, figures(unreadable.code, limits) | unreadable.params) from unreadable
    if not any(page.words for page in document.pages) and not document.hidden:
        raise DocumentUnreadable("blank")
    if b"%%EOF" not in pdf[-TRAILER_WITHIN:]:
        return replace(document, incomplete=True, notes=(*document.notes, "cut_short"))
    return document


def read_by_either(pdf: bytes, password: str | None, limits: DocumentLimits, clock: DocumentClock) -> OpenedDocument:
    """Read with the first engine; if that fails or finds nothing, with the second in a fresh child, if it finds words in the time left."""
    try:
        document = clock.run(lambda seconds: opened_by("pdfium", pdf, password, replace(limits, seconds=seconds)), most=limits.seconds)
    except DocumentUnreadable as first:
        if first.code in FINAL:
            raise
        try:
            second_reading = by_second(pdf, password, limits, clock)
        except DocumentUnreadable as second:
            raise second if first.code == "damaged" and second.code != "timeout" else first from None
        if second_reading is None:
            raise
        return second_reading
    if document.hidden or any(page.words or page.source in {"scan", "layer"} for page in document.pages):
        return document
    try:
        return by_second(pdf, password, limits, clock) or document
    except DocumentUnreadable:
        return document


def by_second(pdf: bytes, password: str | None, limits: DocumentLimits, clock: DocumentClock) -> OpenedDocument | None:
    """Return the second engine's reading in the time left, or None if it finds no words."""
    document = clock.run(lambda seconds: opened_by("pypdf", pdf, password, replace(limits, seconds=seconds)), most=SECOND_OPINION)
    return document if any(page.words for page in document.pages) else None


def unlocked_copy(pdf: bytes, password: str, limits: DocumentLimits) -> bytes | None:
    """Return the document without its password, or None if it opens without one.

    Raises DocumentUnreadable: `wrong_password`, or the reason why it cannot be opened. A document that is cut short counts as damaged,
    because a copy would hide that.
    """
    allowed = replace(limits, seconds=min(COPY_SECONDS, limits.seconds))
    try:
        return _copy_of(pdf, password, allowed)
    except DocumentUnreadable as unreadable:
        raise DocumentUnreadable(unreadable.code, figures(unreadable.code, allowed) | unreadable.params) from None


def _copy_of(pdf: bytes, password: str, limits: DocumentLimits) -> bytes | None:
    """Return the copy in the child's answer, which is treated as hostile."""
    end = run_child(asdict(limits) | {"engine": "unlock", "password": password}, pdf, seconds=limits.seconds)
    if code := how_it_failed(end):
        raise DocumentUnreadable(code)
    try:
        answer = json.loads(end.output)
        if "error" in answer:
            raise refusal(answer["error"])
        copy = answer["unlocked"]
        unlocked = None if copy is None else b64decode(copy, validate=True)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise DocumentUnreadable("damaged") from None
    if unlocked is not None:
        refuse_at_once(unlocked, limits)
    if unlocked is not None and b"%%EOF" not in pdf[-TRAILER_WITHIN:]:
        raise DocumentUnreadable("damaged")
    return unlocked


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


AT_ONCE = 2  # children that draw for this process
PICTURE_SECONDS = 10.0  # limit for the turn in the queue, and again for the drawing, while the response waits
MAX_BYTES, MAX_PIXELS = 16_000_000, 4_100_000
PNG_HEAD = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR"

_turns = threading.BoundedSemaphore(AT_ONCE)


class TooBusy(Exception):
    """Raised if other pages are being drawn and no turn came in time."""


def page_picture(pdf: bytes, number: int, limits: DocumentLimits) -> bytes:
    """Return page `number` (from 1) as a PNG of at most two pixels a point, if the child's output begins as one of an allowed size. Raises
    DocumentUnreadable, TooBusy."""
    refuse_at_once(pdf, limits)
    allowed = replace(limits, seconds=min(PICTURE_SECONDS, limits.seconds))
    with _turn():
        end = run_child(asdict(allowed) | {"engine": "draw", "password": None, "page": number}, pdf, seconds=allowed.seconds)  # nosec B105  # no password is one
    if code := how_it_failed(end):
        raise DocumentUnreadable(code)
    try:
        answer = json.loads(end.output)
        if "error" in answer:
            raise refusal(answer["error"])
        picture = b64decode(answer["png"], validate=True)
        width, height = struct.unpack(">II", picture[len(PNG_HEAD) : len(PNG_HEAD) + 8])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, struct.error):
        raise DocumentUnreadable("damaged") from None
    if not picture.startswith(PNG_HEAD) or len(picture) > MAX_BYTES or not 0 < width * height <= MAX_PIXELS:
        raise DocumentUnreadable("damaged")
    return picture


@contextmanager
def _turn() -> Iterator[None]:
    if not _turns.acquire(timeout=PICTURE_SECONDS):
        raise TooBusy
    try:
        yield
    finally:
        _turns.release()
