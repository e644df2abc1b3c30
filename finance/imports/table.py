"""A CSV file as a table: its encoding, its separator and its header row are found, its cells are text and nothing else."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from finance.imports.columns import Columns, find_columns
from finance.imports.problems import FileRefused, in_row
from finance.json_item import storable

SEPARATORS = ",;\t|"
HEADER_WITHIN = 30
LONGEST_FILE = 10_000_000
MOST_ROWS = 50_000
MOST_CELLS = 200


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the file. `number` is the line on which it begins, as an editor counts."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    columns: Columns
    rows: tuple[Row, ...]

    def column(self, field: str) -> dict[int, str]:
        """The texts of a column by row number; empty ones where the file has no such column."""
        place = self.columns.get(field)
        return {row.number: "" if place is None else row.cells[place] for row in self.rows}


def read_table(data: bytes) -> Table:
    """The rows below the header, blank ones left out. Raises `FileRefused`."""
    if len(data) > LONGEST_FILE:
        raise FileRefused([_("The file is larger than 10 MB.")])
    text = _decoded(data)
    for separator in SEPARATORS:
        rows = _rows(text, separator)
        for place, row in enumerate(rows[:HEADER_WITHIN]):
            columns = find_columns(row.cells)
            if columns:
                return Table(columns=columns, rows=_body(rows[place + 1 :], width=len(row.cells)))
    raise FileRefused(
        [_("No row names its columns. Wanted are a column called Date and one called Amount, or two called Debit and Credit.")]
    )


def _decoded(data: bytes) -> str:
    encodings = ["utf-16"] if data.startswith((b"\xff\xfe", b"\xfe\xff")) else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if storable(text):
            return text
    raise FileRefused([_("This is not a text file. Save it as CSV (UTF-8) and try again.")])


def _rows(text: str, separator: str) -> list[Row]:
    return [row for row in _numbered(text, separator) if any(row.cells)]


def _numbered(text: str, separator: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    begins = 1
    try:
        for cells in reader:
            if len(cells) > MOST_CELLS:
                raise FileRefused([in_row(begins, _("has more than %(most)d cells.") % {"most": MOST_CELLS})])
            yield Row(begins, tuple(cell.strip() for cell in cells))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise FileRefused([in_row(begins, _("a cell is too long, or its quotation mark is never closed."))]) from error


def _body(rows: list[Row], *, width: int) -> tuple[Row, ...]:
    if len(rows) > MOST_ROWS:
        raise FileRefused([_("The file has more than %(most)d rows: divide it.") % {"most": MOST_ROWS}])
    wide = [row.number for row in rows if any(row.cells[width:])]
    if wide:
        raise FileRefused(
            in_row(row, _("has more cells than the header; a text with a separator in it wants quotation marks.")) for row in wide
        )
    return tuple(Row(row.number, (*row.cells, *[""] * (width - len(row.cells)))) for row in rows)
