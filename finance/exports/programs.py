"""An account as CSV in the forms that QuickBooks Online and Xero take bank statements in: the posted entries, signed from the
holder's side, days as ISO 8601, which both let a person choose."""

import csv
from collections.abc import Iterable, Iterator

from finance.exports.csv_rows import Line
from finance.imports.csv_texts import guarded
from finance.models import Transaction

QUICKBOOKS = ("Date", "Description", "Amount")
XERO = ("*Date", "*Amount", "Payee", "Description", "Reference", "Check Number")


def quickbooks_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Three columns: neither ids nor references have a place there."""
    yield from _written(QUICKBOOKS, ((row.booked_on.isoformat(), guarded(row.description), f"{row.amount:f}") for row in rows))


def xero_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Of the payee nothing is known apart from the description."""
    yield from _written(
        XERO,
        ((row.booked_on.isoformat(), f"{row.amount:f}", "", *map(guarded, (row.description, row.reference, row.number))) for row in rows),
    )


def _written(header: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    writer = csv.writer(Line())
    yield writer.writerow(header)
    yield from map(writer.writerow, rows)
