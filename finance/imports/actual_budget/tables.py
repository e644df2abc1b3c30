"""The tables of a budget from Actual's archive, exported or on its server: accounts, payees, entries."""

from finance.imports.sqlite_file import SQLITE, Tables, Value, sqlite_tables, text_of
from finance.imports.text import MOST_ROWS
from finance.imports.unpacking import damaged, unzipped

COLUMNS = {
    "accounts": ("name", "tombstone"),
    "payees": ("name", "transfer_acct", "tombstone"),
    "payee_mapping": ("targetId",),
    "transactions": (
        "acct", "amount", "date", "description", "notes", "financial_id", "isChild", "parent_id", "starting_balance_flag",
        "cleared", "reconciled", "tombstone",
    ),
}  # fmt: skip
"""The columns read from each table; `description` is the id of a payee."""
LATER = {"parent_id", "cleared", "reconciled"}
"""Columns that older releases lack."""
DATABASE = "db.sqlite"
MOST = 6 * MOST_ROWS
Row = dict[str, Value]
Stored = dict[str, dict[str, Row]]
"""The rows of each table by id."""


def stored_budget(data: bytes) -> Stored | None:
    """Return the tables; None if the archive is another program's. Raises `FileRefused` if it is damaged or too long."""
    database = unzipped(data, DATABASE)
    if database is None:
        return None
    if not database.startswith(SQLITE):
        raise damaged()
    with sqlite_tables(database) as tables:
        if not tables.has({table: ["id", *(name for name in names if name not in LATER)] for table, names in COLUMNS.items()}):
            return None
        return {table: _table(tables, table) for table in COLUMNS}


def _table(tables: Tables, table: str) -> dict[str, Row]:
    names = COLUMNS[table]
    columns = ", ".join(tables.column(table, name) for name in names)
    rows = tables.rows(f"SELECT id, {columns} FROM {table}", most=MOST)  # noqa: S608  # nosec B608  # names of our own
    return {text_of(key): dict(zip(names, values, strict=True)) for key, *values in rows if text_of(key)}
