"""Command-line options for reading a file, and suggestions of the options that would answer its open questions."""

import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from finance.imports.csv_columns import CODES, NAMES
from finance.imports.csv_table import CsvTable, likely_day, likely_money, read_table
from finance.imports.reading import recognized_format
from finance.imports.rows import SENTENCES, ParsedFile, asked
from finance.models.ledger_import import NO_COLUMN, Choices

FIELDS = (*NAMES, *CODES)


class NoSuchColumn(ValueError):
    """An option names an unknown field or column; the message lists the known ones."""


def choices_from_options(data: bytes, options: Mapping[str, Any]) -> Choices:
    """Return the choices of --part, --column, --date-order, --decimal-mark and --sign, given by their names in `said`.

    Raises `NoSuchColumn`, `FileRefused`.
    """
    words = {name: options.get(name) or "" for name in ("date_order", "decimal_mark", "sign")}
    columns = dict(_columns(options.get("column") or (), data))
    return Choices.from_json({**words, "account": options.get("part") or "", "columns": columns})


def _columns(texts: Iterable[str], data: bytes) -> Iterator[tuple[str, int]]:
    """Yield the place of each FIELD=HEADING, and NO_COLUMN for FIELD=."""
    for text in texts:
        if recognized_format(data) != "csv":
            raise NoSuchColumn(_("Columns can be named of a CSV file alone, and this is none."))
        field, equals, heading = (part.strip() for part in text.partition("="))
        if field not in FIELDS:
            raise NoSuchColumn(_('"%(text)s" names no field. The fields: %(fields)s.') % {"text": text, "fields": ", ".join(FIELDS)})
        yield field, NO_COLUMN if equals and not heading else _place(heading, headings(read_table(data)))


def _place(heading: str, there: list[str]) -> int:
    """Return the column of this heading if it is unique, else of this number from 1."""
    same = [place for place, name in enumerate(there) if name.casefold() == heading.casefold()]
    if len(same) == 1:
        return same[0]
    if heading.isascii() and heading.isdigit() and 1 <= int(heading) <= len(there):
        return int(heading) - 1
    if same:
        numbers = ", ".join(str(place + 1) for place in same)
        raise NoSuchColumn(
            _('Several columns are called "%(name)s": say the number of one, %(numbers)s.') % {"name": heading, "numbers": numbers}
        )
    raise NoSuchColumn(_('There is no column "%(name)s". The columns: %(columns)s.') % {"name": heading, "columns": ", ".join(there)})


def headings(table: CsvTable) -> list[str]:
    """Return the headings, or numbers from 1 if the table has none."""
    return list(table.header) or [str(place + 1) for place in range(table.width)]


def options_for(questions: Iterable[str], parsed: ParsedFile, data: bytes, currency: str) -> list[str]:
    """Return a line for each open question, and below it the options that would answer it."""
    lines = []
    for key in asked(questions, parsed):
        sentence = str(SENTENCES[key])
        if key in {"date", "amount"}:
            sentence += " " + _("The columns: %(columns)s.") % {"columns": ", ".join(headings(read_table(data)))}
        lines += [sentence, *_options(key, parsed, data, currency)]
    return lines


def _options(key: str, parsed: ParsedFile, data: bytes, currency: str) -> Iterator[str]:
    table = parsed.table
    if key == "account":
        yield from (f"  --part {shlex.quote(account.name)}" for account in parsed.accounts)
    elif key == "sign":
        yield "  --sign as_written  (" + _("money in is positive") + ")"
        yield "  --sign turned  (" + _("money out is positive") + ")"
    elif table and key == "date_order":
        yield from (f"  --date-order {order}" for order in table.date_orders)
    elif table and key == "decimal_mark":
        yield from (f"  --decimal-mark {mark}" for mark in table.decimal_marks)
    elif table:
        whole = read_table(data)
        likely = likely_day(whole) if key == "date" else likely_money(whole, table.columns, currency)
        yield "  " + " ".join(f"--column {shlex.quote(f'{field}={_heading(whole, place)}')}" for field, place in likely.items())


def _heading(table: CsvTable, place: int) -> str:
    """Return the heading if it is unique, else the column's number."""
    there = [name.casefold() for name in headings(table)]
    return headings(table)[place] if there[place] and there.count(there[place]) == 1 else str(place + 1)
