"""Reading of files: the format is recognized by the content, never by the name."""

import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Literal

from finance.imports.rows import FileAccount, ParsedFile, StatedBalance
from finance.imports.untrusted_files import GZIP, MOST_ROWS, SQLITE, ZIP, decoded, too_many_rows, within_limits
from finance.models.ledger_import import Choices, Target

Format = Literal[
    "csv", "ofx", "qif", "camt", "mt940", "beancount", "hledger", "gnucash", "actual", "actual_csv", "firefly", "xero", "quickbooks"
]  # fmt: skip
Reader = Callable[..., ParsedFile]

# A reader, and what it needs from PyPI, is imported when a file of its format comes.
READERS: dict[Format, str] = {
    "csv": "finance.imports.csv_rows:read_csv",
    "ofx": "finance.imports.ofx:read_ofx",
    "qif": "finance.imports.qif:read_qif",
    "camt": "finance.imports.camt:read_camt",
    "mt940": "finance.imports.mt940:read_mt940",
    "beancount": "finance.imports.journals:read_beancount",
    "hledger": "finance.imports.journals:read_hledger",
    "gnucash": "finance.imports.gnucash:read_gnucash",
    "actual": "finance.imports.actual_budget:read_actual",
    "actual_csv": "finance.imports.bookkeeping_csv:read_actual_csv",
    "firefly": "finance.imports.bookkeeping_csv:read_firefly",
    "xero": "finance.imports.bookkeeping_csv:read_xero",
    "quickbooks": "finance.imports.bookkeeping_csv:read_quickbooks",
}
DAY = r"^[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}"
BEGINNINGS: tuple[tuple[bytes, Format], ...] = ((SQLITE, "gnucash"), (GZIP, "gnucash"), (ZIP, "actual"))
"""First bytes of files that are not text."""
MARKS_OF: tuple[tuple[Format, re.Pattern[str]], ...] = (
    ("ofx", re.compile(r"OFXHEADER|<OFX>", re.IGNORECASE)),
    ("gnucash", re.compile(r"<gnc-v2[\s>]")),
    ("camt", re.compile(r"xsd:camt\.05[234]|<(\w+:)?BkToCstmr")),
    ("mt940", re.compile(r"^(\{1:.*)?:20:.*(\s+:[0-9]{2}[A-Z]?:|$)", re.MULTILINE)),
    ("qif", re.compile(r"^\s*!(type|account|option|clear)\b", re.IGNORECASE)),
    ("firefly", re.compile(r"^\W*user_id\W+group_id\W+journal_id\b")),
    ("actual_csv", re.compile(r"^\W*Account\W+Date\W+Payee\W+Notes\W+Category\W+Amount\W+(Split_Amount\W+)?Cleared\b")),
    ("xero", re.compile(r"^\W*Date\W+Source\W+Description\b[^\n]*\bDebit\W+Credit\b", re.MULTILINE)),
    ("quickbooks", re.compile(r"^\W*(Trans #\W+)?Type\W+Date\W+Num\b[^\n]*\b(Debit|Amount)\b", re.MULTILINE)),
    ("beancount", re.compile(rf"{DAY}[ \t]+(open|balance|commodity|([*!]|txn)[ \t]+\")", re.MULTILINE)),
    ("hledger", re.compile(rf"{DAY}([ =][^\n]*)?\n([ \t]+;[^\n]*\n)*[ \t]+[^\s;]", re.MULTILINE)),
)
HEAD = 20_000


def read_file(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account of a file with its rows, signed from the holder's side.

    Raises `FileRefused`, and nothing else whatever the bytes are.
    """
    within_limits(data)
    module, _colon, name = READERS[recognized_format(data)].partition(":")
    reader: Reader = getattr(import_module(module), name)
    parsed = reader(data, choices=choices, target=target)
    if sum(len(account.rows) for account in parsed.accounts) > MOST_ROWS:
        raise too_many_rows()
    if choices.sign != "turned":
        return parsed
    # From a statement's convention (purchases and debts positive) to the holder's.
    accounts = [
        replace(
            account,
            rows=tuple(row if row.amount is None else replace(row, amount=-row.amount) for row in account.rows),
            opening=_turned_balance(account.opening),
            closing=_turned_balance(account.closing),
        )
        for account in parsed.accounts
    ]
    return replace(parsed, accounts=tuple(accounts))


def recognized_format(data: bytes) -> Format:
    packed = next((name for begin, name in BEGINNINGS if data.startswith(begin)), None)
    if packed:
        return packed
    head = decoded(data)[:HEAD].replace("\r\n", "\n").lstrip("\ufeff")
    return next((name for name, mark in MARKS_OF if mark.search(head)), "csv")


def chosen_account(parsed: ParsedFile, choices: Choices) -> FileAccount | None:
    """Return the account that a person chose, or the only one."""
    if len(parsed.accounts) == 1:
        return parsed.accounts[0]
    return next((account for account in parsed.accounts if account.name == choices.account), None)


def _turned_balance(balance: StatedBalance | None) -> StatedBalance | None:
    return None if balance is None else replace(balance, amount=-balance.amount)
