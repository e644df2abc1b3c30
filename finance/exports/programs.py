"""An account as CSV in the forms of other programs.

They have the posted entries, amounts signed from the holder's side unless they have debits and credits, and days as ISO 8601.
"""

import csv
from collections.abc import Iterable, Iterator

from finance.categories.services import codes_of
from finance.models import Transaction
from people.csv_text import EchoLine, guarded

QUICKBOOKS = ("Date", "Description", "Amount")
QUICKBOOKS_JOURNAL = ("JournalNo", "JournalDate", "Currency", "AccountName", "Debits", "Credits", "Description", "Name")
UNASSIGNED = {True: "Uncategorised Income", False: "Uncategorised Expense"}
"""QuickBooks' accounts for entries without a category, by whether money came in."""
XERO = ("*Date", "*Amount", "Payee", "Description", "Reference", "Check Number", "AccountCode", "TaxType", "ContactName")
GNUCASH = ("Date", "Number", "Description", "Amount", "Account", "Transfer Account", "Notes")
ACTUAL = ("Date", "Payee", "Notes", "Category", "Amount")

Cells = tuple[str, ...]


def quickbooks_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield three columns; the form has none for ids and codes."""
    return _written(QUICKBOOKS, ((row.booked_on.isoformat(), guarded(row.description), f"{row.amount:f}") for row in rows))


def quickbooks_journal_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield two lines for each entry, its account and its nominal account, debits first. The form has no tax codes."""
    return _written(QUICKBOOKS_JOURNAL, (line for number, row in enumerate(rows, 1) for line in _two_sides(number, row)))


def _two_sides(number: int, row: Transaction) -> list[Cells]:
    codes, size = codes_of(row), f"{abs(row.amount):f}"
    other = codes.nominal or UNASSIGNED[row.amount > 0]
    debited, credited = (row.account.name, other) if row.amount > 0 else (other, row.account.name)
    head = (str(number), row.booked_on.isoformat(), row.account.currency)
    tail = (guarded(row.description), guarded(codes.party or codes.payee))
    return [(*head, guarded(debited), size, "", *tail), (*head, guarded(credited), "", size, *tail)]


def xero_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield the form for bank statements, with Xero's columns for codes."""
    writer = csv.writer(EchoLine())
    yield writer.writerow(XERO)
    for row in rows:
        codes = codes_of(row)
        texts = (codes.payee, row.description, row.reference, row.number, codes.nominal, codes.tax_code, codes.party)
        yield writer.writerow((row.booked_on.isoformat(), f"{row.amount:f}", *map(guarded, texts)))


def gnucash_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield one line for each entry with the paths of both accounts, for GnuCash's import assistant."""
    writer = csv.writer(EchoLine())
    yield writer.writerow(GNUCASH)
    for row in rows:
        codes = codes_of(row)
        texts = (row.account.name, codes.nominal, " ".join(filter(None, (codes.payee, codes.tax_code, codes.party))))
        yield writer.writerow(
            (row.booked_on.isoformat(), guarded(row.number), guarded(row.description), f"{row.amount:f}", *map(guarded, texts))
        )


def actual_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield lines that always name a payee, by default the description."""
    writer = csv.writer(EchoLine())
    yield writer.writerow(ACTUAL)
    for row in rows:
        codes = codes_of(row)
        texts = (codes.payee or row.description, row.description, codes.nominal)
        yield writer.writerow((row.booked_on.isoformat(), *map(guarded, texts), f"{row.amount:f}"))


def _written(header: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    writer = csv.writer(EchoLine())
    yield writer.writerow(header)
    yield from map(writer.writerow, rows)
