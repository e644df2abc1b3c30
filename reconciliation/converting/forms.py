"""The formats that statements are converted to, and the tables among them: CSV, a spreadsheet, and the CSV that single programs expect.
No spreadsheet reads their texts as formulas."""

import csv
import datetime as dt
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from finance.exports import ACTUAL, GNUCASH, QUICKBOOKS, XERO
from finance.imports.csv_columns import STATEMENT_COLUMNS
from people.safe_text import guarded
from reconciliation.converting.bank_files import as_beancount, as_camt053, as_hledger, as_mt940, as_ofx, as_qbo, as_qif
from reconciliation.converting.source import (
    ConvertedStatement,
    NotConvertible,
    days_of,
    iban_of,
    ids_of,
    one_line,
    pieces,
    plain,
)
from reconciliation.printed.json import statement_to_json

FILE, NOT_PROVED = "file", "not_proved"
"""Last columns: the name of the file, if there are several; and the reasons in the first row of a statement that is not proved, if one is
not."""
Cell = str | int | Decimal | dt.date | None


def rows_of(statements: Sequence[ConvertedStatement]) -> Iterator[tuple[Cell, ...]]:
    """Yield the headings, and the values of each row; unknown is None."""
    marked = not all(statement.is_proved for statement in statements)
    named = len({statement.file for statement in statements}) > 1
    yield (*STATEMENT_COLUMNS, *([FILE] if named else []), *([NOT_PROVED] if marked else []))
    for statement in statements:
        tail = (statement.printed.currency, statement.account or None)
        for number, line in enumerate(statement.lines):
            reasons = f": {' '.join(statement.reasons)}" if number == 0 else ""
            mark = (None if statement.is_proved else f"not proved{reasons}",) if marked else ()
            file = (statement.file_name,) if named else ()
            yield (line.date, one_line(line.description), line.amount, line.balance, *tail, line.page, *file, *mark)


def as_csv(statements: Sequence[ConvertedStatement], _now: dt.datetime) -> bytes:
    """Return the table in UTF-8: days as ISO 8601, amounts with a decimal point, nothing where a value is unknown."""
    file = io.StringIO()
    csv.writer(file).writerows([_text(cell) for cell in row] for row in rows_of(statements))
    return file.getvalue().encode()


def _text(cell: Cell) -> str:
    if isinstance(cell, str):
        return guarded(cell)
    if isinstance(cell, Decimal):
        return plain(cell)
    return "" if cell is None else str(cell)


SHEETS = ("Rows", "Statements")
FACTS: Mapping[str, Callable[[ConvertedStatement], Cell]] = {
    "file": lambda statement: statement.file_name or None,
    "account": lambda statement: statement.account or None,
    "institution": lambda statement: one_line(statement.printed.institution or "") or None,
    "currency": lambda statement: statement.printed.currency,
    "first day": lambda statement: statement.printed.period_start,
    "last day": lambda statement: statement.printed.period_end,
    "opening balance": lambda statement: statement.printed.opening_balance,
    "closing balance": lambda statement: statement.printed.closing_balance,
    "rows": lambda statement: len(statement.lines),
    "proved": lambda statement: "yes" if statement.is_proved else "no",
    "reasons": lambda statement: " ".join(statement.reasons) or None,
}
WIDTHS = {"date": 12, "description": 60, "amount": 14, "balance": 14, "currency": 9, "account": 24, "page": 6, FILE: 30, NOT_PROVED: 60}
FACT_WIDTHS = {"file": 30, "account": 24, "institution": 34, "opening balance": 16, "closing balance": 16, "reasons": 80}
USUAL_WIDTH = 11


def as_xlsx(statements: Sequence[ConvertedStatement], _now: dt.datetime) -> bytes:
    """Return a workbook: the rows in one sheet, and the known facts of each statement in another."""
    from openpyxl import Workbook  # the library loads slowly
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    rows, facts = (book.create_sheet(name) for name in SHEETS)
    for sheet in (rows, facts):
        sheet.freeze_panes = "A2"
    head, *body = rows_of(statements)
    for place, name in enumerate(head, 1):
        rows.column_dimensions[get_column_letter(place)].width = WIDTHS[str(name)]
    for place, name in enumerate(FACTS, 1):
        facts.column_dimensions[get_column_letter(place)].width = FACT_WIDTHS.get(name, USUAL_WIDTH)
    tables = (
        (rows, (head, *body)),
        (facts, [tuple(FACTS), *(tuple(fact(statement) for fact in FACTS.values()) for statement in statements)]),
    )
    for sheet, table in tables:
        for number, row in enumerate(table):
            sheet.append([_cell(sheet, value, is_heading=number == 0) for value in row])
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(table[0]))}{len(table)}"
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _cell(sheet: Any, value: Cell, *, is_heading: bool) -> Any:
    """Return a cell whose text is never a formula and is shown whole, and whose amount shows its decimals. Headings are bold."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font

    cell = WriteOnlyCell(sheet, value=guarded(value) if isinstance(value, str) else value)
    if isinstance(value, str):
        cell.data_type = "s"
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    elif isinstance(value, Decimal):
        cell.number_format = f"#,##0.{'0' * -exponent}" if (exponent := int(value.as_tuple().exponent)) < 0 else "#,##0"
    if is_heading:
        cell.font = Font(bold=True)
    return cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The CSV that a program imports. `columns` has the value under each heading, `source` is the page that documents the rules.

    `day` is a format of `strftime`. `empty` replaces an empty description, `zero` an amount of zero. With `quotes_texts` everything but
    amounts is in quotation marks.
    """

    program: str
    source: str
    columns: Mapping[str, str]
    day: str = "%Y-%m-%d"
    mark: str = "."
    separator: str = ","
    encoding: str = "utf-8"
    has_header: bool = True
    quotes_texts: bool = False
    empty: str = ""
    zero: str | None = None
    most_rows: int | None = None


PLAIN = {"Date": "day", "Description": "description", "Amount": "amount"}
PURPOSES = {f"Verwendungszweck {number}": f"piece_{number}" for number in range(1, 15)}
DATEV = {
    "BLZ/BIC Kontoinhaber": "bank_code",
    "Kontonummer/IBAN Kontoinhaber": "account_number",
    "Auszugsnummer": "",
    "Auszugsdatum": "last_day",
    "Valuta": "value_day",
    "Buchungsdatum": "day",
    "Umsatz": "amount",
    **dict.fromkeys(("Auftraggebername 1", "Auftraggebername 2", "BLZ/BIC Auftraggeber", "Kontonummer/IBAN Auftraggeber"), ""),
    **dict(list(PURPOSES.items())[:4]),
    "Geschäftsvorgangscode": "",
    "Währung": "currency",
    "Buchungstext": "",
    **dict(list(PURPOSES.items())[4:10]),
    **dict.fromkeys((f"{field}{name}" for name in ("Ursprungsbetrag", "Äquivalenzbetrag", "Gebühr") for field in ("", "Währung ")), ""),
    **dict(list(PURPOSES.items())[10:]),
}
"""The fields of DATEV's file for further processing of bank transactions. It is imported as transactions, from which the program proposes
entries. An EXTF file would be entries already, and an entry has a contra account, which no statement prints."""
FIREFLY = {
    "date_transaction": "day",
    "description": "description",
    "amount": "amount",
    "currency-code": "currency",
    "account-iban": "iban",
    "account-number": "account",
    "internal_reference": "reference",
    "external-id": "row_id",
}
"""The headings are the names of the roles that the data importer asks for."""
LEXWARE = {"Buchungsdatum": "day", "Auftraggeber/Empfänger": "description", "Verwendungszweck": "description", "Betrag": "amount"}
YNAB = {"Date": "day", "Payee": "description", "Memo": "reference", "Amount": "amount"}
QUICKBOOKS_RULES = (
    "https://quickbooks.intuit.com/learn-support/en-uk/help-article/import-transactions/manually-upload-transactions-quickbooks-online/"
    "L0rE9OXBz_GB_en_GB"
)
LAYOUTS: Mapping[str, Layout] = {
    "actual": Layout(program="Actual", source="https://actualbudget.org/docs/transactions/importing", columns=ACTUAL),
    "datev": Layout(
        program="DATEV",
        source="https://apps.datev.de/help-center/documents/9226961",
        columns=DATEV,
        day="%d.%m.%Y",
        separator=";",
        encoding="cp1252",
        has_header=False,
        quotes_texts=True,
    ),
    "firefly": Layout(program="Firefly III", source="https://docs.firefly-iii.org/references/data-importer/roles/", columns=FIREFLY),
    "gnucash": Layout(program="GnuCash", source="https://wiki.gnucash.org/wiki/CSV_Import/Export", columns=GNUCASH),
    "lexware": Layout(
        program="Lexware Office",
        source="https://support.lexoffice.de/de-form/articles/1829211",  # a row with an empty cell is left out
        columns=LEXWARE,
        day="%d.%m.%Y",
        mark=",",
        separator=";",
        empty="ohne Text",
    ),
    "quickbooks": Layout(program="QuickBooks Online", source=QUICKBOOKS_RULES, columns=QUICKBOOKS, day="%d/%m/%Y", zero=""),
    "quickbooks-us": Layout(program="QuickBooks Online US", source=QUICKBOOKS_RULES, columns=QUICKBOOKS, day="%m/%d/%Y", zero=""),
    "sage": Layout(
        program="Sage Accounting",
        source="https://help.sbc.sage.com/en-us/start/banking/import-bank-statement.html",  # the order of the days is asked
        columns=PLAIN,
        day="%d/%m/%Y",
    ),
    "xero": Layout(
        program="Xero",
        source="https://reckonflow.com/blog/xero-csv-format-requirements",  # ISO days are right in every region
        columns=XERO,
        most_rows=1000,  # https://online.flippingbook.com/view/399081/34/
    ),
    "ynab": Layout(program="YNAB", source="https://docs.youneedabudget.com/article/173-file-based-import", columns=YNAB),
}
"""The layouts by the name that `--for` takes. All amounts have the holder's signs: money out is negative."""
NAMES_ACCOUNT = {"account", "account_number", "iban"}
GERMAN_IBAN = re.compile(r"DE[0-9]{20}")
LONGEST_PIECE = 26  # of 27 characters, since a spreadsheet's guard may take one


def as_layout(layout: Layout) -> Callable[[Sequence[ConvertedStatement], dt.datetime], bytes]:
    """Return the writer of a program's own CSV, which raises `NotConvertible`. The CSV has no room for a mark, so descriptions of a
    statement that is not proved carry it."""

    def write(statements: Sequence[ConvertedStatement], _now: dt.datetime) -> bytes:
        file = io.StringIO()
        writer = csv.writer(file, delimiter=layout.separator, quoting=csv.QUOTE_NONNUMERIC if layout.quotes_texts else csv.QUOTE_MINIMAL)
        if layout.has_header:
            writer.writerow(layout.columns)
        for statement, of_all in zip(statements, _values_of_statements(layout, statements), strict=True):
            for line, day, row_id in zip(statement.lines, days_of(statement, layout.program), ids_of(statement), strict=True):
                text = one_line(line.description) or layout.empty
                text = text if statement.is_proved else f"(NOT PROVED) {text}"
                texts = {"description": text, "payee_or_description": text, "reference": one_line(line.reference)}
                texts |= {f"piece_{number}": piece for number, piece in enumerate(pieces(text, LONGEST_PIECE), 1)}
                values: dict[str, str | Decimal] = {name: guarded(value) for name, value in texts.items()}
                values |= {"day": f"{day:{layout.day}}", "row_id": row_id, **of_all}
                values["value_day"] = f"{line.value_date:{layout.day}}" if line.value_date else ""
                figure = plain(line.amount).replace(".", layout.mark)
                figure = figure if line.amount or layout.zero is None else layout.zero
                values["amount"] = line.amount if layout.quotes_texts else figure
                writer.writerow([values.get(name, "") for name in layout.columns.values()])
        return file.getvalue().encode(layout.encoding, "replace")

    return write


def _values_of_statements(layout: Layout, statements: Sequence[ConvertedStatement]) -> Iterator[dict[str, str]]:
    """Yield for each statement the values that its rows share. Raises `NotConvertible` for more rows than the program imports, several
    accounts that no column names, and values that the layout needs and that are not printed."""
    count, fields = sum(len(statement.lines) for statement in statements), {*layout.columns.values()}
    if layout.most_rows is not None and count > layout.most_rows:
        sentence = _("%(program)s imports at most %(most)d rows from a file, and these are %(count)d. Convert fewer statements at a time.")
        raise NotConvertible(sentence % {"program": layout.program, "most": layout.most_rows, "count": count})
    ends = {re.sub(r"\W", "", statement.account)[-4:] for statement in statements} - {""}  # one statement may hide what another prints
    currencies = {statement.printed.currency for statement in statements} - {None}
    if not NAMES_ACCOUNT & fields and (len(ends) > 1 or len(currencies) > 1):
        sentence = _("%(program)s imports one account from a file, and these statements are of several. OFX, CSV and XLSX keep them apart.")
        raise NotConvertible(sentence % {"program": layout.program})
    for statement in statements:
        iban, last = iban_of(statement), statement.printed.period_end
        if "bank_code" in fields and not GERMAN_IBAN.fullmatch(iban):
            sentence = _("%(program)s needs the bank code and the account number, and no German IBAN is printed. MT940 does without.")
            raise NotConvertible(sentence % {"program": layout.program})
        if layout.quotes_texts and any(int(line.amount.as_tuple().exponent) < -2 for line in statement.lines):
            raise NotConvertible(_("%(program)s takes amounts of two decimals. MT940 takes more.") % {"program": layout.program})
        yield {
            "account": guarded(statement.account),
            "iban": iban,
            "bank_code": iban[4:12],
            "account_number": iban[12:],
            "currency": statement.printed.currency or "",
            "last_day": f"{last:{layout.day}}" if last else "",
        }


Writer = Callable[[Sequence[ConvertedStatement], dt.datetime], bytes]


@dataclass(frozen=True, slots=True)
class OutputForm:
    """A format: its label, the file's extension and media type, and its writer, which may raise `NotConvertible`."""

    label: str
    ending: str
    media_type: str
    write: Writer


def as_json(statements: Sequence[ConvertedStatement], _now: dt.datetime) -> bytes:
    """Return the statements as `read_statement` prints them, with the verdict on the reading and its reasons."""
    read = [
        statement_to_json(statement.printed) | {"proved": statement.is_proved, "reasons": list(statement.reasons)}
        for statement in statements
    ]
    answer = {"proved": all(statement.is_proved for statement in statements), "statements": read}
    return (json.dumps(answer, ensure_ascii=False, indent=2) + "\n").encode()


TEXT, TABLE = "text/plain; charset=utf-8", "text/csv; charset=utf-8"
SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMS: Mapping[str, OutputForm] = {
    "csv": OutputForm("CSV", "csv", TABLE, as_csv),
    "xlsx": OutputForm("Excel (XLSX)", "xlsx", SPREADSHEET, as_xlsx),
    "ofx": OutputForm("OFX", "ofx", "application/x-ofx", as_ofx),
    "qbo": OutputForm("QuickBooks Web Connect (QBO)", "qbo", "application/vnd.intu.qbo", as_qbo),
    "qif": OutputForm("QIF", "qif", TEXT, as_qif),
    "camt053": OutputForm("CAMT.053", "xml", "application/xml", as_camt053),
    "mt940": OutputForm("MT940", "sta", TEXT, as_mt940),
    "beancount": OutputForm("beancount", "beancount", TEXT, as_beancount),
    "hledger": OutputForm("hledger", "journal", TEXT, as_hledger),
    "json": OutputForm("JSON", "json", "application/json", as_json),
}
OF_PROGRAMS: Mapping[str, OutputForm] = {
    name: OutputForm(f"{layout.program} (CSV)", f"{name}.csv", TABLE, as_layout(layout)) for name, layout in LAYOUTS.items()
}
"""CSV as single programs expect it."""
