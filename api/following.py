"""Following an import as a stream of events: a place for a few at a time, since each holds a thread of the web server."""

import time
from collections.abc import Callable, Iterator
from threading import BoundedSemaphore

from django.db import connection

from api.answers.problems import Refused
from api.shapes.statements import ImportShape

PLACES = BoundedSemaphore(4)
"""Of the eight threads that the web server has."""
LONGEST = 60.0
PAUSE = 0.5
"""Seconds."""


def changes_of(look: Callable[[], ImportShape]) -> Iterator[ImportShape]:
    """What is to be seen now, and whenever it is another, until it is finished. Raises Refused where no place is free."""
    if not PLACES.acquire(blocking=False):
        raise Refused(503, "too_many_follow", "As many follow already as this server has room for. Ask again later, or poll.")
    return _changes(look)


def _changes(look: Callable[[], ImportShape]) -> Iterator[ImportShape]:
    try:
        deadline, before = time.monotonic() + LONGEST, None
        while time.monotonic() < deadline:
            seen = look()
            if seen != before:
                yield seen
            if seen.finished:
                return
            before = seen
            connection.close()  # nobody holds one of the database's places while it waits
            time.sleep(PAUSE)
    finally:
        PLACES.release()
