"""Statements as tables: CSV and a spreadsheet. No spreadsheet reads their texts as formulas."""

import csv
import datetime as dt
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from finance.imports.csv_columns import STATEMENT_COLUMNS
from finance.money import exponent, is_currency
from people.safe_text import guarded
from reconciliation.converting.source import ConvertedStatement, FailedFile, one_line, plain, short_names

FILE, NOT_PROVED = "file", "not_proved"
"""Last columns: the name of the file, if the table is made from several; and the reasons in the first row of a statement that is not
proved, if one is not."""
Cell = str | int | Decimal | dt.date | None


def rows_of(statements: Sequence[ConvertedStatement], failed: Sequence[FailedFile] = ()) -> Iterator[tuple[Cell, ...]]:
    """Yield the headings, and the values of each row; unknown is None. Files that failed have no rows, and count as files."""
    names = short_names([*(statement.file for statement in statements), *(file.file for file in failed)])
    marked, named = not all(statement.is_proved for statement in statements), len(names) > 1
    yield (*STATEMENT_COLUMNS, *([FILE] if named else []), *([NOT_PROVED] if marked else []))
    for statement in statements:
        tail = (statement.printed.currency, statement.account or None)
        for number, line in enumerate(statement.lines):
            reasons = f": {' '.join(statement.reasons)}" if number == 0 else ""
            mark = (None if statement.is_proved else f"not proved{reasons}",) if marked else ()
            file = (names[statement.file],) if named else ()
            yield (line.date, one_line(line.description), line.amount, line.balance, *tail, line.page, *file, *mark)


def as_csv(statements: Sequence[ConvertedStatement], _now: dt.datetime, failed: Sequence[FailedFile] = ()) -> bytes:
    """Return the table in UTF-8: days as ISO 8601, amounts with a decimal point, nothing where a value is unknown."""
    file = io.StringIO()
    csv.writer(file).writerows([_text(cell) for cell in row] for row in rows_of(statements, failed))
    return file.getvalue().encode()


def _text(cell: Cell) -> str:
    if isinstance(cell, str):
        return guarded(cell)
    if isinstance(cell, Decimal):
        return plain(cell)
    return "" if cell is None else str(cell)


SHEETS = ("Rows", "Statements")
FACTS: Mapping[str, Callable[[ConvertedStatement], Cell]] = {
    "account": lambda statement: statement.account or None,
    "institution": lambda statement: one_line(statement.printed.institution or "") or None,
    "currency": lambda statement: statement.printed.currency,
    "first day": lambda statement: statement.printed.period_start,
    "last day": lambda statement: statement.printed.period_end,
    "opening balance": lambda statement: statement.printed.opening_balance,
    "opening balance is": lambda statement: statement.origin_of_opening or None,
    "closing balance": lambda statement: statement.printed.closing_balance,
    "rows": lambda statement: len(statement.lines),
    "state": lambda statement: statement.state,
    "reasons": lambda statement: " ".join(statement.reasons) or None,
}
FAILED = "failed"
PROVED = "proved"
WIDTHS = {"date": 12, "description": 60, "amount": 14, "balance": 14, "currency": 9, "account": 24, "page": 6, FILE: 30, NOT_PROVED: 60}
FACT_WIDTHS = {"file": 30, "account": 24, "institution": 34, "opening balance": 16, "opening balance is": 12, "closing balance": 16}
FACT_WIDTHS |= {"state": 12, "reasons": 80}
USUAL_WIDTH = 11
AMBER = "FFFFE699"
"""The ground of rows that are not proved."""
SHARED_DECIMALS = 2
"""Decimals of an amount whose currency is not known."""


def as_xlsx(statements: Sequence[ConvertedStatement], _now: dt.datetime, failed: Sequence[FailedFile] = ()) -> bytes:
    """Return a workbook: the rows in one sheet; in another each file with its state, and the known facts of each statement. Rows and
    files that are not proved have a coloured ground."""
    from openpyxl import Workbook  # the library loads slowly
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    head, *body = rows_of(statements, failed)
    of_rows = [statement for statement in statements for _line in statement.lines]
    names = short_names([*(statement.file for statement in statements), *(file.file for file in failed)])
    facts = [(names[statement.file] or None, *(fact(statement) for fact in FACTS.values())) for statement in statements]
    unread = {"state": FAILED, "reasons": None}
    lost = [(names[file.file], *(file.reason if name == "reasons" else unread.get(name) for name in FACTS)) for file in failed]
    proofs = [statement.is_proved for statement in statements]
    tables = (
        (SHEETS[0], WIDTHS, [head, *body], [True, *(statement.is_proved for statement in of_rows)], [None, *of_rows]),
        (SHEETS[1], FACT_WIDTHS, [("file", *FACTS), *facts, *lost], [True, *proofs, *[False] * len(lost)], [None, *statements]),
    )
    for title, widths, table, are_proved, sources in tables:
        sheet = book.create_sheet(title)
        sheet.freeze_panes = "A2"
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(table[0]))}{len(table)}"
        for place, name in enumerate(table[0], 1):
            sheet.column_dimensions[get_column_letter(place)].width = widths.get(str(name), USUAL_WIDTH)
        for number, (row, is_proved) in enumerate(zip(table, are_proved, strict=True)):
            source = sources[number] if number < len(sources) else None
            currency = source.printed.currency if source else None
            decimals = exponent(currency) if currency and is_currency(currency) else SHARED_DECIMALS
            sheet.append([_cell(sheet, value, decimals=decimals, is_heading=number == 0, is_proved=is_proved) for value in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _cell(sheet: Any, value: Cell, *, decimals: int, is_heading: bool, is_proved: bool) -> Any:
    """Return a cell whose text is never a formula and is shown whole, and whose amount shows the decimals of its currency, or all that it
    has. Headings are bold, what is not proved has a ground."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font, PatternFill

    cell = WriteOnlyCell(sheet, value=guarded(one_line(value)) if isinstance(value, str) else value)
    if isinstance(value, str):
        cell.data_type = "s"
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    elif isinstance(value, Decimal):
        places = max(decimals, -int(value.as_tuple().exponent))
        cell.number_format = f"#,##0.{'0' * places}" if places else "#,##0"
    elif isinstance(value, dt.date):
        cell.number_format = "yyyy-mm-dd"
    if is_heading:
        cell.font = Font(bold=True)
    if not is_proved:
        cell.fill = PatternFill("solid", start_color=AMBER)
    return cell
