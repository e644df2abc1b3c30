"""The rows of a CSV file as plain values: amounts from the holder's side, codes and balances, without a database."""

import hashlib
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice

from django.utils.translation import gettext as _

from finance.imports.csv_amounts import Amounts, MoneyColumns, read_money, sides_of
from finance.imports.csv_columns import CODES, STATEMENT_COLUMNS, find_codes, flows_of, known_columns, other_currency
from finance.imports.csv_edges import entries_only, named_above
from finance.imports.csv_table import CsvTable, TableRow, guess_columns, one_a_row, read_table
from finance.imports.proof import BalanceChain, chain_of_part
from finance.imports.rows import STATUSES, YES_NO, FileAccount, FileRow, ParsedFile, StatedBalance, TableShape, joined
from finance.imports.untrusted_files import possible_encodings
from finance.imports.values import currencies_of, doubtful_months, has_sign, is_date, month_in, possible_orders, read_date
from finance.models.coding import NONE, Codes
from finance.models.ledger_import import NO_COLUMN, Choices, DateOrder, Target
from people.safe_text import unguarded

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
MONEY = ("amount", "debit", "credit", "type", "balance", "fee")
YES_OR_NO = ("brought_forward", "left_out")
OWN = {"brought_forward", "left_out"}
"""Columns that only Tieout's own files have; in these the payee is separate and not part of the description."""
MOST_ACCOUNTS = 20
NUMBER = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9 ]{8,34}|[\dXx*•.\- /]*\d{4,}[\d\- /]*")
"""An account's number, which may be hidden but for its end."""
UNNAMED_NUMBER = re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]){10,30}|[Xx*•][\dXx*•.\- /]*\d{3,}|\d{2,}[Xx*•]+\d{3,}|\d[\d\- /]{4,}\d")
"""An account's number where no heading says so: an IBAN, one that is hidden but for its end, or six digits and more."""
FEW_ROWS = 3
"""In a file of so few rows each may be of another account; in a longer one, numbers that all differ identify the rows."""
IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{10,30}")
NO_NAME = "-"
"""The name of the part whose rows name no account."""


def read_csv(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every row of the file in its order, by account, with its open questions. Raises `FileRefused` if it is no table.

    The way is equal for files with equal headings. The closing balance is the last running one, if these follow from the amounts.
    """
    encodings = tuple(islice(possible_encodings(data), MOST_ENCODINGS))
    table = read_table(data, choices.encoding if choices.encoding in encodings else "")
    columns = chosen_columns(table, choices, target)
    is_own = table.header[: len(STATEMENT_COLUMNS)] == STATEMENT_COLUMNS
    choices = replace(choices, decimal_mark=".") if is_own else choices
    amounts = read_money(_money_columns(table, columns), choices=choices, target=target)
    orders = possible_orders(table.column(columns["date"]).values(), target.today) if "date" in columns else ()
    order = orders[0] if len(orders) == 1 else choices.date_order
    rows = tuple(_rows(table, columns, amounts, order, target))
    has_amount = "amount" in columns or columns.keys() >= {"debit", "credit"}
    account_columns = _doubtful_accounts(table, columns, choices, target)
    open_questions = {
        "columns": not has_amount or "date" not in columns,
        "date_order": len(orders) > 1 and not order,
        "decimal_mark": has_amount and not amounts.mark,
        "sign": "sign" in amounts.questions and not choices.sign and not is_own,
        "fee": "fee" in amounts.questions,
        "minus": "minus" in amounts.questions,
        "account_column": bool(account_columns),
    }
    accounts, notes = _accounts(table, columns, rows)
    if len(accounts) == 1:
        number, currency = named_above(table, target.currency)
        currency = "" if any(row.currency for row in rows) else currency
        accounts = (replace(accounts[0], number=accounts[0].number or number, currency=currency),)
    headings = "\0".join(table.header or [str(table.width)]).casefold()
    return ParsedFile(
        format="csv",
        way=f"csv:{hashlib.sha256(headings.encode()).hexdigest()[:16]}",
        accounts=accounts,
        questions=tuple(question for question, is_open in open_questions.items() if is_open),
        notes=notes,
        table=TableShape(
            header=table.header or tuple(str(place + 1) for place in range(table.width)),
            sample=tuple(row.cells for row in table.rows[:SAMPLED]),
            columns=columns,
            date_order=order,
            date_orders=orders,
            decimal_mark=amounts.mark,
            decimal_marks=amounts.marks,
            encoding=choices.encoding if choices.encoding in encodings else encodings[0],
            encodings=encodings if len(encodings) > 1 else (),
            fee_is_doubtful="fee" in amounts.questions or bool(choices.fee),
            minus_is_doubtful="minus" in amounts.questions or bool(choices.minus),
            account_columns=account_columns,
        ),
    )


MOST_ENCODINGS = 8


def chosen_columns(table: CsvTable, choices: Choices, target: Target) -> dict[str, int]:
    """Return the columns by headings and cells, overridden by a person's choices."""
    named, flows = known_columns(table.header, target.currency), flows_of(table.header)
    if flows and not named.keys() >= {"debit", "credit"} and one_a_row(table, flows, target.currency):
        # A pair of money out and in, which the rows confirm, replaces an amount of the same figures. It does not count beside an
        # amount column with other figures, such as those of another currency.
        figures = ([cell.strip("+-() ") for cell in row.cells] for row in table.rows)
        if "amount" not in named or all(cells[named["amount"]] in {cells[place] for place in flows.values()} for cells in figures):
            named = {field: place for field, place in named.items() if field != "amount" and place not in flows.values()} | flows
    named = _by_cells(table, named)
    taken = choices.columns.items()
    named = {field: place for field, place in named.items() if not any(place == other for name, other in taken if name != field)}
    columns = guess_columns(table, named, target.currency, _groups(table, named))
    if "account" not in columns.keys() | choices.columns.keys():
        columns = _with_account_by_balances(table, named, columns, target)
    if {"debit", "credit"} & choices.columns.keys():
        columns.pop("amount", None)
    if choices.columns.get("amount", NO_COLUMN) != NO_COLUMN:
        columns = {field: place for field, place in columns.items() if field not in {"debit", "credit"}}
    columns |= choices.columns
    if "account" in columns and "account" not in choices.columns and not _names_accounts(table, columns["account"]):
        del columns["account"]
    columns = find_codes(table.header, taken=columns.values()) | columns
    columns = {field: place for field, place in columns.items() if 0 <= place < table.width}
    return columns if "type" in choices.columns else _with_sides(table, columns)


def _with_account_by_balances(table: CsvTable, named: dict[str, int], columns: dict[str, int], target: Target) -> dict[str, int]:
    """Return the columns with the only column of numbers by whose values the balances follow, if they break over the whole file."""
    proved = []
    if not (places := _unnamed_numbers(table, columns)):
        return columns
    for place in places:
        of_account = named | {"account": place}
        tried = guess_columns(table, of_account, target.currency, _groups(table, of_account))
        if _chain(table, tried, target).proves:
            proved.append(tried)
    whole = _chain(table, columns, target)
    return proved[0] if len(proved) == 1 and (whole.breaks or not whole.held) else columns


def _doubtful_accounts(table: CsvTable, columns: dict[str, int], choices: Choices, target: Target) -> tuple[int, ...]:
    """Return the columns without a known heading that may name the account of each row: no balance leads from one value to another."""
    if "account" in columns.keys() | choices.columns.keys() or not (places := _unnamed_numbers(table, columns)):
        return ()
    whole = _chain(table, columns, target)
    return tuple(place for place in places if whole.breaks or whole.held <= _chain(table, columns | {"account": place}, target).held)


def _chain(table: CsvTable, columns: Mapping[str, int], target: Target) -> BalanceChain:
    return read_money(_money_columns(table, columns), choices=Choices(), target=target).chain


def _unnamed_numbers(table: CsvTable, columns: Mapping[str, int]) -> list[int]:
    """Return the columns of no field that have a number like an account's in nearly every row, and few different ones."""
    rows = _filled_rows(table)
    places = []
    taken = {place for field, place in columns.items() if field != "description"}  # numbers alone are no description
    for place in sorted(set(range(table.width)) - taken):
        texts = [cells[place] for cells in rows if cells[place]]
        distinct = set(texts)
        repeats = len(distinct) < len(texts) or len(texts) <= FEW_ROWS
        are_numbers = all(UNNAMED_NUMBER.fullmatch(text) and not is_date(text) for text in distinct)
        if len(texts) >= 0.9 * len(rows) and 1 < len(distinct) <= MOST_ACCOUNTS and repeats and are_numbers:
            places.append(place)
    return places


def _by_cells(table: CsvTable, named: dict[str, int]) -> dict[str, int]:
    """Return the named columns, corrected by cells that can be one thing only: codes of currencies and words for a status.

    A column of days that has none is none. In a table without known headings a column of IBANs names the account of each row.
    """
    rows = _filled_rows(table)
    texts = {place: [cells[place] for cells in rows if cells[place]] for place in range(table.width)}
    kinds: dict[str, Callable[[str], bool]] = {
        "currency": lambda text: len(text) == 3 and text.isupper() and bool(currencies_of(text)),
        "status": lambda text: text.casefold() in STATUSES,
    }
    if not named.keys() & {"date", "amount", "debit", "credit"}:
        kinds["account"] = lambda text: bool(IBAN.fullmatch(text.replace(" ", "")))
    columns = {
        field: place
        for field, place in named.items()
        if field not in {"date", "started"} or 2 * sum(map(is_date, texts[place])) >= len(texts[place])
    }
    for field, holds in kinds.items():
        free = [place for place in texts if place not in columns.values() or columns.get(field) == place]
        places = [place for place in free if texts[place] and len(texts[place]) >= 0.9 * len(rows) and all(map(holds, texts[place]))]
        if field not in columns and len(places) == 1:
            columns[field] = places[0]
    return columns


def _filled_rows(table: CsvTable) -> list[tuple[str, ...]]:
    """Return the rows of more than one cell, which leaves out lines of text."""
    return [row.cells for row in table.rows if sum(map(bool, row.cells)) > 1]


def _with_sides(table: CsvTable, columns: dict[str, int]) -> dict[str, int]:
    """Return the columns with the column of debit or credit as words, if the amounts have no sign and only one column has such words."""
    if "amount" not in columns or any(has_sign(text) for text in table.column(columns["amount"]).values()):
        return columns

    def has_sides(place: int) -> bool:
        heading = table.header[place] if table.header else ""
        texts = [row.cells[place] for row in table.rows if row.cells[columns["amount"]]]
        return all(texts) and sides_of(texts, heading) is not None

    if "type" in columns and has_sides(columns["type"]):
        return columns
    taken = {place for field, place in columns.items() if field != "type"}
    places = [place for place in range(table.width) if place not in taken and has_sides(place)]
    if not places and "description" in columns and has_sides(columns["description"]):
        places = [columns["description"]]
    return columns | {"type": places[0]} if len(places) == 1 else columns


def _names_accounts(table: CsvTable, place: int) -> bool:
    """True unless the column has nearly as many values as rows, or is often empty: it then names the other side of each row."""
    rows = _filled_rows(table)
    texts = [cells[place] for cells in rows if cells[place]]
    distinct = len(set(texts))
    return len(texts) >= 0.8 * len(rows) and (distinct <= MOST_ACCOUNTS or 2 * distinct <= len(texts))


def _groups(table: CsvTable, columns: Mapping[str, int]) -> dict[int, Hashable]:
    """Return the account and currency of each row that counts in a balance."""
    places = [columns[field] for field in ("account", "currency") if field in columns]
    status = columns.get("status")
    return {
        row.number: tuple(row.cells[place] for place in places)
        for row in table.rows
        if status is None or STATUSES.get(row.cells[status].casefold(), "posted") == "posted"
    }


def _money_columns(table: CsvTable, columns: Mapping[str, int]) -> MoneyColumns:
    there = [field for field in MONEY if field in columns]
    return MoneyColumns(
        cells={field: table.column(columns[field]) for field in there},
        headings={field: table.header[columns[field]] for field in there} if table.header else {},
        groups=_groups(table, columns),
    )


def _accounts(table: CsvTable, columns: Mapping[str, int], rows: Sequence[FileRow]) -> tuple[tuple[FileAccount, ...], tuple[str, ...]]:
    """Return the rows by the account that each names, without rows that are no entries, and sentences about those."""
    by_name: dict[str, list[FileRow]] = {"": list(rows)}
    if "account" in columns:
        names = table.column(columns["account"])
        entries = {names[row.place] for row in rows if row.booked_on}
        if len(entries) > 1:
            by_name = {name or NO_NAME: [] for name in sorted(entries)}
            for row in rows:
                by_name.setdefault(names[row.place] or NO_NAME, []).append(row)
        elif entries:
            by_name = {next(iter(entries)): list(rows)}
    accounts, notes = [], []
    for name, its in by_name.items():
        part, passed = entries_only(FileAccount(rows=tuple(its)), table, columns)
        is_number = bool(NUMBER.fullmatch(name))
        part = replace(part, name=unguarded(name) if len(by_name) > 1 else "", number=name.replace(" ", "")[-40:] if is_number else "")
        accounts.append(replace(part, closing=part.closing or _closing(part)))
        notes += passed
    return tuple(accounts), tuple(notes)


def _closing(part: FileAccount) -> StatedBalance | None:
    """Return the last running balance and its day, if the balances follow from the rows."""
    chain = chain_of_part(part)
    if not chain.proves or chain.closing is None or not part.rows:
        return None
    days = [row.booked_on for row in part.rows if row.booked_on]
    day = {1: part.rows[-1].booked_on, -1: part.rows[0].booked_on}.get(chain.direction, max(days, default=None))
    return StatedBalance(amount=chain.closing, as_of=day)


OTHER_UNIT = re.compile(
    r"\b(?:in|en|em|i)\s+(?:(?:euro)?cents?|pence|rappen|centimes?|céntimos|cêntimos|centesimi|øre|öre|grosze|haléř\w*)\b"
    r"|\b(?:minor units?|tsd|tausend|thousands?|miles de|milliers|teur|t€|k€|keur|kusd|mio|millions?)(?:\b|(?<=€))|\b000s?\b",
    re.IGNORECASE,
)
"""A heading of money in hundredths or in thousands of the currency."""


def _rows(table: CsvTable, columns: Mapping[str, int], amounts: Amounts, order: DateOrder, target: Target) -> Iterator[FileRow]:
    is_own = columns.keys() >= OWN
    codes = codes_reader(columns, is_own=is_own)
    headings = [table.header[columns[field]] for field in ("amount", "debit", "credit") if field in columns and table.header]
    currency = next(filter(None, (other_currency(heading, target.currency) for heading in headings)), "")
    unit = next((heading for heading in headings if OTHER_UNIT.search(heading)), "")
    named = (month_in(row.cells[columns["date"]]) for row in table.rows) if "date" in columns else ()
    months = doubtful_months(name for name in named if name)
    in_unit = _('is in another unit than the currency: the heading is "%(heading)s".')
    no_date = _('"%(text)s" is not a date in the format of the other rows.')
    for row in table.rows:
        texts = {field: row.cells[place] for field, place in columns.items()}
        text = {field: unguarded(texts.get(field, "")) for field in ("description", "payee", "id", "reference", "number")}
        words = {field: texts.get(field, "").casefold() for field in ("status", *YES_OR_NO)}
        status = STATUSES.get(words["status"], "posted")
        day = texts.get("date", "")
        if not day and status != "posted":
            day = texts.get("started", "")  # a pending row has no day of booking yet
        booked_on = read_date(day, order, target.today, months)
        named_currency = texts.get("currency", "").upper()
        if target.currency in currencies_of(texts.get("currency", "")):  # by its code, or by its sign
            named_currency = target.currency
        yield FileRow(
            place=row.number,
            booked_on=booked_on,
            amount=amounts.values.get(row.number),
            description=text["description"] if is_own else joined(text["payee"], text["description"]),
            external_id=text["id"],
            reference=text["reference"],
            number=text["number"],
            status=status,
            is_brought_forward=YES_NO.get(words["brought_forward"], False),
            is_excluded=YES_NO.get(words["left_out"], False),
            currency=amounts.foreign.get(row.number) or named_currency or currency,
            codes=codes(row),
            problem=(in_unit % {"heading": unit} if unit else _problem(row.number, texts, words, amounts, target))
            if booked_on
            else no_date % {"text": day},
            balance=amounts.balances.get(row.number),
        )


def _problem(number: int, texts: Mapping[str, str], words: Mapping[str, str], amounts: Amounts, target: Target) -> str:
    """Return the reason why the row is no entry; empty if it is one."""
    if number in amounts.problems:
        return amounts.problems[number]
    if amounts.values.get(number) is None:
        figure = texts.get("amount") or texts.get("debit") or texts.get("credit") or ""
        return _('"%(text)s" is not an amount in %(currency)s.') % {"text": figure, "currency": target.currency}
    known: Mapping[str, Mapping[str, object]] = {"status": STATUSES} | dict.fromkeys(YES_OR_NO, YES_NO)
    unknown = next((field for field in known if words[field] not in known[field]), "")
    if not unknown:
        return ""
    some = ("posted", "pending", "void") if unknown == "status" else tuple(filter(None, YES_NO))
    return _('"%(text)s" is not one of %(words)s.') % {"text": texts[unknown], "words": ", ".join(some)}
