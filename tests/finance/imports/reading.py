"""A file as it is read for an account in euros."""

import datetime as dt

from finance.imports.reading import read_file
from finance.imports.rows import FileAccount, FileRow, ParsedFile
from finance.models.ledger_import import Choices, Target

TODAY = dt.date(2026, 6, 30)


def parsed(data: bytes, *, currency: str = "EUR", kind: str = "checking", choices: Choices | None = None) -> ParsedFile:
    return read_file(data, choices=choices or Choices(), target=Target(currency=currency, kind=kind, today=TODAY))


def account_named(data: bytes, name: str) -> FileAccount:
    """The account of this name in the file."""
    return next(account for account in parsed(data).accounts if account.name == name)


def said(row: FileRow) -> tuple[str, str, str, str]:
    """Day, amount, text, id."""
    return str(row.booked_on), str(row.amount), row.description, row.external_id
