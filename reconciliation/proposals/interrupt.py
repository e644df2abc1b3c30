"""Interrupts a query that takes too long, from another thread: the tool itself runs in the thread of its run."""

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, transaction

from assistant.tools import Tool

Query = TypeVar("Query")


SECONDS = 30.0  # a look-up may take


def look_up(name: str, arguments: type[Query], function: Callable[[Query], Any], *, seconds: float = SECONDS) -> Tool[Query]:
    """Return a tool that reads with this thread's connection, inside its transaction if there is one. An interrupt leaves that transaction
    whole."""

    def within(query: Query) -> Any:
        with transaction.atomic():
            return function(query)

    return Tool(name=name, arguments=arguments, function=within, seconds=seconds, interrupt=interrupt_of_this_thread())


def interrupt_of_this_thread() -> Callable[[], None]:
    """Return a function that ends this thread's current query from any thread; the query raises. Without a query it does nothing."""
    database = connections[DEFAULT_DB_ALIAS]

    def interrupt() -> None:
        raw = database.connection
        if isinstance(raw, sqlite3.Connection):
            raw.interrupt()
        elif raw is not None:
            raw.cancel_safe()

    return interrupt
