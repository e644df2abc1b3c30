"""The questions that a file leaves open, in a sentence each."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from finance.imports.rows import ParsedFile

SENTENCES: Mapping[str, Any] = {
    "account": _("Say which account of the file this one is."),
    "date": _("Say which column has the day."),
    "amount": _("Say which column is the amount, or which two are money out and money in."),
    "date_order": _("Say in which order day, month and year stand."),
    "decimal_mark": _("Say what stands before the cents."),
    "sign": _("Say whether money in or money out is positive in this file."),
}


def asked(questions: Iterable[str], parsed: ParsedFile) -> Iterator[str]:
    """Yield the keys of the sentences that apply; the question "columns" becomes the date, the amount, or both."""
    for question in questions:
        if question != "columns" or not parsed.table:
            yield question
            continue
        columns = parsed.table.columns
        if "date" not in columns:
            yield "date"
        if not ("amount" in columns or columns.keys() >= {"debit", "credit"}):
            yield "amount"
