"""The rows of a CSV file as plain values: amounts from the holder's side, codes and balances, without a database."""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache

from django.utils.translation import gettext as _

from finance.imports.csv_columns import CODES, find_codes, find_columns, flows_of, other_currency
from finance.imports.csv_table import CsvTable, TableRow, guess_columns, one_a_row, read_table, runs
from finance.imports.rows import STATUSES, YES_NO, FileAccount, FileRow, ParsedFile, StatedBalance, TableShape, joined
from finance.imports.values import MARKS, possible_marks, possible_orders, read_amounts, read_date, says_amount
from finance.models.coding import NONE, Codes
from finance.models.ledger_import import NO_COLUMN, Choices, DateOrder, DecimalMark, Target
from people.safe_text import unguarded

OUT = {
    "debit", "dr", "d", "db", "dbit", "debet", "debito", "débito", "débit", "s", "soll", "lastschrift", "belastung", "af", "bij/af: af",
    "out", "withdrawal", "ausgang", "ausgabe", "-", "sent", "money out", "paid out", "uscita", "dare", "sortie", "cargo", "payment out",
}  # fmt: skip
IN = {
    "credit", "cr", "c", "crdt", "kredit", "credito", "crédito", "crédit", "h", "haben", "gutschrift", "bij", "in", "deposit", "eingang",
    "einnahme", "+", "received", "money in", "paid in", "entrata", "avere", "entrée", "abono", "payment in",
}  # fmt: skip
SUFFIX = re.compile(r"(.*[0-9)])\s*(CR|DR|DB|[CDHS])", re.IGNORECASE)


def side(word: str) -> int:
    """Return -1 for money out, 1 for money in, 0 for another word."""
    bare = word.strip().casefold().rstrip(".")
    return -1 if bare in OUT else 1 if bare in IN else 0


@dataclass(frozen=True, slots=True)
class Suffixed:
    """Amounts that each have their side as letters: 12.00 DR."""

    figures: dict[int, str]
    words: dict[int, str]


def suffixed(texts: Mapping[int, str]) -> Suffixed | None:
    """Return the figures and the sides separately; None unless every filled cell has a side."""
    by_row = {row: SUFFIX.fullmatch(text) for row, text in texts.items() if text}
    matches = {row: match for row, match in by_row.items() if match}
    if not matches or len(matches) < len(by_row):
        return None
    figures = {row: match[1].strip() for row, match in matches.items()}
    return Suffixed(figures={**texts, **figures}, words={row: match[2] for row, match in matches.items()})


OWED = {"credit_card", "loan"}
Cells = Mapping[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """Amounts by row, None with the problem. `sign_is_open` is True if nothing in the file proves the sign."""

    values: dict[int, Decimal | None]
    problems: dict[int, str] = field(default_factory=dict)
    balances: dict[int, Decimal | None] = field(default_factory=dict)
    runs: int = 0
    mark: DecimalMark = "."
    marks: tuple[DecimalMark, ...] = ()
    sign_is_open: bool = False


def read_money(columns: Mapping[str, Cells], *, chosen: DecimalMark, target: Target) -> Amounts:
    """Return the amounts of the columns amount, or debit and credit, and of type and balance if present."""
    pair = columns.keys() >= {"debit", "credit"}
    amounts = [columns[name] for name in (("debit", "credit") if pair else ("amount",)) if name in columns]
    texts = [text for column in amounts for text in column.values()]
    letters = None if pair or not amounts else suffixed(amounts[0])
    marks = possible_marks([*(letters.figures.values() if letters else texts), *columns.get("balance", {}).values()], target.currency)
    mark = marks[0] if len(marks) == 1 else chosen if chosen in marks else ""
    if not amounts:
        return Amounts(values={}, marks=marks, mark=mark)
    read = {name: read_amounts(column, target.currency, mark or MARKS[0]) for name, column in columns.items() if name != "type"}
    balances, owes = read.get("balance", {}), target.kind in OWED
    problems: dict[int, str] = {}
    sign_is_open = False
    if pair:
        values, problems = _pair(columns["debit"], columns["credit"], read["debit"], read["credit"])
        # Balances may prove ledger columns, where a debit of an own account is money in.
        turned = {row: None if value is None else -value for row, value in values.items()}
        if balances and not owes and not _direction(values, balances) and _direction(turned, balances):
            values = turned
    elif letters:
        values = _sided(read_amounts(letters.figures, target.currency, mark or MARKS[0]), letters.words)
    else:
        values, types = read["amount"], columns.get("type")
        known = [value for value in values.values() if value is not None]
        if types and known and min(known) >= 0 and all(side(types[row]) for row, value in values.items() if value is not None):
            values = _sided(values, types)  # every word names a side
        else:
            # A minus or plus anywhere proves that signs are written, except for cards and loans, whose convention no file states.
            written = any(value < 0 for value in known) or any(text.startswith("+") for text in columns["amount"].values())
            sign_is_open = bool(known) and (not written or owes)
    direction = _direction(values, balances) if balances else 0
    # Balances that follow from the amounts prove the signs, except for cards and loans, whose debt is printed with either sign.
    sign_is_open = sign_is_open and (direction == 0 or owes)
    return Amounts(values=values, problems=problems, balances=balances, runs=direction, mark=mark, marks=marks, sign_is_open=sign_is_open)


def _direction(values: Mapping[int, Decimal | None], balances: Mapping[int, Decimal | None]) -> int:
    """Return the direction in which the balances of the rows follow from their amounts, as `runs` does."""
    return runs(list(values.values()), list(balances.values()))


def _sided(values: Mapping[int, Decimal | None], words: Cells) -> dict[int, Decimal | None]:
    return {row: None if value is None else side(words[row]) * value for row, value in values.items()}


def _pair(
    debits: Cells, credits_: Cells, out: Mapping[int, Decimal | None], into: Mapping[int, Decimal | None]
) -> tuple[dict[int, Decimal | None], dict[int, str]]:
    """Return amounts and problems of two columns, one of which is filled in each row. Debits may all have a minus."""
    filled = {row for row, text in debits.items() if says_amount(text)}
    minus = all((value := out[row]) is None or value < 0 for row in filled)
    values: dict[int, Decimal | None] = {}
    problems: dict[int, str] = {}
    for row in debits:
        is_debit = row in filled
        amount = out[row] if is_debit else into[row]
        values[row] = None
        if is_debit == says_amount(credits_[row]):
            problems[row] = _("needs either a debit or a credit.")
        elif amount is not None and amount < 0 and not (is_debit and minus):
            problems[row] = _("a negative amount in a debit or credit column is ambiguous.")
        elif amount is not None:
            values[row] = -abs(amount) if is_debit else amount
    return values, problems


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
WORDS: Mapping[str, Mapping[str, object]] = {"status": STATUSES, "brought_forward": YES_NO, "left_out": YES_NO}
"""Columns of words, and the words that each may have."""
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
    named, flows = find_columns(table.header, target.currency) or {}, flows_of(table.header)
    if flows and not named.keys() >= {"debit", "credit"} and one_a_row(table, flows, target.currency):
        # A pair of money out and in, which the rows confirm, replaces an amount of the same figures. It does not count beside an
        # amount column with other figures, such as those of another currency.
        figures = ([cell.strip("+-() ") for cell in row.cells] for row in table.rows)
        if "amount" not in named or all(cells[named["amount"]] in {cells[place] for place in flows.values()} for cells in figures):
            named = {field: place for field, place in named.items() if field != "amount" and place not in flows.values()} | flows
    columns = guess_columns(table, named, target.currency)
    if {"debit", "credit"} & choices.columns.keys():
        columns.pop("amount", None)
    if choices.columns.get("amount", NO_COLUMN) != NO_COLUMN:
        columns = {field: place for field, place in columns.items() if field not in {"debit", "credit"}}
    columns |= choices.columns
    columns = find_codes(table.header, taken=columns.values()) | columns
    return {field: place for field, place in columns.items() if 0 <= place < table.width}


def _rows(table: CsvTable, columns: Mapping[str, int], amounts: Amounts, order: DateOrder, target: Target) -> Iterator[FileRow]:
    is_own = columns.keys() >= OWN
    codes = codes_reader(columns, is_own=is_own)
    headings = [table.header[columns[field]] for field in ("amount", "debit", "credit") if field in columns and table.header]
    currency = next(filter(None, (other_currency(heading, target.currency) for heading in headings)), "")
    for row in table.rows:
        texts = {field: row.cells[place] for field, place in columns.items()}
        text = {field: unguarded(texts.get(field, "")) for field in ("description", "payee", "id", "reference", "number")}
        booked_on = read_date(texts.get("date", ""), order, target.today)
        amount = amounts.values.get(row.number)
        words = {field: texts.get(field, "").casefold() for field in WORDS}
        unknown = next((field for field, known in WORDS.items() if words[field] not in known), "")
        problem = ""
        if booked_on is None:
            date = texts.get("date", "")
            problem = _('"%(text)s" is not a date in the format of the other rows.') % {"text": date}
        elif row.number in amounts.problems:
            problem = amounts.problems[row.number]
        elif amount is None:
            figure = texts.get("amount") or texts.get("debit") or texts.get("credit") or ""
            problem = _('"%(text)s" is not an amount in %(currency)s.') % {"text": figure, "currency": target.currency}
        elif unknown:
            known_words = ", ".join(filter(None, WORDS[unknown]))
            problem = _('"%(text)s" is not one of %(words)s.') % {"text": texts[unknown], "words": known_words}
        yield FileRow(
            place=row.number,
            booked_on=booked_on,
            amount=amount,
            description=text["description"] if is_own else joined(text["payee"], text["description"]),
            external_id=text["id"],
            reference=text["reference"],
            number=text["number"],
            status=STATUSES.get(words["status"], "posted"),
            is_brought_forward=YES_NO.get(words["brought_forward"], False),
            is_excluded=YES_NO.get(words["left_out"], False),
            currency=texts.get("currency", "").upper() or currency,
            codes=codes(row),
            problem=problem,
        )
