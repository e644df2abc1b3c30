"""Codes of the rows of a table."""

import re
from collections.abc import Callable, Mapping
from functools import cache

from finance.imports.columns import CODES
from finance.imports.table import TableRow
from finance.models.codes import NONE, Codes
from people.csv_text import unguarded

FIELDS = (*CODES, "payee")
NOT_SORTED = re.compile(r"-{1,2}split-{1,2}|uncategori[sz]ed\b.*", re.IGNORECASE)
"""QuickBooks' texts for several accounts on the other side, or none yet."""
OF_A_BANK = re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]){10,30}|\d{10,}")
"""An IBAN or a number as long, which identifies the other party and is no code."""


def nominal_of(text: str) -> str:
    return "" if NOT_SORTED.fullmatch(text) or OF_A_BANK.fullmatch(text) else unguarded(text)


def codes_reader(columns: Mapping[str, int], *, is_own: bool) -> Callable[[TableRow], Codes]:
    """Return a function that reads the codes of a row, cached because most rows repeat them.

    In a file that Tieout wrote (`is_own`) each code counts, even one that looks like a bank account's number.
    """
    places = {field: columns[field] for field in FIELDS if field in columns}
    if not places:
        return lambda row: NONE

    @cache
    def read(*cells: str) -> Codes:
        cell_texts = dict(zip(places, cells, strict=True))
        texts = {field: nominal_of(text) if field == "nominal" and not is_own else unguarded(text) for field, text in cell_texts.items()}
        return Codes.read(texts) or NONE

    return lambda row: read(*[row.cells[place] for place in places.values()])
