"""The rows of a CSV file as ledger entries: plain values, no database."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.amounts import parse_amounts
from finance.imports.dates import parse_dates
from finance.imports.problems import FileRefused, in_row
from finance.imports.table import Table, read_table

STATUSES = {
    "": "posted", "posted": "posted", "booked": "posted", "cleared": "posted",
    "completed": "posted", "reconciled": "posted", "gebucht": "posted",
    "pending": "pending", "uncleared": "pending", "vorgemerkt": "pending",
    "void": "void", "voided": "void", "cancelled": "void", "canceled": "void", "storniert": "void",
}  # fmt: skip
YES_NO = {"": False, "no": False, "false": False, "0": False, "yes": True, "true": True, "1": True}
LONGEST = {"description": 1000, "id": 200, "reference": 200, "number": 40}


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvRow:
    """One entry, signed from the holder's side; `row` is its line in the file. Texts are as written: nothing in them is interpreted."""

    row: int
    booked_on: dt.date
    amount: Decimal
    description: str = ""
    external_id: str = ""
    reference: str = ""
    number: str = ""
    status: str = "posted"
    is_brought_forward: bool = False


def parse_csv(data: bytes, *, currency: str) -> tuple[CsvRow, ...]:
    """Every row of the file, in its order. Raises `FileRefused` with what is wrong, by row number."""
    table = read_table(data)
    if not table.rows:
        raise FileRefused([_("The file has a header and no rows.")])
    problems = list(_problems(table, currency))
    if problems:
        raise FileRefused(problems)
    dates, amounts = parse_dates(table.column("date")), _amounts(table, currency)
    texts = {field: table.column(field) for field in (*LONGEST, "status", "brought_forward")}
    return tuple(
        CsvRow(
            row=row.number,
            booked_on=dates[row.number],
            amount=amounts[row.number],
            description=texts["description"][row.number],
            external_id=texts["id"][row.number],
            reference=texts["reference"][row.number],
            number=texts["number"][row.number],
            status=STATUSES[texts["status"][row.number].casefold()],
            is_brought_forward=YES_NO[texts["brought_forward"][row.number].casefold()],
        )
        for row in table.rows
    )


def _amounts(table: Table, currency: str) -> dict[int, Decimal]:
    """One signed column, or two: what went out and what came in, of which each row has one."""
    if "amount" in table.columns:
        return parse_amounts(table.column("amount"), currency)
    debits, credits_ = _figures(table, "debit"), _figures(table, "credit")
    unclear = [row.number for row in table.rows if (row.number in debits) == (row.number in credits_)]
    if unclear:
        raise FileRefused(in_row(row, _("wants a debit or a credit, not both and not neither.")) for row in unclear)
    return _signed(parse_amounts(debits | credits_, currency), debits)


def _figures(table: Table, field: str) -> dict[int, str]:
    """The cells that say an amount: not the blank ones, and not the zeros that fill a column."""
    return {row: text for row, text in table.column(field).items() if text.strip("0.,-+ ")}


def _signed(amounts: dict[int, Decimal], debits: dict[int, str]) -> dict[int, Decimal]:
    """Debits out, credits in. Some programs write every debit with a minus: that is the same; a minus now and then is not."""
    negative = {row for row, amount in amounts.items() if amount < 0}
    if negative and negative != set(debits):
        raise FileRefused(in_row(row, _("a negative amount in a debit or credit column can mean two things.")) for row in sorted(negative))
    return {row: -abs(amount) if row in debits else amount for row, amount in amounts.items()}


def _problems(table: Table, currency: str) -> Iterator[str]:
    for row, text in table.column("currency").items():
        if text and text.upper() != currency:
            yield in_row(row, _("is in %(text)s, the account is kept in %(currency)s.") % {"text": text, "currency": currency})
    for field, longest in LONGEST.items():
        for row, text in table.column(field).items():
            if len(text) > longest:
                yield in_row(row, _("%(field)s is longer than %(longest)d characters.") % {"field": field, "longest": longest})
    for field, words in (("status", STATUSES), ("brought_forward", YES_NO)):
        for row, text in table.column(field).items():
            if text.casefold() not in words:
                yield in_row(row, _('"%(text)s" is not one of %(words)s.') % {"text": text, "words": ", ".join(filter(None, words))})
    yield from _twins(table.column("id"))


def _twins(ids: dict[int, str]) -> Iterator[str]:
    seen = Counter(filter(None, ids.values()))
    return (in_row(row, _("the id %(id)s is in the file twice.") % {"id": text}) for row, text in ids.items() if seen[text] > 1)
