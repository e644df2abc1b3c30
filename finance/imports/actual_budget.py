"""Budgets of Actual, read from their archive, exported or on its server. Amounts are hundredths in every currency."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance, joined
from finance.imports.untrusted_files import (
    MOST_ROWS,
    SQLITE,
    FileRefused,
    Value,
    damaged,
    sqlite_tables,
    text_of,
    unzipped,
    whole_of,
)
from finance.models.ledger_import import Choices, Target

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
    stored: Stored = {}
    with sqlite_tables(database) as tables:
        if not tables.has({table: ["id", *(name for name in names if name not in LATER)] for table, names in COLUMNS.items()}):
            return None
        for table, names in COLUMNS.items():
            columns = ", ".join(tables.column(table, name) for name in names)
            rows = tables.rows(f"SELECT id, {columns} FROM {table}", most=MOST)  # noqa: S608  # nosec B608  # names of our own
            stored[table] = {text_of(key): dict(zip(names, values, strict=True)) for key, *values in rows if text_of(key)}
    return stored


WAY = "actual"
LARGEST = 10**17


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetEntry:
    """One entry of an account; a split entry is one, since its parts are categories. `imported_id` comes from an import."""

    key: str
    account: str
    day: dt.date | None
    hundredths: int | None
    text: str
    imported_id: str
    is_opening: bool
    is_reconciled: bool


def accounts_of(stored: Stored) -> dict[str, str]:
    """Return the names of accounts that were not deleted, by id."""
    return {key: text_of(row["name"]) for key, row in stored["accounts"].items() if not row["tombstone"]}


def entries_of(stored: Stored) -> Iterator[BudgetEntry]:
    """Yield the entries by day, without deleted ones and parts of split ones."""
    standing = {key: row for key, row in stored["transactions"].items() if not row["tombstone"]}
    parts: dict[Value, list[Row]] = defaultdict(list)
    for row in standing.values():
        if row["isChild"]:
            parts[row["parent_id"]].append(row)
    entries = []
    for key, row in standing.items():
        if row["isChild"]:
            continue
        hundredths, number = whole_of(row["amount"]), whole_of(row["date"]) or 0
        try:
            day: dt.date | None = dt.date(number // 10_000, number // 100 % 100, number % 100)  # of a number such as 20260131
        except (ValueError, OverflowError):
            day = None
        payees: set[str] = set()
        for part in (row, *parts[key]):  # a split entry has the payees of its parts
            described = text_of(part["description"])
            merged = stored["payee_mapping"].get(described, {}).get("targetId")
            payee = stored["payees"].get(text_of(merged) or described, {})
            other = stored["accounts"].get(text_of(payee.get("transfer_acct")), {})  # a transfer is named after the other account
            payees.add(text_of(other.get("name")) or text_of(payee.get("name")))
        entry = BudgetEntry(
            key=key,
            account=text_of(row["acct"]),
            day=day,
            hundredths=hundredths if hundredths is not None and abs(hundredths) < LARGEST else None,
            text=joined(", ".join(sorted(payees - {""})), text_of(row["notes"])),
            imported_id=text_of(row["financial_id"]),
            is_opening=bool(row["starting_balance_flag"]),
            is_reconciled=bool(row["reconciled"]),
        )
        entries.append(entry)
    yield from sorted(entries, key=lambda entry: (entry.day or dt.date.min, entry.key))


def file_row(entry: BudgetEntry, place: int) -> FileRow:
    """Return the row with the entry's own id; entries without day or amount and opening balances have a problem."""
    problem = ""
    if entry.day is None or entry.hundredths is None:
        problem = _("has no date or no amount.")
    elif entry.is_opening:
        problem = _("is the opening balance, which belongs to the account itself.")
    return FileRow(
        place=place,
        booked_on=entry.day,
        amount=amount_of(entry),
        description=entry.text,
        external_id=f"{WAY}:{entry.key}",
        problem=problem,
    )


def amount_of(entry: BudgetEntry) -> Decimal | None:
    return None if entry.hundredths is None else Decimal(entry.hundredths).scaleb(-2)


def read_actual(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account with entries. Raises `FileRefused` if the archive is another program's, damaged or too long."""
    stored = stored_budget(data)
    if stored is None:
        raise FileRefused([_("This archive comes from another program. Choose an export of Actual.")])
    names = accounts_of(stored)
    by_account: dict[str, list[BudgetEntry]] = defaultdict(list)
    for entry in entries_of(stored):
        if entry.account in names:
            by_account[entry.account].append(entry)
    if not by_account:
        raise FileRefused([_("The budget has no entries.")])
    parts = []
    for key, entries in by_account.items():
        rows = tuple(file_row(entry, place) for place, entry in enumerate(entries, 1))
        openings = [
            StatedBalance(amount=amount, as_of=entry.day - dt.timedelta(days=1))
            for entry in entries
            if entry.is_opening and entry.day and (amount := amount_of(entry)) is not None
        ]
        parts.append(FileAccount(name=names[key], rows=rows, opening=openings[0] if openings else None))
    parts.sort(key=lambda part: part.name)
    return ParsedFile(format="actual", way=WAY, accounts=tuple(parts))
