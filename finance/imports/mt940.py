"""MT940 and MT942: SWIFT's customer statement and interim report, parsed by the package mt-940, which knows the dialects of banks.

The fields are divided here first: text that looks like a field stays text, and a field that cannot be read costs its own row only.
"""

import calendar
import datetime as dt
import io
import itertools
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from mt940 import Options, parse_statements
from mt940.tags import TAG_BY_ID

from finance.imports.parts import merged, total_of
from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance, joined
from finance.imports.untrusted_files import MOST_ROWS, FileRefused, decoded, in_one_currency, too_many_rows
from finance.models.ledger_import import Choices, Target

logging.getLogger("mt940").setLevel(logging.CRITICAL)  # it would write people's payments into the log
NO_REFERENCE = {"", "NONREF", "NOTPROVIDED"}
FIELD = re.compile(r":([0-9]{2}|NS)([A-Z]?):")
BEGINS, ENTRY, TEXT = "20", "61", "86"
HEADS = {"13", "21", "25", "28", "34", "60"}
"""Fields that come before the first entry of a statement, and never after it."""
LONGEST_HEAD = 10
BALANCES = {"60", "62"}
AT_THE_END = {"62", "64", "65"}
"""Fields after which a text is about the whole statement."""
READ = {BEGINS, "25", ENTRY, TEXT, *BALANCES, "NS"}
"""Fields that the package reads; an unusual text in another would make it refuse the file."""
BALANCE = re.compile(r"[CD][0-9]{2}([0-9]{2})([0-9]{2})[A-Z]{3}[0-9]+(,[0-9]*)?$")
SUMS = re.compile(r"([0-9]{1,5})([A-Z]{3})([0-9]+)(?:,([0-9]*))?$")
LIMIT = re.compile(r"([A-Z]{3})[CD]?[0-9]")
"""The smallest amount that an interim report lists, with the currency of the account."""
ENTRY_PATTERN = TAG_BY_ID[61].re


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its number, the letter after it, the line on which it begins, and its text with further lines."""

    line: int
    tag: str
    letter: str
    text: str


@dataclass(slots=True)
class Block:
    """The fields of one statement; `problems` are the entries that cannot be read, by their count among the entries."""

    fields: list[Field]
    problems: dict[int, str]
    notes: list[str]

    def account(self, statement: Any) -> FileAccount:
        fields = statement.data
        number = str(fields.get("account_identification") or "")
        entries = [entry.data for entry in statement.transactions if "amount" in entry.data]
        rows = tuple(_row(place, entry, self.problems.get(place, "")) for place, entry in enumerate(entries, 1))
        opening = fields.get("final_opening_balance") or fields.get("intermediate_opening_balance")
        closing = fields.get("final_closing_balance") or fields.get("intermediate_closing_balance")
        balance = opening or closing
        in_one_currency(end.amount.currency for end in (opening, closing) if end is not None and end.amount is not None)
        limits = (LIMIT.match(field.text) for field in self.fields if field.tag == "34")
        sums = (SUMS.match(field.text) for field in self.fields if field.tag == "90")
        stated = [match[1] for match in limits if match] + [match[2] for match in sums if match]
        currency = next((row.currency for row in rows if row.currency), "") or (balance.amount.currency if balance else "")
        currency = currency or next(iter(stated), "")
        return FileAccount(
            name=number,
            number=number.rpartition("/")[2].removesuffix(currency).strip(),
            currency=currency,
            rows=tuple(replace(row, currency=row.currency or currency) for row in rows),
            opening=_balance(opening),
            closing=_balance(closing),
            notes=(*self.notes, *self.against_sums(rows)),
        )

    def readable_entry(self, field: Field) -> Field:
        """Return the entry as the package reads it; one that cannot be read is noted, and a zero holds the place of its row."""
        text = field.text.strip()
        if in_february := re.match(r"([0-9]{2})([0-9]{4})02(29|30|31)", text):
            # an entry date such as 30 February is read as the last day of that month
            last = calendar.monthrange(2000 + int(in_february[1]), 2)[1]
            text = f"{text[:8]}{min(int(in_february[3]), last):02d}{text[10:]}"
        match = ENTRY_PATTERN.match(text)
        if match is None or not _has_days(match):
            place = sum(earlier.tag == ENTRY for earlier in self.fields) + 1
            names = {"line": field.line, "text": field.text.partition("\n")[0][:40]}
            self.problems[place] = _('Line %(line)d: ":61:%(text)s" is not an MT940 entry.') % names
            return replace(field, text="000101C0,00NMSC")
        if not match["id"]:
            # The package would let the next entry take the place of one without a type.
            text = f"{text[: match.end('amount')]}NMSC{text[match.end('amount') :]}"
        return replace(field, text=text)

    def known_balance(self, field: Field) -> Field | None:
        """Return the balance, on the last day of its month if the month has no such day; None with a remark if it cannot be read."""
        text = field.text.strip()
        match = BALANCE.match(text.partition("\n")[0])
        if match and 1 <= int(match[1]) <= 12 and 1 <= int(match[2]) <= 31:
            last = calendar.monthrange(2000 + int(text[1:3]), int(match[1]))[1]
            if int(match[2]) > last:
                self.notes.append(
                    _("Line %(line)d: the balance date %(day)s.%(month)s. is not a valid date; the last day of the month is used.")
                    % {"line": field.line, "day": match[2], "month": match[1]}
                )
                text = f"{text[:5]}{last:02d}{text[7:]}"
            return replace(field, text=text)
        self.notes.append(_('Line %(line)d: the balance "%(text)s" cannot be read.') % {"line": field.line, "text": text[:40]})
        return None

    def against_sums(self, rows: Sequence[FileRow]) -> Iterator[str]:
        """Yield contradictions of the report's own number and sum of debits or credits (:90D:, :90C:)."""
        for field in (field for field in self.fields if field.tag == "90"):
            match = SUMS.match(field.text)
            if match is None:
                continue
            side = [row for row in rows if row.amount is not None and (row.amount < 0) == (field.letter == "D")]
            stated, total = Decimal(f"{match[3]}.{match[4] or 0}"), abs(total_of(side) or Decimal(0))
            if (int(match[1]), stated) != (len(side), total):
                yield _("Line %(line)d: the file states %(count)s entries of %(stated)s in all, and has %(rows)d of %(total)s.") % {
                    "line": field.line,
                    "count": match[1],
                    "stated": stated,
                    "rows": len(side),
                    "total": total,
                }


def read_mt940(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account of the file. Raises `FileRefused`."""
    bare = decoded(data).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if max(bare.count("\n:20:"), bare.count("\n:61:")) > MOST_ROWS:
        raise too_many_rows()
    blocks = list(_blocks(list(_fields(bare.replace("{4:", "\n").replace("-}", "\n-\n")))))
    wanted = (field for block in blocks for field in block.fields if field.tag in READ)
    text = "".join(f":{field.tag}{field.letter}:{field.text}\n" for field in wanted)
    try:
        # Only a stream: of a text that is a path the package would read the file.
        statements = parse_statements(io.StringIO(text), options=Options.all())
    except Exception as error:  # every error of the package's fields means the same here
        raise FileRefused([_("The file is not a readable MT940 file. Export it again, or use another format.")]) from error
    numbers = [sum(field.tag == ENTRY for field in block.fields) for block in blocks]
    if not statements or numbers != [len(statement.transactions) for statement in statements]:
        raise FileRefused([_("The file contains no account statement. Export it again.")])
    parts = [block.account(statement) for statement, block in zip(statements, blocks, strict=True)]
    return ParsedFile(format="mt940", way="mt940", accounts=merged(parts), statements=tuple(parts))


def _fields(text: str) -> Iterator[Field]:
    """Yield the fields; a line that begins like a field inside a text, where the format allows none, belongs to the text."""
    lines = text.split("\n")
    marks = [(number, match) for number, line in enumerate(lines) if (match := FIELD.match(line))]
    places = {number: place for place, (number, _match) in enumerate(marks)}
    begin, tag, letter, parts = 0, "", "", [""]
    in_entries = False
    for number, line in enumerate(lines):
        place = places.get(number, -1)
        mark = marks[place][1] if place >= 0 else None
        if mark and in_entries and (mark[1] in HEADS or (mark[1] == BEGINS and not _begins(marks[place : place + LONGEST_HEAD]))):
            mark = None
        if mark:
            if tag:
                yield Field(begin, tag, letter, "\n".join(parts))
            begin, tag, letter, parts = number + 1, mark[1], mark[2], [line[mark.end() :].rstrip()]
            in_entries = tag in {ENTRY, TEXT}
        elif line.strip() == "-":
            in_entries = False
        elif line.strip():
            # A blank keeps the package from taking the line for a field.
            parts.append(f" {line.rstrip()}" if line.startswith(":") else line.rstrip())
    if tag:
        yield Field(begin, tag, letter, "\n".join(parts))


def _begins(marks: Sequence[tuple[int, re.Match[str]]]) -> bool:
    """True if the fields from here on are the head of a statement: its account, and a number, a balance or a limit."""
    tags = list(itertools.takewhile(lambda tag: tag in {*HEADS, "NS"}, (mark[1] for _number, mark in marks[1:])))
    return "25" in tags and bool({"28", "60", "34"} & set(tags))


def _blocks(fields: Sequence[Field]) -> Iterator[Block]:
    """Yield the statements without texts about the whole statement, which the package would add to the last entry.

    A second account without a reference before it, or the first, begins a statement too: its line is missing.
    """
    block: Block | None = None
    is_of_whole = False
    for field in fields:
        if block is None or field.tag == BEGINS or (field.tag == "25" and any(earlier.tag == "25" for earlier in block.fields)):
            if block:
                yield block
            block = Block([] if field.tag == BEGINS else [replace(field, tag=BEGINS)], {}, [])
        if field.tag == TEXT and is_of_whole:
            continue
        if field.tag != TEXT:
            is_of_whole = field.tag in AT_THE_END
        if field.tag == ENTRY:
            block.fields.append(block.readable_entry(field))
        elif field.tag in BALANCES:
            block.fields += filter(None, [block.known_balance(field)])
        else:
            block.fields.append(field)
    if block:
        yield block


def _has_days(entry: re.Match[str]) -> bool:
    """True if value and entry date of an entry exist; banks that count 30 days a month date values 30 February."""
    days = [(entry["month"], entry["day"], 31 if entry["month"] == "02" else 0)]
    if (entry["entry_month"] or "").strip():
        days.append((entry["entry_month"], entry["entry_day"] or "", 0))
    for month, day, most in days:
        if not (month.isdigit() and day.isdigit() and 1 <= int(month) <= 12):
            return False
        if not 1 <= int(day) <= (most or calendar.monthrange(2000 + int(entry["year"]), int(month))[1]):
            return False
    return True


def _row(place: int, fields: dict[str, Any], problem: str) -> FileRow:
    """Return a row with the entry date, or the value date if the bank gives no entry date.

    It has party and purpose by the German standard for :86: if the bank follows it, else the lines.
    """
    amount = fields["amount"]
    booked_on = fields.get("entry_date") or fields.get("date")
    if problem:
        booked_on = None
    purpose = _one_line(fields.get("purpose")) or _one_line(fields.get("additional_purpose"))
    party = " ".join(filter(None, (_one_line(fields.get("applicant_name")), _one_line(fields.get("recipient_name")))))
    lines = (_one_line(fields.get(name)) for name in ("transaction_details", "extra_details", "posting_text"))
    names = ("end_to_end_reference", "customer_reference", "bank_reference")
    references = (_one_line(fields.get(name)).removeprefix("KREF+").removeprefix("EREF+") for name in names)
    return FileRow(
        place=place,
        booked_on=dt.date(booked_on.year, booked_on.month, booked_on.day) if booked_on else None,
        amount=None if problem else amount.amount,
        description=joined(party, purpose) if party or purpose else next(filter(None, lines), ""),
        reference=next((text for text in references if text.upper() not in NO_REFERENCE), ""),
        currency=amount.currency or "",
        problem=problem or ("" if booked_on else _("has no date or no amount.")),
    )


def _one_line(value: object) -> str:
    return " ".join(str(value).split()) if value else ""


def _balance(balance: Any) -> StatedBalance | None:
    if balance is None or balance.amount is None:
        return None
    day = balance.date
    return StatedBalance(amount=balance.amount.amount, as_of=dt.date(day.year, day.month, day.day) if day else None)
