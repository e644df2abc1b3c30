"""A small budget in the form of Actual's export, written table by table for tests that need no server."""

import io
import sqlite3
import tempfile
import zipfile
from pathlib import Path
from typing import Any

TABLES = """
CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT, offbudget INTEGER DEFAULT 0, closed INTEGER DEFAULT 0, tombstone INTEGER DEFAULT 0);
CREATE TABLE payees (id TEXT PRIMARY KEY, name TEXT, category TEXT, tombstone INTEGER DEFAULT 0, transfer_acct TEXT);
CREATE TABLE payee_mapping (id TEXT PRIMARY KEY, targetId TEXT);
CREATE TABLE transactions (id TEXT PRIMARY KEY, isParent INTEGER DEFAULT 0, isChild INTEGER DEFAULT 0, acct TEXT, amount INTEGER,
  description TEXT, notes TEXT, date INTEGER, financial_id TEXT, starting_balance_flag INTEGER DEFAULT 0, tombstone INTEGER DEFAULT 0,
  cleared INTEGER DEFAULT 1, parent_id TEXT, reconciled INTEGER DEFAULT 0);
INSERT INTO accounts (id, name, offbudget, tombstone) VALUES ('a', 'Checking', 0, 0), ('b', 'House', 1, 0), ('c', 'Gone', 0, 1);
INSERT INTO payees (id, name, transfer_acct) VALUES ('p', 'Rent', NULL), ('q', 'Landlord', NULL), ('to-b', '', 'b'), ('to-a', '', 'a');
INSERT INTO payee_mapping VALUES ('p', 'p'), ('q', 'p'), ('to-b', 'to-b'), ('to-a', 'to-a');
"""
ROWS: tuple[dict[str, Any], ...] = (
    {"id": "t0", "acct": "a", "amount": 100_000, "date": 20251231, "starting_balance_flag": 1},
    {"id": "t1", "acct": "a", "amount": -25_000, "date": 20260105, "description": "q", "notes": "January"},
    {"id": "t2", "acct": "a", "amount": -500, "date": 20260106, "description": "to-b"},
    {"id": "t3", "acct": "b", "amount": 500, "date": 20260106, "description": "to-a"},
    {"id": "t4", "acct": "a", "amount": -3000, "date": 20260107, "isParent": 1},
    {"id": "t5", "acct": "a", "amount": -1000, "date": 20260107, "isChild": 1, "parent_id": "t4", "description": "p"},
    {"id": "t6", "acct": "a", "amount": -2000, "date": 20260107, "isChild": 1, "parent_id": "t4"},
    {"id": "t7", "acct": "a", "amount": -7, "date": 20260108, "tombstone": 1},
    {"id": "t8", "acct": "c", "amount": -8, "date": 20260108},
)


def archive(*, tables: str = TABLES, rows: tuple[dict[str, Any], ...] = ROWS, packed: int = zipfile.ZIP_DEFLATED) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "db.sqlite")
        database = sqlite3.connect(path)
        database.executescript(tables)
        for row in rows:
            database.execute(f"INSERT INTO transactions ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))  # noqa: S608
        database.commit()
        database.close()
        return zipped({"db.sqlite": path.read_bytes(), "metadata.json": b'{"budgetName": "Home"}'}, packed)


def zipped(files: dict[str, bytes], packed: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", packed) as written:
        for name, data in files.items():
            written.writestr(name, data)
    return made.getvalue()


BUDGET = archive()
