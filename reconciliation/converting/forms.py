"""The formats that statements are converted to, and the CSV that single programs expect. No spreadsheet reads its texts as formulas."""

import csv
import datetime as dt
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.exports import ACTUAL, GNUCASH, QUICKBOOKS, XERO
from people.safe_text import guarded
from reconciliation.converting.bank_files import as_beancount, as_camt053, as_hledger, as_mt940, as_ofx, as_qbo, as_qif
from reconciliation.converting.source import (
    ConvertedStatement,
    FailedFile,
    NotConvertible,
    days_of,
    iban_of,
    ids_of,
    one_line,
    pieces,
    plain,
)
from reconciliation.converting.tables import as_csv, as_xlsx
from reconciliation.printed.json import statement_to_json


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
            raise NotConvertible(statement.lacks(sentence % {"program": layout.program}))
        if layout.quotes_texts and any(int(line.amount.as_tuple().exponent) < -2 for line in statement.lines):
            sentence = _("%(program)s takes amounts of two decimals. MT940 takes more.")
            raise NotConvertible(statement.lacks(sentence % {"program": layout.program}))
        yield {
            "account": guarded(statement.account),
            "iban": iban,
            "bank_code": iban[4:12],
            "account_number": iban[12:],
            "currency": statement.printed.currency or "",
            "last_day": f"{last:{layout.day}}" if last else "",
        }


Writer = Callable[[Sequence[ConvertedStatement], dt.datetime], bytes]
FullWriter = Callable[[Sequence[ConvertedStatement], dt.datetime, Sequence[FailedFile]], bytes]


@dataclass(frozen=True, slots=True)
class OutputForm:
    """A format: its label, the file's extension and media type, and its writer, which may raise `NotConvertible`. `write_all` writes the
    files that failed, too; it is None if the format has no place for them."""

    label: str
    ending: str
    media_type: str
    write: Writer
    write_all: FullWriter | None = None

    def written(self, statements: Sequence[ConvertedStatement], now: dt.datetime, failed: Sequence[FailedFile]) -> bytes:
        """Return the file, with the files that failed if the format has a place for them. Raises `NotConvertible`."""
        return self.write_all(statements, now, failed) if self.write_all else self.write(statements, now)


def as_json(statements: Sequence[ConvertedStatement], _now: dt.datetime, failed: Sequence[FailedFile] = ()) -> bytes:
    """Return the statements as `read_statement` prints them, with the verdict on the reading and its reasons, and the files that failed."""
    read = [
        statement_to_json(statement.printed)
        | ({"file": statement.file_name} if statement.file else {})
        | {"proved": statement.is_proved, "reasons": list(statement.reasons)}
        for statement in statements
    ]
    answer = {"proved": not failed and all(statement.is_proved for statement in statements), "statements": read}
    answer |= {"failed": [{"file": one_line(file.file), "reason": file.reason} for file in failed]} if failed else {}
    return (json.dumps(answer, ensure_ascii=False, indent=2) + "\n").encode()


TEXT, TABLE = "text/plain; charset=utf-8", "text/csv; charset=utf-8"
SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMS: Mapping[str, OutputForm] = {
    "csv": OutputForm("CSV", "csv", TABLE, as_csv, as_csv),
    "xlsx": OutputForm("Excel (XLSX)", "xlsx", SPREADSHEET, as_xlsx, as_xlsx),
    "ofx": OutputForm("OFX", "ofx", "application/x-ofx", as_ofx),
    "qbo": OutputForm("QuickBooks Web Connect (QBO)", "qbo", "application/vnd.intu.qbo", as_qbo),
    "qif": OutputForm("QIF", "qif", TEXT, as_qif),
    "camt053": OutputForm("CAMT.053", "xml", "application/xml", as_camt053),
    "mt940": OutputForm("MT940", "sta", TEXT, as_mt940),
    "beancount": OutputForm("beancount", "beancount", TEXT, as_beancount),
    "hledger": OutputForm("hledger", "journal", TEXT, as_hledger),
    "json": OutputForm("JSON", "json", "application/json", as_json, as_json),
}
OF_PROGRAMS: Mapping[str, OutputForm] = {
    name: OutputForm(f"{layout.program} (CSV)", f"{name}.csv", TABLE, as_layout(layout)) for name, layout in LAYOUTS.items()
}
"""CSV as single programs expect it."""
