"""Command-line options for reading a file, and suggestions of the options that would answer its open questions."""

import shlex
from collections.abc import Iterable, Mapping
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
    """Return the choices of --part, --column FIELD=HEADING (FIELD= for no column), --date-order, --decimal-mark and --sign.

    Raises `NoSuchColumn`, `FileRefused`.
    """
    columns: dict[str, int] = {}
    for text in options.get("column") or ():
        if recognized_format(data) != "csv":
            raise NoSuchColumn(_("Columns can be named for a CSV file only."))
        field, equals, heading = (part.strip() for part in text.partition("="))
        if field not in FIELDS:
            raise NoSuchColumn(_('"%(text)s" is not a field. Fields: %(fields)s.') % {"text": text, "fields": ", ".join(FIELDS)})
        if equals and not heading:
            columns[field] = NO_COLUMN
            continue
        # A heading names its column if it is unique, else a number from 1 does.
        there = headings(read_table(data))
        same = [place for place, name in enumerate(there) if name.casefold() == heading.casefold()]
        if len(same) == 1:
            columns[field] = same[0]
        elif heading.isascii() and heading.isdigit() and 1 <= int(heading) <= len(there):
            columns[field] = int(heading) - 1
        elif same:
            numbers = ", ".join(str(place + 1) for place in same)
            raise NoSuchColumn(
                _('Several columns are called "%(name)s". Give the number of one: %(numbers)s.') % {"name": heading, "numbers": numbers}
            )
        else:
            raise NoSuchColumn(
                _('There is no column "%(name)s". The columns: %(columns)s.') % {"name": heading, "columns": ", ".join(there)}
            )
    words = {name: options.get(name) or "" for name in ("date_order", "decimal_mark", "sign")}
    return Choices.from_json({**words, "account": options.get("part") or "", "columns": columns})


def headings(table: CsvTable) -> list[str]:
    """Return the headings, or numbers from 1 if the table has none."""
    return list(table.header) or [str(place + 1) for place in range(table.width)]


def options_for(questions: Iterable[str], parsed: ParsedFile, data: bytes, currency: str) -> list[str]:
    """Return a line for each open question, and below it the options that would answer it.

    A column is named by its heading if that is unique, else by its number.
    """
    lines, shape = [], parsed.table
    for key in asked(questions, parsed):
        sentence = str(SENTENCES[key])
        if key in {"date", "amount"}:
            sentence += " " + _("Columns: %(columns)s.") % {"columns": ", ".join(headings(read_table(data)))}
        lines.append(sentence)
        if key == "account":
            lines += [f"  --part {shlex.quote(account.name)}" for account in parsed.accounts]
        elif key == "sign":
            lines.append("  --sign as_written  (" + _("money in is positive") + ")")
            lines.append("  --sign turned  (" + _("money out is positive") + ")")
        elif shape and key == "date_order":
            lines += [f"  --date-order {order}" for order in shape.date_orders]
        elif shape and key == "decimal_mark":
            lines += [f"  --decimal-mark {mark}" for mark in shape.decimal_marks]
        elif shape:
            table = read_table(data)
            names = headings(table)
            bare = [name.casefold() for name in names]
            likely = likely_day(table) if key == "date" else likely_money(table, shape.columns, currency)
            options = []
            for field, place in likely.items():
                heading = names[place] if bare[place] and bare.count(bare[place]) == 1 else str(place + 1)
                options.append(f"--column {shlex.quote(f'{field}={heading}')}")
            lines.append("  " + " ".join(options))
    return lines
