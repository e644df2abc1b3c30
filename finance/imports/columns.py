"""Columns by their header names, in the spellings that programs use."""

import re
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from finance.imports.problems import FileRefused

Columns = Mapping[str, int]
"""Where each known column stands: "date" is at 0."""

# In each list the better name comes first: where a file has a booking and a transaction date, the booking date is taken.
NAMES: dict[str, list[str]] = {
    "date": [
        "date", "bookedon", "bookingdate", "posted", "postedon", "posteddate", "postingdate", "transactiondate", "transdate",
        "datum", "buchungsdatum", "buchungstag", "fecha", "data",
    ],
    "amount": ["amount", "amt", "betrag", "montant", "importe", "importo", "bedrag", "sum"],
    "debit": ["debit", "debits", "debitamount", "withdrawal", "withdrawals", "paidout", "moneyout", "soll", "ausgabe", "ausgaben"],
    "credit": ["credit", "credits", "creditamount", "deposit", "deposits", "paidin", "moneyin", "haben", "einnahme", "einnahmen"],
    "description": [
        "description", "details", "narrative", "text", "memo", "particulars", "payee", "name",
        "beschreibung", "verwendungszweck", "buchungstext", "libelle", "concepto",
    ],
    "id": ["id", "externalid", "transactionid", "entryid", "uid", "guid"],
    "reference": ["reference", "ref", "referenz", "referencenumber", "paymentreference"],
    "number": ["number", "chequenumber", "checknumber", "chequeno", "checkno", "cheque", "check", "nummer"],
    "status": ["status", "state"],
    "currency": ["currency", "currencycode", "ccy", "wahrung", "waehrung", "devise", "moneda"],
    "brought_forward": ["broughtforward"],
}  # fmt: skip


def find_columns(header: Sequence[str]) -> Columns | None:
    """The known columns of a header row; None if this row is no header. Raises `FileRefused` where a header says two things."""
    spelt = [_bare(name) for name in header]
    found = {field: _place(spelt, names) for field, names in NAMES.items()}
    columns = {field: place for field, place in found.items() if place is not None}
    if "date" not in columns or not columns.keys() & {"amount", "debit", "credit"}:
        return None
    _refuse_contradictions(columns, spelt)
    return columns


def _place(spelt: Sequence[str], names: Sequence[str]) -> int | None:
    return next((spelt.index(name) for name in names if name in spelt), None)


def _refuse_contradictions(columns: Columns, spelt: Sequence[str]) -> None:
    if "amount" in columns and columns.keys() & {"debit", "credit"}:
        raise FileRefused([_("The file has an amount column and also debit or credit columns: leave only one of the two ways.")])
    if ("debit" in columns) != ("credit" in columns):
        raise FileRefused([_("Of the two columns Debit and Credit one is missing.")])
    twice = [spelt[place] for place in columns.values() if spelt.count(spelt[place]) > 1]
    if twice:
        raise FileRefused([_("Two columns are called %(name)s: rename one.") % {"name": name} for name in twice])


def _bare(name: str) -> str:
    """Letters only, small, without accents on a and e: "Booking-Date " is "bookingdate"."""
    plain = name.casefold().translate(str.maketrans("äéèà", "aeea"))
    return re.sub(r"[^a-z]", "", plain)
