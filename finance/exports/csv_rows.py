"""An account as CSV, which `finance.imports` reads back unchanged and no spreadsheet reads as formulas."""

import csv
from collections.abc import Iterable, Iterator

from finance.categories.services import codes_of
from finance.models import Transaction
from people.csv_text import EchoLine, guarded

HEADER = ("Date", "Amount", "Currency", "Description", "Id", "Reference", "Number", "Status", "Brought forward", "Left out")
CODES = ("Nominal account", "Tax code", "Payee", "Party")


def csv_lines(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield the header and a line for each entry: days as ISO 8601, amounts with a decimal point and always with their sign."""
    writer = csv.writer(EchoLine())
    yield "\ufeff" + writer.writerow((*HEADER, *CODES))  # the mark tells Excel that this is UTF-8
    for row in rows:
        texts = (row.description, row.external_id, row.reference, row.number)
        flags = ("yes" if flag else "" for flag in (row.is_brought_forward, row.is_excluded))
        head = (row.booked_on.isoformat(), f"{row.amount:+f}", row.account.currency)
        yield writer.writerow((*head, *map(guarded, texts), row.status, *flags, *map(guarded, codes_of(row).as_json().values())))
