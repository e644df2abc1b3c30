"""Command-line options for reading a file, and suggestions of the options that would answer its open questions."""

import datetime as dt
import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance.imports.csv_columns import CODES, NAMES
from finance.imports.csv_table import CsvTable, likely_day, likely_money, read_table
from finance.imports.mirror import Mirror
from finance.imports.preview import Preview
from finance.imports.reading import recognized_format
from finance.imports.rows import SENTENCES, ParsedFile, asked
from finance.imports.untrusted_files import FileRefused, in_row, possible_encodings
from finance.models import Transaction
from finance.models.ledger_import import NO_COLUMN, Choices

FIELDS = (*NAMES, *CODES)
SHOWN = 10
LENGTH_OF_MARK = 16
ANSWERS: Mapping[str, Mapping[str, Any]] = {
    "sign": {"as_written": gettext_lazy("money in is positive"), "turned": gettext_lazy("money out is positive")},
    "fee": {"within": gettext_lazy("the amounts contain the fees"), "apart": gettext_lazy("the fees come on top")},
    "minus": {
        "reversal": gettext_lazy("a minus reverses the side: money out comes back"),
        "side": gettext_lazy("a minus only repeats that it is money out, or in"),
    },
}
"""The options that answer a question, with their meaning."""


class NoSuchColumn(ValueError):
    """An option names an unknown field or column; the message lists the known ones."""


class WrongPeriod(ValueError):
    """The days of a period are not two days in order; the message shows how to give them."""


def choices_from_options(data: bytes, options: Mapping[str, Any]) -> Choices:
    """Return the choices of --part, --column FIELD=HEADING (FIELD= for no column), --date-order, --decimal-mark, --sign, --fee, --minus,
    --encoding and --whole-period [FROM TO].

    Raises `NoSuchColumn`, `WrongPeriod`, `FileRefused`.
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
    words = {name: options.get(name) or "" for name in ("date_order", "decimal_mark", "sign", "fee", "minus", "encoding")}
    if words["encoding"] and words["encoding"] not in possible_encodings(data):
        known = ", ".join(possible_encodings(data))
        raise NoSuchColumn(_("The file cannot be read as %(text)s. Choose one of %(known)s.") % {"text": words["encoding"], "known": known})
    chosen = Choices.from_json({**words, "account": options.get("part") or "", "columns": columns})
    days = options.get("whole_period")
    if days is None:
        return chosen
    first, last = _period(days)
    return replace(chosen, whole_period=True, first_day=first, last_day=last)


def _period(words: Sequence[str]) -> tuple[dt.date | None, dt.date | None]:
    """Return the first and last day of --whole-period, two None if no day is given. Raises `WrongPeriod`."""
    if not words:
        return None, None
    text = _('"%(text)s" is not a period. Give its first and its last day, such as 2026-08-01 2026-10-31, or no day.')
    wrong = WrongPeriod(text % {"text": " ".join(words)})
    try:
        first, last = (dt.date.fromisoformat(word) for word in words)
    except ValueError as error:
        raise wrong from error
    if first > last:
        raise wrong
    return first, last


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
        if key in {"account", "account_column"}:
            lines += _options_of_account(key, parsed)
        elif key in ANSWERS:
            lines += [f"  --{key} {answer}  ({meaning})" for answer, meaning in ANSWERS[key].items()]
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


def _options_of_account(question: str, parsed: ParsedFile) -> list[str]:
    """Return the options that name the account of a file, or its column."""
    shape = parsed.table
    if shape and question == "account_column":
        lines = [f"  --column account={place + 1}" for place in shape.account_columns]
    else:
        lines = [f"  --part {shlex.quote(account.name)}" for account in parsed.accounts]
    if shape and (question == "account_column" or "account" in shape.columns):
        lines.append("  --column account=  (" + _("all rows are of one account") + ")")
    return lines


def problems_of(preview: Preview, data: bytes, *, leave_out: bool, force: bool, confirmed: str = "") -> list[str]:
    """Return the lines about obstacles to an import without a page, and the options that help; nothing if it may go on.

    The changes of a mirror stop it unless `confirmed` is the mark of exactly this preview.
    """
    if preview.questions:
        return options_for(preview.questions, preview.parsed, data, preview.account.currency)
    problems: list[str] = []
    refused = preview.of("refused")
    if refused and not leave_out:
        problems += FileRefused(in_row(judged.row.place, judged.reason) for judged in refused).shown()
        problems.append("  --leave-out  (" + _("import the other rows") + ")")
    if preview.warnings and not force:
        problems += [*preview.warnings, "  --force  (" + _("import nevertheless") + ")"]
    mark = preview.shown[:LENGTH_OF_MARK]
    if preview.mirror and (preview.mirror.changed or preview.mirror.voided) and confirmed != mark:
        problems += [*mirror_lines(preview.mirror), f"  --confirm {mark}  (" + _("make exactly these changes") + ")"]
    return problems


def remarks_of(preview: Preview, also: Collection[int] = ()) -> list[str]:
    """Return the lines for the remarks that the page of the preview shows besides the added rows."""
    remarks = [*preview.warnings, *preview.notes, *preview.differs]
    if preview.agrees_turned:
        remarks.append(_("The balances would agree with all signs reversed.") + "  --sign turned")
    remarks += mirror_lines(preview.mirror) if preview.mirror else []
    mirrored = {change.place for change in preview.mirror.changed} if preview.mirror else set()
    rows = [
        judged
        for judged in preview.judged
        if judged.row.place not in mirrored
        and (judged.outcome in {"probable", "changed", "updated"} or (judged.twin and judged.outcome == "new"))
    ]
    for judged in rows[:SHOWN]:
        option = f"  --also {judged.row.place}" if judged.outcome == "probable" and judged.row.place not in also else ""
        remarks.append(in_row(judged.row.place, judged.reason) + option)
    if len(rows) > SHOWN:
        remarks.append(_("... and %(count)d more.") % {"count": len(rows) - SHOWN})
    return remarks


def mirror_lines(mirror: Mirror) -> list[str]:
    """Return a line for every change of a mirror, before and after, and for every entry that stays as it is, with the reason."""
    lines = [_("The file is the whole of %(first)s to %(last)s.") % dict(zip(("first", "last"), mirror.period, strict=True))]
    for change in mirror.changes:
        before, after = (_entry_in_words(entry) for entry in (change.before, change.after))
        figures = {"before": before, "after": after, "reason": change.obstacle, "row": change.place}
        if change.obstacle:
            lines.append(_("Unchanged: %(before)s. %(reason)s") % figures)
        elif change.place:
            lines.append(_("Changed by row %(row)d: %(before)s -> %(after)s") % figures)
        else:
            lines.append(_("Void, because the file lacks it: %(before)s") % figures)
    return lines


def _entry_in_words(entry: Transaction) -> str:
    """Return all values of the entry that a mirror may change."""
    left_out = _("left out of balances") if entry.is_excluded else ""
    values = (entry.booked_on, entry.amount, entry.status, left_out, entry.description, entry.reference, entry.number)
    return "  ".join(str(value) for value in values if value != "")
