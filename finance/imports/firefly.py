"""Firefly III's CSV export of transactions. One file has all accounts, and each transaction both of its ends."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from finance.imports.amounts import read_amount
from finance.imports.csv_texts import joined
from finance.imports.dates import read_date
from finance.imports.problems import FileRefused
from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance
from finance.imports.table import Cell, named_rows
from finance.models.codes import Codes
from finance.models.import_choices import Choices, Target
from people.csv_text import unguarded

OWN = {"asset account": "", "default account": "", "credit card": "credit_card", "loan": "loan", "debt": "loan", "mortgage": "loan"}
"""The types of the user's own accounts, and their kinds here."""
OPENS = "opening balance"


@dataclass(slots=True)
class AccountPart:
    """One account in one currency."""

    number: str
    kind: str
    rows: list[FileRow] = field(default_factory=list)
    opening: StatedBalance | None = None


def read_firefly(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every own account. Outgoing amounts are negative; ids are those of the journals. Raises `FileRefused`."""
    parts: dict[tuple[str, str], AccountPart] = {}
    for number, cell in named_rows(data):
        for end, other, sign in (("source", "destination", -1), ("destination", "source", 1)):
            kind = OWN.get(cell(f"{end}_type").casefold())
            if kind is None:
                continue
            row = _row(number, cell, end, other, sign, target)
            part = parts.setdefault((unguarded(cell(f"{end}_name")), row.currency), AccountPart(cell(f"{end}_iban"), kind))
            part.rows.append(row)
            if cell("type").casefold() == OPENS and row.amount is not None and row.booked_on:
                part.opening = StatedBalance(amount=row.amount, as_of=row.booked_on - dt.timedelta(days=1))
    if not parts:
        raise FileRefused([_("The file has no transaction of an account of your own.")])
    return ParsedFile(format="firefly", way="firefly_csv", accounts=tuple(_accounts(parts)))


def _accounts(parts: dict[tuple[str, str], AccountPart]) -> Iterator[FileAccount]:
    currencies: dict[str, int] = defaultdict(int)
    for name, _currency in parts:
        currencies[name] += 1
    for (name, currency), part in sorted(parts.items()):
        label = name if currencies[name] == 1 else f"{name} {currency}"
        yield FileAccount(name=label, number=part.number, currency=currency, kind=part.kind, rows=tuple(part.rows), opening=part.opening)


def _row(number: int, cell: Cell, end: str, other: str, sign: int, target: Target) -> FileRow:
    """Return the row at one end; a transfer between currencies has the foreign amount at its destination."""
    foreign = end == "destination" and cell("type").casefold() == "transfer" and bool(cell("foreign_currency_code"))
    figure = cell("foreign_amount" if foreign else "amount")
    currency = cell("foreign_currency_code" if foreign else "currency_code").upper()
    booked_on = read_date(cell("date")[:10], "ymd", target.today)
    amount = read_amount(figure, target.currency, ".")
    row = FileRow(
        place=number,
        booked_on=booked_on,
        amount=None if amount is None else sign * abs(amount),  # the end decides the sign
        description=joined(unguarded(cell(f"{other}_name")), unguarded(cell("description"))),
        external_id=cell("journal_id"),
        reference=unguarded(cell("internal_reference")),
        currency=currency,
        codes=Codes.read({"nominal": unguarded(cell("category")), "payee": unguarded(cell(f"{other}_name"))}),
    )
    if cell("type").casefold() == OPENS:
        return replace(row, problem=_("is the opening balance, which belongs to the account itself."))
    return row if booked_on and amount is not None else replace(row, problem=_("has no date or no amount."))
