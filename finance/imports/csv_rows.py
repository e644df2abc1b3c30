"""The rows of a CSV file as plain values, with their codes, without a database."""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from django.utils.translation import gettext as _

from finance.imports.csv_amounts import Amounts, read_money
from finance.imports.csv_columns import CODES, find_codes, find_columns, flows_of, other_currency
from finance.imports.csv_table import CsvTable, TableRow, guess_columns, one_a_row, read_table
from finance.imports.rows import STATUSES, YES_NO, FileAccount, FileRow, ParsedFile, StatedBalance, TableShape, joined
from finance.imports.values import possible_orders, read_date
from finance.models.coding import NONE, Codes
from finance.models.ledger_import import NO_COLUMN, Choices, DateOrder, Target
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


SAMPLED = 4
MONEY = ("amount", "debit", "credit", "type", "balance")
OWN = {"brought_forward", "left_out"}
"""Columns that only Tieout's own files have; in these the payee is separate and not part of the description."""


def read_csv(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every row of the file in its order, with the questions that it leaves open. Raises `FileRefused` if it is no table.

    The way is equal for files with equal headings. The closing balance is the last running one, if these follow from the amounts.
    """
    table = read_table(data)
    columns = chosen_columns(table, choices, target)
    amounts = read_money(
        {field: table.column(columns[field]) for field in MONEY if field in columns}, chosen=choices.decimal_mark, target=target
    )
    orders = possible_orders(table.column(columns["date"]).values(), target.today) if "date" in columns else ()
    order = orders[0] if len(orders) == 1 else choices.date_order
    rows = tuple(_rows(table, columns, amounts, order, target))
    last = rows[-1 if amounts.runs > 0 else 0] if amounts.runs and rows else None
    balance = amounts.balances[last.place] if last else None
    has_amount = "amount" in columns or columns.keys() >= {"debit", "credit"}
    open_questions = {
        "columns": not has_amount or "date" not in columns,
        "date_order": len(orders) > 1 and not order,
        "decimal_mark": has_amount and not amounts.mark,
        "sign": has_amount and amounts.sign_is_open and not choices.sign,
    }
    headings = "\0".join(table.header or [str(table.width)]).casefold()
    closing = None if last is None or balance is None else StatedBalance(amount=balance, as_of=last.booked_on)
    return ParsedFile(
        format="csv",
        way=f"csv:{hashlib.sha256(headings.encode()).hexdigest()[:16]}",
        accounts=(FileAccount(rows=rows, closing=closing),),
        questions=tuple(question for question, is_open in open_questions.items() if is_open),
        table=TableShape(
            header=table.header or tuple(str(place + 1) for place in range(table.width)),
            sample=tuple(row.cells for row in table.rows[:SAMPLED]),
            columns=columns,
            date_order=order,
            date_orders=orders,
            decimal_mark=amounts.mark,
            decimal_marks=amounts.marks,
        ),
    )


def chosen_columns(table: CsvTable, choices: Choices, target: Target) -> dict[str, int]:
    """Return the columns by headings and cells, overridden by a person's choices."""
    columns = guess_columns(table, _named_columns(table, target.currency), target.currency)
    if {"debit", "credit"} & choices.columns.keys():
        columns.pop("amount", None)
    if choices.columns.get("amount", NO_COLUMN) != NO_COLUMN:
        columns = {field: place for field, place in columns.items() if field not in {"debit", "credit"}}
    columns |= choices.columns
    columns = find_codes(table.header, taken=columns.values()) | columns
    return {field: place for field, place in columns.items() if 0 <= place < table.width}


def _named_columns(table: CsvTable, currency: str) -> dict[str, int]:
    """Return the columns by their headings; a pair of money out and in counts only if the rows confirm it.

    It does not count beside an amount column with other figures, such as those of another currency.
    """
    named, flows = find_columns(table.header, currency) or {}, flows_of(table.header)
    if named.keys() >= {"debit", "credit"} or not flows or not one_a_row(table, flows, currency):
        return named
    if "amount" in named:
        for row in table.rows:
            figures = [cell.strip("+-() ") for cell in row.cells]
            if figures[named["amount"]] not in {figures[place] for place in flows.values()}:
                return named
    return {field: place for field, place in named.items() if field != "amount" and place not in flows.values()} | flows


def _rows(table: CsvTable, columns: Mapping[str, int], amounts: Amounts, order: DateOrder, target: Target) -> Iterator[FileRow]:
    is_own = columns.keys() >= OWN
    codes = codes_reader(columns, is_own=is_own)
    headings = [table.header[columns[field]] for field in ("amount", "debit", "credit") if field in columns and table.header]
    currency = next(filter(None, (other_currency(heading, target.currency) for heading in headings)), "")
    for row in table.rows:
        texts = {field: row.cells[place] for field, place in columns.items()}
        text = {field: unguarded(texts.get(field, "")) for field in ("description", "payee", "id", "reference", "number")}
        booked_on = read_date(texts.get("date", ""), order, target.today)
        status, forward, left_out = (texts.get(field, "").casefold() for field in ("status", "brought_forward", "left_out"))
        yield FileRow(
            place=row.number,
            booked_on=booked_on,
            amount=amounts.values.get(row.number),
            description=text["description"] if is_own else joined(text["payee"], text["description"]),
            external_id=text["id"],
            reference=text["reference"],
            number=text["number"],
            status=STATUSES.get(status, "posted"),
            is_brought_forward=YES_NO.get(forward, False),
            is_excluded=YES_NO.get(left_out, False),
            currency=texts.get("currency", "").upper() or currency,
            codes=codes(row),
            problem=_problem(row, texts, amounts, dated=booked_on is not None, target=target),
        )


def _problem(row: TableRow, texts: Mapping[str, str], amounts: Amounts, *, dated: bool, target: Target) -> str:
    """Return the reason why a row cannot be imported; empty if it can."""
    if not dated:
        return _('"%(text)s" is not a date, or none in the order of day and month of the other rows.') % {"text": texts.get("date", "")}
    if row.number in amounts.problems:
        return amounts.problems[row.number]
    if amounts.values.get(row.number) is None:
        figure = texts.get("amount") or texts.get("debit") or texts.get("credit") or ""
        return _('"%(text)s" is not an amount in %(currency)s.') % {"text": figure, "currency": target.currency}
    for field, words in (("status", STATUSES), ("brought_forward", YES_NO), ("left_out", YES_NO)):
        if texts.get(field, "").casefold() not in words:
            return _('"%(text)s" is not one of %(words)s.') % {"text": texts[field], "words": ", ".join(filter(None, words))}
    return ""
