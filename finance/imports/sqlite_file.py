"""Safe reading of an untrusted SQLite file: plain tables only, nothing written, nothing in it executed."""

import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from finance.imports.text import too_many_rows
from finance.imports.unpacking import damaged
from finance.json_item import storable

SQLITE = b"SQLite format 3\0"
LONGEST_VALUE = 1_000_000
MOST_STEPS = 2_000
STEP = 100_000
"""SQLite instructions between two checks of progress: a malicious file can make a query endless."""

BROKEN = (sqlite3.Error, UnicodeDecodeError, OverflowError, MemoryError)
"""Errors of damaged files; SQLite cannot even report a damaged name."""
Value = str | int | float | bytes | None


class Tables:
    """The plain tables of a file, without views and virtual tables, which would execute their definitions."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._columns: dict[str, set[str]] = {}
        for name, sql, root in connection.execute("SELECT name, sql, rootpage FROM sqlite_master WHERE type = 'table'").fetchmany(1000):
            if isinstance(name, str) and isinstance(sql, str) and root and not sql.upper().startswith("CREATE VIRTUAL"):
                self._columns[name] = set()
        for name in self._columns:
            quoted = name.replace('"', '""')
            self._columns[name] = {str(row[1]) for row in connection.execute(f'PRAGMA table_info("{quoted}")')}

    def has(self, columns: Mapping[str, Sequence[str]]) -> bool:
        """True if the tables have all these columns."""
        return all(self._columns.get(table, set()) >= set(names) for table, names in columns.items())

    def column(self, table: str, name: str) -> str:
        """Return the column's name, or NULL if the table of an older release lacks it."""
        return name if name in self._columns.get(table, set()) else "NULL"

    def rows(self, query: str, *, most: int) -> list[tuple[Value, ...]]:
        """Return the rows of a query. Raises `FileRefused` if there are more than `most`, or the file is damaged."""
        try:
            fetched = self._connection.execute(query).fetchmany(most + 1)
        except BROKEN as error:
            raise damaged() from error
        if len(fetched) > most:
            raise too_many_rows()
        return fetched

    def only_read(self) -> None:
        """Deny everything except reading these tables: functions, views, other databases."""
        self._connection.set_authorizer(self._authorized)

    def _authorized(self, action: int, table: str | None, _column: str | None, database: str | None, through: str | None) -> int:
        if action == sqlite3.SQLITE_SELECT:
            return sqlite3.SQLITE_OK
        plain = action == sqlite3.SQLITE_READ and table in self._columns and database == "main" and through is None
        return sqlite3.SQLITE_OK if plain else sqlite3.SQLITE_DENY


@contextmanager
def sqlite_tables(data: bytes) -> Iterator[Tables]:
    """Open the bytes as a private temporary file. Raises `FileRefused` if it is damaged."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.sqlite"
        path.write_bytes(data)
        try:
            connection = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
        except sqlite3.Error as error:
            raise damaged() from error
        try:
            yield _bounded(connection)
        finally:
            connection.close()


def _bounded(connection: sqlite3.Connection) -> Tables:
    steps = iter(range(MOST_STEPS))
    connection.set_progress_handler(lambda: next(steps, None) is None, STEP)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON", "mmap_size = 0"):
            connection.execute(f"PRAGMA {pragma}")
        tables = Tables(connection)
    except BROKEN as error:
        raise damaged() from error
    tables.only_read()
    return tables


def text_of(value: Value) -> str:
    """Return the text; empty if the value is none or cannot be stored."""
    return value if isinstance(value, str) and storable(value) else ""


def whole_of(value: Value) -> int | None:
    return value if isinstance(value, int) else None
