"""Progress of an import as a stream of events, for a few clients at a time, since each occupies a thread of the web server."""

import time
from collections.abc import Callable, Iterator
from threading import BoundedSemaphore

from django.db import connection

from api.http.problems import Refused
from api.schemas.statements import ImportShape

PLACES = BoundedSemaphore(4)
"""Out of the web server's eight threads."""
LONGEST = 60.0
PAUSE = 0.5
"""Seconds."""


def changes_of(look: Callable[[], ImportShape]) -> Iterator[ImportShape]:
    """Yield the import's state, and again after each change, until it is finished. Raises Refused if no place is free."""
    if not PLACES.acquire(blocking=False):
        raise Refused(503, "too_many_follow", "As many follow already as this server has room for. Ask again later, or poll.")
    return _changes(look)


def _changes(look: Callable[[], ImportShape]) -> Iterator[ImportShape]:
    try:
        deadline, before = time.monotonic() + LONGEST, None
        while time.monotonic() < deadline:
            state = look()
            if state != before:
                yield state
            if state.finished:
                return
            before = state
            connection.close()  # so that no connection to the database is occupied while waiting
            time.sleep(PAUSE)
    finally:
        PLACES.release()
