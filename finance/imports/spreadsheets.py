"""Tables of spreadsheets (XLSX, ODS) as CSV text, read as any other table.

openpyxl reads XLSX, defusedxml the one file of ODS that holds the tables.
"""

import csv
import datetime as dt
import io
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from itertools import islice
from xml.etree.ElementTree import Element  # nosec B405  # types alone; defusedxml reads

from defusedxml.ElementTree import iterparse
from django.utils.translation import gettext as _

from finance.imports.untrusted_files import (
    MOST_LINES,
    MOST_ROWS,
    ZIP,
    FileRefused,
    decoded,
    every_at,
    in_row,
    name_of,
    names_in,
    too_many_rows,
    unzipped,
    unzipped_files,
)
from finance.imports.values import is_date

WORKBOOK, CONTENT = "xl/workbook.xml", "content.xml"
MOST_CELLS = 200
READ_CELLS = 256
"""Cells of a row that are read, so that one beyond the limit is noticed."""
MOST_BLANK = 10_000
MOST_SHEET_ROWS = 1_048_576
"""The rows that Excel has."""
NO_VALUE = rb"\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
WITHOUT_RESULT = re.compile(rb"(?:</(?:\w+:)?f>|<(?:\w+:)?f(?:\s[^>]{0,200})?/>)" + NO_VALUE)
"""A formula of XLSX whose result the program did not store."""
LONGEST_HEAD = 2000
MOST_TAGS = 5_000_000
Rows = list[list[str]]


def is_spreadsheet(data: bytes) -> bool:
    """True for XLSX and ODS. Raises `FileRefused` for a damaged archive."""
    if not data.startswith(ZIP):
        return False
    names = names_in(data)
    return WORKBOOK in names or (CONTENT in names and "mimetype" in names)


def table_text(data: bytes, encoding: str = "") -> str:
    """Return the text of a table: of a spreadsheet its one sheet with dated rows, as CSV; of any other file the text itself, in the chosen
    encoding if there is one.

    Raises `FileRefused`.
    """
    return _spreadsheet_text(data) if is_spreadsheet(data) else decoded(data, encoding)


@lru_cache(maxsize=1)  # recognizing the format and reading the table want the same text
def _spreadsheet_text(data: bytes) -> str:
    try:
        sheets = list(_sheets_of_xlsx(data) if WORKBOOK in names_in(data) else _sheets_of_ods(data))
    except FileRefused:
        raise
    except Exception as error:  # every error of the package for a missing or damaged part means the same here
        raise _unreadable() from error
    filled = [(name, rows) for name, rows in sheets if rows]
    dated = []
    for name, rows in filled:
        days = (cells for cells in rows if any(map(is_date, cells)))
        if any(sum(any(map(str.isdigit, cell)) for cell in cells) > 1 for cells in days):
            dated.append((name, rows))
    dated = dated or filled
    if not dated:
        raise FileRefused([_("The file is empty.")])
    if len(dated) > 1:
        names = ", ".join(name for name, _rows in dated[:10])
        several = _("The spreadsheet has several sheets with rows: %(names)s. Save one of them as CSV, and import that.")
        raise FileRefused([several % {"names": names}])
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(dated[0][1])
    return text.getvalue()


def _unreadable() -> FileRefused:
    return FileRefused([_("The spreadsheet cannot be read. Save it as CSV (UTF-8), and import that.")])


def _without_results() -> FileRefused:
    return FileRefused([_("The spreadsheet has formulas without their results. Open it, save it, and try again; or save it as CSV.")])


def _sheets_of_xlsx(data: bytes) -> Iterator[tuple[str, Rows]]:
    from openpyxl import load_workbook  # takes half a second to import

    for name, content in unzipped_files(data):
        if b"<!DOCTYPE" in content[:LONGEST_HEAD] or b"<!ENTITY" in content[:LONGEST_HEAD]:
            raise _unreadable()
        if name.startswith("xl/worksheets/") and WITHOUT_RESULT.search(content):
            raise _without_results()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package warns of styles and extensions that hold no rows
        workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        for sheet in workbook.worksheets:
            sheet.reset_dimensions()  # some programs write a wrong size, and rows outside it would be lost
            yield sheet.title, _bounded(sheet.iter_rows(max_col=READ_CELLS, values_only=True))


def _bounded(rows: Iterable[Sequence[object]]) -> Rows:
    """Return the rows up to the last that is not blank, each up to its last cell. Raises `FileRefused` if there are too many."""
    table_rows: Rows = []
    blank, last_blank = 0, None
    for number, row in enumerate(rows, 1):
        if number > MOST_SHEET_ROWS:
            raise too_many_rows()
        width = 0 if row is last_blank else len(row)
        while width and row[width - 1] in {None, ""}:
            width -= 1
        if not width:
            blank, last_blank = blank + 1, row  # the package fills gaps with one and the same row
            continue
        if width > MOST_CELLS:
            raise FileRefused([in_row(number, _("has more than %(most)d cells.") % {"most": MOST_CELLS})])
        table_rows += [[]] * min(blank, MOST_BLANK)
        blank = 0
        table_rows.append([_text(cell) for cell in row[:width]])
        if len(table_rows) > MOST_ROWS + MOST_BLANK:
            raise too_many_rows()
    return table_rows


def _text(value: object) -> str:
    """Return a cell as CSV writes it: days in ISO 8601, figures with a point and at least two decimals unless they are whole."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dt.datetime):
        return value.date().isoformat() if value.time() == dt.time() else value.isoformat(" ", "seconds")
    if isinstance(value, (int, float)):
        return _figure(repr(value))
    return value.isoformat() if isinstance(value, dt.date) else " ".join(str(value).split())


def _figure(text: str) -> str:
    """Return the figure without the noise of binary fractions (0.30000000000000004)."""
    try:
        value = round(Decimal(text), 8)
    except InvalidOperation:
        return text
    if value == value.to_integral_value():
        return f"{value:.0f}"
    bare = f"{value:f}".rstrip("0")
    return f"{value:.2f}" if len(bare.partition(".")[2]) < 2 else bare


def _sheets_of_ods(data: bytes) -> Iterator[tuple[str, Rows]]:
    content = unzipped(data, CONTENT) or b""
    if content.count(b"<") > MOST_TAGS:
        raise too_many_rows()
    name, inside = "", 0
    rows: Rows = []
    for event, node in iterparse(io.BytesIO(content), events=("start", "end"), forbid_dtd=True):
        kind = name_of(node)
        if kind == "table":
            inside += 1 if event == "start" else -1
            if event == "start" and inside == 1:
                name, rows = next((value for key, value in node.attrib.items() if key.endswith("}name")), ""), []
            elif event == "end" and inside == 0:
                yield name, _bounded(rows)
                node.clear()
        elif kind == "table-row" and event == "end" and inside == 1:
            cells = list(islice(_cells(node), READ_CELLS))
            count = _count(node, "number-rows-repeated")
            blank = not any(cells)
            rows += [cells] * min(count, MOST_BLANK if blank else MOST_ROWS + 1)
            if len(rows) > MOST_LINES:
                raise too_many_rows()
            node.clear()


def _cells(row: Element) -> Iterator[str]:
    for cell in row:
        if name_of(cell) not in {"table-cell", "covered-table-cell"}:
            continue
        values = {key.rpartition("}")[2]: value for key, value in cell.attrib.items()}
        kind = values.get("value-type", "")
        text = " ".join(" ".join("".join(line.itertext()).split()) for line in every_at(cell, "p")).strip()
        if kind in {"float", "currency", "percentage"}:
            text = _figure(values.get("value", text))
        elif kind == "date":
            text = values.get("date-value", text).replace("T00:00:00", "").replace("T", " ")
        elif not kind and "formula" in values:
            raise _without_results()
        yield from [text] * min(_count(cell, "number-columns-repeated"), READ_CELLS)


def _count(node: Element, name: str) -> int:
    text = next((value for key, value in node.attrib.items() if key.endswith("}" + name)), "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 1
