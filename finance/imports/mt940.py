"""MT940: SWIFT's customer statement, parsed by the package mt-940, which knows the dialects of banks."""

import datetime as dt
import io
import logging
import re
from typing import Any

from django.utils.translation import gettext as _
from mt940 import Options, parse_statements

from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance, joined, merged
from finance.imports.untrusted_files import FileRefused, decoded
from finance.models.ledger_import import Choices, Target

logging.getLogger("mt940").setLevel(logging.CRITICAL)  # it would write what it reads, people's payments, into the log
OF_THE_WHOLE = re.compile(r"^(:6[245][FM]?:[^\n]*\n):86:[^\n]*\n(?:(?!:)[^\n]*\n?)*", re.MULTILINE)
NO_REFERENCE = {"", "NONREF", "NOTPROVIDED"}


def read_mt940(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account of the file. Raises `FileRefused`."""
    bare = decoded(data).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    without_envelope = bare.replace("{4:", "\n").replace("-}", "\n")
    # The package would add texts about the whole statement to the last entry.
    lines = OF_THE_WHOLE.sub(r"\1", without_envelope)
    try:
        # Only a stream: of a text that is a path the package would read the file.
        statements = parse_statements(io.StringIO(lines), options=Options.all())
    except Exception as error:  # whatever a field of the package raises means the same here
        raise FileRefused([_("The file is not a readable MT940 file. Export it again, or use another format.")]) from error
    parts = []
    for statement in statements:
        fields = statement.data
        number = str(fields.get("account_identification") or "")
        entries = [entry.data for entry in statement.transactions if "amount" in entry.data]
        rows = tuple(_row(place, entry) for place, entry in enumerate(entries, 1))
        balance = fields.get("final_opening_balance") or fields.get("final_closing_balance")
        currency = next((row.currency for row in rows), "") or (balance.amount.currency if balance else "")
        part = FileAccount(
            name=number,
            number=number.rpartition("/")[2].removesuffix(currency).strip(),
            currency=currency,
            rows=rows,
            opening=_balance(fields.get("final_opening_balance") or fields.get("intermediate_opening_balance")),
            closing=_balance(fields.get("final_closing_balance") or fields.get("intermediate_closing_balance")),
        )
        parts.append(part)
    if not parts:
        raise FileRefused([_("The file contains no account statement. Export it again.")])
    return ParsedFile(format="mt940", way="mt940", accounts=merged(parts))


def _row(place: int, fields: dict[str, Any]) -> FileRow:
    """Return a row with the entry date, or the value date if the bank gives no entry date.

    It has party and purpose by the German standard for :86: if the bank follows it, else the lines.
    """
    amount = fields["amount"]
    booked_on = fields.get("entry_date") or fields.get("date")
    purpose = _one_line(fields.get("purpose")) or _one_line(fields.get("additional_purpose"))
    party = " ".join(filter(None, (_one_line(fields.get("applicant_name")), _one_line(fields.get("recipient_name")))))
    lines = (_one_line(fields.get(name)) for name in ("transaction_details", "extra_details", "posting_text"))
    names = ("end_to_end_reference", "customer_reference", "bank_reference")
    references = (_one_line(fields.get(name)).removeprefix("KREF+").removeprefix("EREF+") for name in names)
    return FileRow(
        place=place,
        booked_on=dt.date(booked_on.year, booked_on.month, booked_on.day) if booked_on else None,
        amount=amount.amount,
        description=joined(party, purpose) if party or purpose else next(filter(None, lines), ""),
        reference=next((text for text in references if text.upper() not in NO_REFERENCE), ""),
        currency=amount.currency or "",
        problem="" if booked_on else _("has no date or no amount."),
    )


def _one_line(value: object) -> str:
    return " ".join(str(value).split()) if value else ""


def _balance(balance: Any) -> StatedBalance | None:
    if balance is None or balance.amount is None:
        return None
    day = balance.date
    return StatedBalance(amount=balance.amount.amount, as_of=dt.date(day.year, day.month, day.day) if day else None)
