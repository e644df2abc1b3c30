"""A book in GnuCash's SQLite file (2.6 to 5), by its documented tables."""

import datetime as dt
import re
from collections import defaultdict

from django.utils.translation import gettext as _

from finance.imports.gnucash.book import OPENING, BookAccount, BookSplit, GnuCashEntry
from finance.imports.problems import FileRefused
from finance.imports.sqlite_file import Tables, Value, sqlite_tables, text_of, whole_of
from finance.imports.text import MOST_ROWS

WANTED = {
    "accounts": ("guid", "name", "account_type", "commodity_guid", "parent_guid"),
    "commodities": ("guid", "namespace", "mnemonic"),
    "transactions": ("guid", "num", "post_date", "description"),
    "splits": ("guid", "tx_guid", "account_guid", "memo", "reconcile_state", "quantity_num", "quantity_denom"),
    "slots": ("obj_guid", "name", "string_val", "gdate_val"),
}
SPLITS = "SELECT guid, tx_guid, account_guid, memo, reconcile_state, quantity_num, quantity_denom FROM splits"
MOST = 6 * MOST_ROWS
"""Splits of all accounts, of which the offered ones may be few."""
MONEY = {"CURRENCY", "ISO4217"}
DAY = re.compile(r"([0-9]{4})-?([0-9]{2})-?([0-9]{2})")


def book_in_database(data: bytes) -> tuple[dict[str, BookAccount], list[GnuCashEntry]]:
    """Return accounts and entries. Raises `FileRefused` if the file is another program's, damaged or too long."""
    with sqlite_tables(data) as tables:
        if not tables.has(WANTED):
            raise FileRefused([_("This database is of another program. Wanted is a book of GnuCash.")])
        return _accounts(tables), _entries(tables)


def _accounts(tables: Tables) -> dict[str, BookAccount]:
    commodities = {
        text_of(key): text_of(mnemonic)
        for key, space, mnemonic in tables.rows("SELECT guid, namespace, mnemonic FROM commodities", most=MOST)
        if space in MONEY
    }
    slots = tables.rows("SELECT obj_guid, string_val FROM slots WHERE name = 'equity-type'", most=MOST)
    opening = {text_of(key) for key, kind in slots if kind == "opening-balance"}
    rows = tables.rows("SELECT guid, name, account_type, parent_guid, commodity_guid FROM accounts", most=MOST)
    return {
        text_of(key): BookAccount(
            key=text_of(key),
            name=text_of(name),
            kind=text_of(kind),
            parent=text_of(parent),
            currency=commodities.get(text_of(commodity), ""),
            is_opening=key in opening or (kind == "EQUITY" and text_of(name).casefold() in OPENING),
        )
        for key, name, kind, parent, commodity in rows
    }


def _entries(tables: Tables) -> list[GnuCashEntry]:
    """Return the entries. The day is that of the slot if there is one, because the other column is a time in some time zone."""
    days = {row[0]: row[1] for row in tables.rows("SELECT obj_guid, gdate_val FROM slots WHERE name = 'date-posted'", most=MOST)}
    splits: dict[str, list[BookSplit]] = defaultdict(list)
    for key, entry, account, memo, state, numerator, denominator in tables.rows(SPLITS, most=MOST):
        above, below = whole_of(numerator), whole_of(denominator)
        quantity = None if above is None or below is None else (above, below)
        split = BookSplit(key=text_of(key), account=text_of(account), quantity=quantity, memo=text_of(memo), state=text_of(state))
        splits[text_of(entry)].append(split)
    return [
        GnuCashEntry(
            key=text_of(key), day=_day(days.get(key) or posted), number=text_of(num), text=text_of(text), splits=tuple(splits[text_of(key)])
        )
        for key, num, posted, text in tables.rows("SELECT guid, num, post_date, description FROM transactions", most=MOST)
    ]


def _day(value: Value) -> dt.date | None:
    match = DAY.match(text_of(value))
    try:
        return dt.date(*map(int, match.groups())) if match else None
    except ValueError:
        return None
