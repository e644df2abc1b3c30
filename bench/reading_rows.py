"""Counts the queries of a block and the rows that the database returns."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

from django.db import connection
from django.db.models.sql import compiler
from django.test.utils import CaptureQueriesContext


@dataclass(slots=True)
class Asked:
    rows: int = 0
    queries: int = 0


@contextmanager
def asked() -> Iterator[Asked]:
    """Counts what querysets read inside, whichever database it is."""
    counted, given = Asked(), compiler.cursor_iter

    def counting(*args: Any) -> Iterator[Any]:
        for rows in given(*args):
            counted.rows += len(rows)
            yield rows

    with CaptureQueriesContext(connection) as queries, mock.patch.object(compiler, "cursor_iter", counting):
        yield counted
    counted.queries = len(queries)
