"""Actual's CSV of one account or all of them: plain figures without ids.

A split transaction becomes one row with the sum of its parts, as banks print it.
"""

import re
from collections import defaultdict

from django.utils.translation import gettext as _

from finance.imports.amounts import read_amount
from finance.imports.csv_texts import joined
from finance.imports.dates import read_date
from finance.imports.rows import FileAccount, FileRow, ParsedFile
from finance.imports.table import named_rows
from finance.models.import_choices import Choices, Target
from people.csv_text import unguarded

PART = re.compile(r"\(SPLIT [0-9]+ OF [0-9]+\)")
WHOLE = re.compile(r"\(SPLIT INTO [0-9]+\) ?")


def read_actual_csv(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account of the file. Its rows have no ids and are recognized by content. Raises `FileRefused`."""
    by_account: dict[str, list[FileRow]] = defaultdict(list)
    for number, cell in named_rows(data):
        notes = cell("notes")
        if PART.match(notes):
            continue
        booked_on = read_date(cell("date"), "ymd", target.today)
        figure = cell("split_amount") if WHOLE.match(notes) else cell("amount")
        amount = read_amount(figure, target.currency, ".")
        by_account[cell("account")].append(
            FileRow(
                place=number,
                booked_on=booked_on,
                amount=amount,
                description=joined(unguarded(cell("payee")), unguarded(WHOLE.sub("", notes))),
                problem="" if booked_on and amount is not None else _("has no date or no amount."),
            )
        )
    return ParsedFile(
        format="actual_csv",
        way="actual_csv",
        accounts=tuple(FileAccount(name=name, rows=tuple(by_account[name])) for name in sorted(by_account)),
    )
