"""Reading of files: the format is recognized by the content, never by the name."""

import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance.imports.parts import merged, uniquely_named
from finance.imports.rows import FileAccount, ParsedFile, StatedBalance
from finance.imports.spreadsheets import is_spreadsheet, table_text
from finance.imports.untrusted_files import (
    GZIP,
    MOST_ROWS,
    SQLITE,
    ZIP,
    FileRefused,
    names_in,
    too_many_rows,
    unzipped_files,
    within_limits,
)
from finance.models.ledger_import import Choices, Target

Format = Literal[
    "csv", "ofx", "qif", "camt", "mt940", "bai2", "beancount", "hledger", "gnucash", "actual", "actual_csv", "firefly", "xero", "quickbooks"
]  # fmt: skip
Reader = Callable[..., ParsedFile]

# A reader is imported with its packages from PyPI when a file of its format comes.
READERS: dict[Format, str] = {
    "csv": "finance.imports.csv_rows:read_csv",
    "ofx": "finance.imports.ofx:read_ofx",
    "qif": "finance.imports.qif:read_qif",
    "camt": "finance.imports.camt:read_camt",
    "mt940": "finance.imports.mt940:read_mt940",
    "bai2": "finance.imports.bai2:read_bai2",
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
BEGINNINGS: tuple[tuple[bytes, Format], ...] = ((SQLITE, "gnucash"), (GZIP, "gnucash"))
"""First bytes of files that are not text."""
REFUSED: tuple[tuple[bytes, Any], ...] = (
    (b"%PDF-", gettext_lazy("This is a PDF. Statements in PDF are read under *Upload*; here is the place for files of entries.")),
    (b"\xd0\xcf\x11\xe0", gettext_lazy("This is an old Excel file. Save it as XLSX or as CSV (UTF-8), and import that.")),
)
"""First bytes of files that are not imported, and the reason."""
STATEMENTS: frozenset[Format] = frozenset({"ofx", "camt", "mt940", "bai2"})
"""Formats of which an archive may hold several files."""
TABLES: frozenset[Format] = frozenset({"actual_csv", "firefly", "xero", "quickbooks"})
DATABASE = "db.sqlite"
"""The file of Actual's archive."""
MARKS_OF: tuple[tuple[Format, re.Pattern[str]], ...] = (
    ("ofx", re.compile(r"OFXHEADER|<OFX>|<STMTTRN>", re.IGNORECASE)),
    ("gnucash", re.compile(r"<gnc-v2[\s>]")),
    ("camt", re.compile(r"xsd:camt\.05[234]|<(\w+:)?BkToCstmr")),
    ("mt940", re.compile(r"^(\{1:.*)?:20:.*(\s+:[0-9]{2}[A-Z]?:|$)", re.MULTILINE)),
    ("bai2", re.compile(r"\A\s*01,[^\n]*\r?\n(88,[^\n]*\n)*02,")),
    ("qif", re.compile(r"^\s*!(type|account|option|clear)\b", re.IGNORECASE)),
    ("firefly", re.compile(r"^\W*user_id\W+group_id\W+journal_id\b")),
    ("actual_csv", re.compile(r"^\W*Account\W+Date\W+Payee\W+Notes\W+Category\W+Amount\W+(Split_Amount\W+)?Cleared\b")),
    ("xero", re.compile(r"^\W*Date\W+Source\W+Description\b[^\n]*\bDebit\W+Credit\b", re.MULTILINE)),
    ("quickbooks", re.compile(r"^\W*(Trans #\W+)?Type\W+Date\W+Num\b[^\n]*\b(Debit|Amount)\b", re.MULTILINE)),
    ("beancount", re.compile(rf"{DAY}[ \t]+(open|balance|commodity|([*!]|txn)[ \t]+\")", re.MULTILINE)),
    ("hledger", re.compile(rf"{DAY}([ =][^\n]*)?\n([ \t]+;[^\n]*\n)*[ \t]+[^\s;]", re.MULTILINE)),
)
HEAD = 20_000
LONGEST_BLANK = 1000


def read_file(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account of a file with its rows, signed from the holder's side.

    Raises `FileRefused`, and no other error for any bytes.
    """
    within_limits(data)
    name = recognized_format(data)
    is_archive = name in STATEMENTS and data.startswith(ZIP)
    parsed = (_read_archive if is_archive else _read)(data, name, choices, target)
    parsed = replace(parsed, accounts=uniquely_named(parsed.accounts))
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
            statements=tuple(
                replace(stated, opening=_turned_balance(stated.opening), closing=_turned_balance(stated.closing))
                for stated in account.statements
            ),
        )
        for account in parsed.accounts
    ]
    return replace(parsed, accounts=tuple(accounts))


def _read(data: bytes, name: Format, choices: Choices, target: Target) -> ParsedFile:
    module, _colon, function = READERS[name].partition(":")
    reader: Reader = getattr(import_module(module), function)
    return reader(data, choices=choices, target=target)


def _read_archive(data: bytes, name: Format, choices: Choices, target: Target) -> ParsedFile:
    """Return the accounts of all files of the format as if they were one file, with a remark for each other file."""
    accounts: list[FileAccount] = []
    notes = []
    for file, content in unzipped_files(data):
        if _format_within(content) != name:
            notes.append(_("%(file)s in the archive was left out: it has another format.") % {"file": file})
            continue
        try:
            accounts += _read(content, name, choices, target).accounts
        except FileRefused as refused:
            raise FileRefused(f"{file}: {problem}" for problem in refused.problems) from refused
        if sum(len(account.rows) for account in accounts) > MOST_ROWS:
            raise too_many_rows()
    return ParsedFile(format=name, way=name, accounts=merged(accounts), notes=tuple(notes))


def recognized_format(data: bytes) -> Format:
    """Return the format; of an archive that of its files. Raises `FileRefused` for files that are certainly no entries."""
    for begin, why in REFUSED:
        if data[:LONGEST_BLANK].lstrip().startswith(begin):
            raise FileRefused([str(why)])
    packed = next((name for begin, name in BEGINNINGS if data.startswith(begin)), None)
    if packed:
        return packed
    if data.startswith(ZIP) and not is_spreadsheet(data):
        if not is_archive(data):
            return "actual"
        within = (_format_within(content) for _file, content in unzipped_files(data))
        name = next((name for name in within if name in STATEMENTS), None)
        if name is None:
            why = _("The archive holds no statements in CAMT, MT940, OFX or BAI2. Unpack it, and import its files one by one.")
            raise FileRefused([why])
        return name
    head = table_text(data)[:HEAD].replace("\r\n", "\n").lstrip("\ufeff")
    marks = [(name, mark) for name, mark in MARKS_OF if name in TABLES or not data.startswith(ZIP)]
    return next((name for name, mark in marks if mark.search(head)), "csv")


def is_archive(data: bytes) -> bool:
    """True for a ZIP archive of files; False for a spreadsheet and for Actual's budget, which are packed too. Raises `FileRefused`."""
    return data.startswith(ZIP) and not is_spreadsheet(data) and DATABASE not in names_in(data)


def _format_within(content: bytes) -> Format | None:
    """Return the format of a file in an archive; None for another archive and for a file without entries."""
    if content.startswith((ZIP, GZIP)):
        return None
    try:
        return recognized_format(content)
    except FileRefused:
        return None


def chosen_account(parsed: ParsedFile, choices: Choices) -> FileAccount | None:
    """Return the account that a person chose, or the only one."""
    if len(parsed.accounts) == 1:
        return parsed.accounts[0]
    return next((account for account in parsed.accounts if account.name == choices.account), None)


def _turned_balance(balance: StatedBalance | None) -> StatedBalance | None:
    return None if balance is None else replace(balance, amount=-balance.amount)
