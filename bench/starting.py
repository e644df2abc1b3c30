"""The time to start a child process, which does not depend on the document."""

import resource
import time
from contextlib import suppress
from statistics import median

from reconciliation.documents.forkserver import keep, keep_none
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import opened_by
from reconciliation.documents.unreadable import DocumentUnreadable

STARTS = 10


def start_of_a_child() -> str:
    """A child that starts, locks itself in, and finds nothing to read; then one whose stem was kept, as a worker keeps it."""
    seconds, wall = zip(*(one_start() for _ in range(STARTS)), strict=True)
    keep()
    starts = [one_start()[1] for _ in range(STARTS)]
    keep_none()
    alone = f"{1000 * median(seconds):.0f} ms CPU, {1000 * median(wall):.0f} ms"
    return f"start of a child, once a document: {alone}; in a worker {1000 * median(starts):.0f} ms"


def one_start() -> tuple[float, float]:
    before, started = children_seconds(), time.monotonic()
    with suppress(DocumentUnreadable):
        opened_by("pdfium", b"%PDF-1.7 and nothing else", None, DocumentLimits())
    return children_seconds() - before, time.monotonic() - started


def children_seconds() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime
