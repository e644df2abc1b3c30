"""A query that takes too long is interrupted from beside it: the tool that waits for it stays in the thread of its run."""

import sqlite3
from collections.abc import Callable

from django.db import DEFAULT_DB_ALIAS, connections


def interrupt_of_this_thread() -> Callable[[], None]:
    """Ends the query that this thread's connection is at, whoever calls it: the query raises. Where there is none, nothing happens."""
    database = connections[DEFAULT_DB_ALIAS]

    def interrupt() -> None:
        raw = database.connection
        if isinstance(raw, sqlite3.Connection):
            raw.interrupt()
        elif raw is not None:
            raw.cancel_safe()

    return interrupt
