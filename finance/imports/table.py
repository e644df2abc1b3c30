"""A CSV file as a table: the separator and the header row are detected, cells are text and may be read by column name."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _

from finance.imports.columns import find_columns
from finance.imports.dates import is_date
from finance.imports.problems import FileRefused, in_row
from finance.imports.text import MOST_ROWS, decoded, too_many_rows

SEPARATORS = ",;\t|"
HEADER_WITHIN = 40
MOST_CELLS = 200


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of the file. `number` is the line on which it begins, counted from 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CsvTable:
    """`header` is empty if no row names the columns. All rows have the width of the widest."""

    header: tuple[str, ...]
    rows: tuple[TableRow, ...]

    @property
    def width(self) -> int:
        return max(len(self.header), *(len(row.cells) for row in self.rows[:1]), 0)

    def column(self, place: int) -> dict[int, str]:
        """Return the texts of a column by row number."""
        return {row.number: row.cells[place] for row in self.rows}


def read_table(data: bytes) -> CsvTable:
    """Return the rows below the header without blank ones. Raises `FileRefused`."""
    text = decoded(data)
    named = _named_header(text)
    separator, begins = named or (_separator(text), None)
    rows = list(islice(_filled(text, separator), MOST_ROWS + HEADER_WITHIN + 1))
    if len(rows) > MOST_ROWS:
        raise too_many_rows()
    place = begins if begins is not None else _unnamed_header(rows)
    if not rows or place is None:
        raise FileRefused([_("This is no table: no row has a date. Wanted is a CSV file with a date and an amount in each row.")])
    header = rows[place].cells if place >= 0 else ()
    body = rows[place + 1 :]
    if not body:
        raise FileRefused([_("The file has a header and no rows.")])
    return CsvTable(header=header, rows=_body(body, width=len(header) or max(len(row.cells) for row in body)))


def _named_header(text: str) -> tuple[str, int] | None:
    """Return the separator and the place of the row that names its columns."""
    for separator in SEPARATORS:
        for place, row in enumerate(islice(_filled(text, separator), HEADER_WITHIN)):
            if find_columns(row.cells) is not None:
                return separator, place
    return None


def _separator(text: str) -> str:
    """Return the separator that leaves a date in its own cell in most rows; of several, the one with the most even widths."""
    by_separator = {separator: list(islice(_filled(text, separator), 200)) for separator in SEPARATORS}

    def fits(separator: str) -> tuple[int, int]:
        rows = [row.cells for row in by_separator[separator] if len(row.cells) > 1]
        widths = Counter(len(cells) for cells in rows)
        return sum(any(map(is_date, cells)) for cells in rows), max(widths.values(), default=0)

    return max(SEPARATORS, key=fits)


def _unnamed_header(rows: list[TableRow]) -> int | None:
    """Return the place of the row above the first with a date, -1 if there is none; None if no row has a date."""
    first = next((place for place, row in enumerate(rows[:HEADER_WITHIN]) if len(row.cells) > 1 and any(map(is_date, row.cells))), None)
    if first is None:
        return None
    above = rows[first - 1] if first else None
    return first - 1 if above and len(above.cells) >= len(rows[first].cells) > 1 and not any(map(is_date, above.cells)) else -1


def _filled(text: str, separator: str) -> Iterator[TableRow]:
    return (row for row in _numbered(text, separator) if any(row.cells))


def _numbered(text: str, separator: str) -> Iterator[TableRow]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    begins = 1
    try:
        for cells in reader:
            if len(cells) > MOST_CELLS:
                raise FileRefused([in_row(begins, _("has more than %(most)d cells.") % {"most": MOST_CELLS})])
            yield TableRow(begins, tuple(cell.strip() for cell in cells))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise FileRefused([in_row(begins, _("a cell is too long, or its quotation mark is never closed."))]) from error


def _body(rows: list[TableRow], *, width: int) -> tuple[TableRow, ...]:
    wide = [row.number for row in rows if any(row.cells[width:])]
    if wide:
        raise FileRefused(
            in_row(row, _("has more cells than the header; a text with a separator in it wants quotation marks.")) for row in wide
        )
    return tuple(TableRow(row.number, (*row.cells, *[""] * (width - len(row.cells)))[:width]) for row in rows)


Cell = Callable[[str], str]


def named_rows(data: bytes) -> Iterator[tuple[int, Cell]]:
    """Yield the number of each row and a function that returns its cell by column name, empty for unknown names.

    Raises `FileRefused` if the file is no table.
    """
    table = read_table(data)
    places = {name.casefold(): place for place, name in reversed(list(enumerate(table.header)))}
    for row in table.rows:

        def cell(name: str, cells: tuple[str, ...] = row.cells) -> str:
            place = places.get(name)
            return "" if place is None else cells[place]

        yield row.number, cell
