"""Actual: its export (a ZIP archive with `db.sqlite`) and its CSV. Amounts are hundredths in the one, plain figures in the other.

A split transaction is one row, of what its parts come to: so a bank prints it.
"""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.amounts import read_amount
from finance.imports.choices import Choices, Target
from finance.imports.csv_texts import joined, unguarded
from finance.imports.dates import read_date
from finance.imports.named_rows import named_rows
from finance.imports.problems import FileRefused
from finance.imports.rows import FileAccount, FileRow, ParsedFile, SaidBalance
from finance.imports.sqlite_file import Tables, Value, sqlite_tables, text_of, whole_of
from finance.imports.text import MOST_ROWS
from finance.imports.unpacking import member_of

WANTED = {
    "accounts": ("id", "name", "tombstone"),
    "payees": ("id", "name", "transfer_acct"),
    "payee_mapping": ("id", "targetId"),
    "transactions": (
        "id",
        "acct",
        "amount",
        "description",
        "notes",
        "date",
        "isChild",
        "starting_balance_flag",
        "tombstone",
        "imported_description",
    ),
}
TRANSACTIONS = (
    "SELECT id, acct, amount, description, notes, date, isChild, starting_balance_flag, tombstone, imported_description FROM transactions"
)
MOST = 4 * MOST_ROWS
PART = re.compile(r"\(SPLIT [0-9]+ OF [0-9]+\)")
WHOLE = re.compile(r"\(SPLIT INTO [0-9]+\) ?")


def read_actual(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Every account of a budget. Raises `FileRefused`."""
    packed = member_of(data, "db.sqlite")
    if packed is None:
        raise FileRefused([_("The archive has no budget of Actual in it.")])
    with sqlite_tables(packed) as tables:
        if not tables.has(WANTED):
            raise FileRefused([_("The archive has no budget of Actual in it.")])
        accounts = tables.rows("SELECT id, name, tombstone FROM accounts", most=MOST)
        names = {text_of(key): text_of(name) for key, name, gone in accounts if not gone}
        rows = _rows(tables, names)
    if not rows:
        raise FileRefused([_("The budget has no transactions.")])
    parts = sorted((_part(names[key], found) for key, found in rows.items()), key=lambda part: part.name)
    return ParsedFile(format="actual", way="actual", accounts=tuple(parts))


def _part(name: str, rows: list[tuple[FileRow, bool]]) -> FileAccount:
    opening = next((row for row, opens in rows if opens and row.amount is not None and row.booked_on), None)
    said = opening and SaidBalance(amount=opening.amount or Decimal(0), as_of=(opening.booked_on or dt.date.max) - dt.timedelta(days=1))
    return FileAccount(name=name, rows=tuple(row for row, _opens in rows), opening=said or None)


def _rows(tables: Tables, accounts: Mapping[str, str]) -> dict[str, list[tuple[FileRow, bool]]]:
    """By account: each row, and whether it is the starting balance."""
    payees = _payees(tables, accounts)
    found: dict[str, list[tuple[FileRow, bool]]] = defaultdict(list)
    for row in sorted(tables.rows(TRANSACTIONS, most=MOST), key=lambda row: (whole_of(row[5]) or 0, text_of(row[0]))):
        key, account, amount, payee, notes, day, is_part, opens, is_gone, imported = row
        if is_gone or is_part or text_of(account) not in accounts:
            continue
        booked_on, units = _day(day), whole_of(amount)
        problem = "" if booked_on and units is not None else _("has no date or no amount.")
        read = FileRow(
            place=len(found[text_of(account)]) + 1,
            booked_on=booked_on,
            amount=None if units is None else Decimal(units).scaleb(-2),
            description=joined(payees.get(text_of(payee), "") or text_of(imported), text_of(notes)),
            external_id=text_of(key),
            problem=problem or (_("is the opening balance, which belongs to the account itself.") if opens else ""),
        )
        found[text_of(account)].append((read, bool(opens)))
    return found


def _payees(tables: Tables, accounts: Mapping[str, str]) -> dict[str, str]:
    """By the key that transactions have; the payee of a transfer is called as the account at its other end."""
    rows = tables.rows("SELECT id, name, transfer_acct FROM payees", most=MOST)
    names = {text_of(key): text_of(name) or accounts.get(text_of(other), "") for key, name, other in rows}
    kept_as = tables.rows("SELECT id, targetId FROM payee_mapping", most=MOST)
    mapping = {text_of(key): text_of(kept) for key, kept in kept_as}
    return names | {key: names.get(kept, "") for key, kept in mapping.items()}


def _day(value: Value) -> dt.date | None:
    """20260131."""
    number = whole_of(value) or 0
    try:
        return dt.date(number // 10000, number // 100 % 100, number % 100)
    except (ValueError, OverflowError):
        return None


def read_actual_csv(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Every account of the file. It has no ids: rows are known again by what they say. Raises `FileRefused`."""
    found: dict[str, list[FileRow]] = defaultdict(list)
    for number, cell in named_rows(data):
        notes = cell("notes")
        if PART.match(notes):
            continue
        booked_on = read_date(cell("date"), "ymd", target.today)
        said = cell("split_amount") if WHOLE.match(notes) else cell("amount")
        amount = read_amount(said, target.currency, ".")
        found[cell("account")].append(
            FileRow(
                place=number,
                booked_on=booked_on,
                amount=amount,
                description=joined(unguarded(cell("payee")), unguarded(WHOLE.sub("", notes))),
                problem="" if booked_on and amount is not None else _("has no date or no amount."),
            )
        )
    return ParsedFile(
        format="actual_csv", way="actual_csv", accounts=tuple(FileAccount(name=name, rows=tuple(found[name])) for name in sorted(found))
    )
