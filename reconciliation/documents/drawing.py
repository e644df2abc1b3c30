"""One page as a picture, drawn in the locked child; its answer is treated as hostile."""

import json
import struct
import threading
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace

from reconciliation.documents.answer import refusal
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import how_it_failed, refuse_at_once
from reconciliation.documents.sandbox import run_child
from reconciliation.documents.unreadable import DocumentUnreadable

AT_ONCE = 2  # children that draw for this process
SECONDS = 10.0  # limit for the turn in the queue, and again for the drawing, while the response waits
MAX_BYTES, MAX_PIXELS = 16_000_000, 4_100_000
HEAD = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR"

_turns = threading.BoundedSemaphore(AT_ONCE)


class TooBusy(Exception):
    """Raised if other pages are being drawn and no turn came in time."""


def page_picture(pdf: bytes, number: int, limits: DocumentLimits) -> bytes:
    """Return page `number` (from 1) as a PNG of at most two pixels a point, if the child's output begins as one of an allowed size. Raises
    DocumentUnreadable, TooBusy."""
    refuse_at_once(pdf, limits)
    allowed = replace(limits, seconds=min(SECONDS, limits.seconds))
    with _turn():
        end = run_child(asdict(allowed) | {"engine": "draw", "password": None, "page": number}, pdf, seconds=allowed.seconds)  # nosec B105  # no password is one
    if code := how_it_failed(end):
        raise DocumentUnreadable(code)
    try:
        answer = json.loads(end.output)
        if "error" in answer:
            raise refusal(answer["error"])
        picture = b64decode(answer["png"], validate=True)
        width, height = struct.unpack(">II", picture[len(HEAD) : len(HEAD) + 8])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, struct.error):
        raise DocumentUnreadable("damaged") from None
    if not picture.startswith(HEAD) or len(picture) > MAX_BYTES or not 0 < width * height <= MAX_PIXELS:
        raise DocumentUnreadable("damaged")
    return picture


@contextmanager
def _turn() -> Iterator[None]:
    if not _turns.acquire(timeout=SECONDS):
        raise TooBusy
    try:
        yield
    finally:
        _turns.release()
