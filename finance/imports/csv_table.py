"""A CSV file as a table: the separator, the header row, and the columns that its cells reveal where headings do not help."""

import csv
import io
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from django.utils.translation import gettext as _

from finance.imports.csv_columns import find_columns
from finance.imports.untrusted_files import MOST_ROWS, FileRefused, decoded, in_row, too_many_rows
from finance.imports.values import is_amount, is_date, possible_marks, read_amount, says_amount

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
    """Return the rows below the header without blank ones, all with its width. Raises `FileRefused`."""
    text = decoded(data)
    named = next(
        (
            (separator, place)
            for separator in SEPARATORS
            for place, row in enumerate(islice(_filled(text, separator), HEADER_WITHIN))
            if find_columns(row.cells) is not None
        ),
        None,
    )
    separator, place = named or (_separator(text), None)
    rows = list(islice(_filled(text, separator), MOST_ROWS + HEADER_WITHIN + 1))
    if len(rows) > MOST_ROWS:
        raise too_many_rows()
    dated = (number for number, row in enumerate(rows[:HEADER_WITHIN]) if len(row.cells) > 1 and any(map(is_date, row.cells)))
    if place is None and (first := next(dated, None)) is not None:
        # Without known headings, the header is the row above the first with a date if it is as wide and has none; -1 is no header.
        above = rows[first - 1].cells if first else ()
        place = first - 1 if len(above) >= len(rows[first].cells) and not any(map(is_date, above)) else -1
    if not rows or place is None:
        raise FileRefused([_("No row has a date. Choose a CSV file with a date and an amount in each row.")])
    header = rows[place].cells if place >= 0 else ()
    body = rows[place + 1 :]
    if not body:
        raise FileRefused([_("The file has a header and no rows.")])
    width = len(header) or max(len(row.cells) for row in body)
    too_wide = [row.number for row in body if any(row.cells[width:])]
    if too_wide:
        problem = _("has more cells than the header; put text that contains a separator in quotation marks.")
        raise FileRefused(in_row(number, problem) for number in too_wide)
    return CsvTable(header=header, rows=tuple(TableRow(row.number, (*row.cells, *[""] * (width - len(row.cells)))[:width]) for row in body))


def _separator(text: str) -> str:
    """Return the separator that leaves a date in its own cell in most rows; of several, the one with the most even widths."""
    by_separator = {separator: list(islice(_filled(text, separator), 200)) for separator in SEPARATORS}

    def fits(separator: str) -> tuple[int, int]:
        rows = [row.cells for row in by_separator[separator] if len(row.cells) > 1]
        widths = Counter(len(cells) for cells in rows)
        return sum(any(map(is_date, cells)) for cells in rows), max(widths.values(), default=0)

    return max(SEPARATORS, key=fits)


def _filled(text: str, separator: str) -> Iterator[TableRow]:
    """Yield the rows that are not blank. Raises `FileRefused` at a row that no table has."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    begins = 1
    try:
        for cells in reader:
            if len(cells) > MOST_CELLS:
                raise FileRefused([in_row(begins, _("has more than %(most)d cells.") % {"most": MOST_CELLS})])
            row = TableRow(begins, tuple(cell.strip() for cell in cells))
            if any(row.cells):
                yield row
            begins = reader.line_num + 1
    except csv.Error as error:
        raise FileRefused([in_row(begins, _("a cell is too long, or its quotation mark is never closed."))]) from error


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


SAMPLE = 500
MOSTLY = 0.9
TRIED = 8


def guess_columns(table: CsvTable, known: dict[str, int], currency: str) -> dict[str, int]:
    """Return the known columns with those that the cells reveal.

    A single column of figures is the amount; of two, one may be the running balance of the other.
    """
    rows = [row.cells for row in table.rows[:SAMPLE]]
    columns = dict(known)
    free = [place for place in range(table.width) if place not in columns.values()]
    if "date" not in columns:
        dates = [place for place in free if _share([cells[place] for cells in rows], is_date) >= MOSTLY]
        if len(dates) == 1:
            columns["date"] = dates[0]
        free = [place for place in free if place not in dates]
    if not columns.keys() & {"amount", "debit", "credit"}:
        figures = [place for place in free if _figures([cells[place] for cells in rows], currency)]
        if len(figures) == 1 and all(cells[figures[0]] for cells in rows):
            columns["amount"] = figures[0]
        elif len(figures) == 2:
            read = {}
            for place in figures:
                texts = [cells[place] for cells in rows]
                mark = possible_marks(texts, currency)[0]
                read[place] = [read_amount(text, currency, mark) for text in texts]
            proved = [(amount, balance) for amount, balance in (figures, figures[::-1]) if runs(read[amount], read[balance])]
            if len(proved) == 1:
                columns["amount"], columns["balance"] = proved[0]
        free = [place for place in free if place not in figures]
    if not columns.keys() & {"description", "payee"} and free:
        longest = max(free, key=lambda place: sum(len(cells[place]) for cells in rows))
        columns["description"] = longest
    return columns


def one_a_row(table: CsvTable, flows: Mapping[str, int], currency: str) -> bool:
    """True if the columns together hold at most one amount in each row, and one in nearly all of them."""
    cells = [[text for place in flows.values() if says_amount(text := row.cells[place])] for row in table.rows]
    ones = sum(len(texts) == 1 and is_amount(texts[0], currency) for texts in cells)
    return all(len(texts) < 2 for texts in cells) and ones >= MOSTLY * len(cells)


def likely_day(table: CsvTable) -> dict[str, int]:
    """Return the most likely column of dates, as an example only."""
    return {"date": max(range(table.width), key=lambda place: _share(list(table.column(place).values()), is_date))}


def likely_money(table: CsvTable, columns: Mapping[str, int], currency: str) -> dict[str, int]:
    """Return the most likely column of amounts, or pair of columns, as an example only."""
    taken = {place for field, place in columns.items() if field not in {"amount", "debit", "credit"}}
    free = [place for place in range(table.width) if place not in taken] or list(range(table.width))
    cells = {place: list(table.column(place).values()) for place in free}
    figures = [place for place in free if _figures(cells[place], currency) and _share(cells[place], is_date) < MOSTLY]
    for out, into in itertools.combinations(figures[:TRIED], 2):
        if one_a_row(table, {"debit": out, "credit": into}, currency):
            return {"debit": out, "credit": into}
    return {"amount": max(figures or free, key=lambda place: _share(cells[place], says_amount))}


def _share(texts: list[str], holds: object) -> float:
    return sum(bool(text) and bool(holds(text)) for text in texts) / max(len(texts), 1)  # type: ignore[operator]


def _figures(texts: list[str], currency: str) -> bool:
    """True if the texts are amounts and any has a decimal mark or sign; bare digits may be other numbers."""
    filled = [text for text in texts if text]
    return bool(filled) and all(is_amount(text, currency) for text in filled) and any(set(text) & set(".,-+") for text in filled)


def runs(amounts: list[Decimal | None], balances: list[Decimal | None]) -> int:
    """Return 1 or -1 if each balance follows from the one before (-1: newest row first), else 0. It needs three rows."""
    pairs = [(amount, balance) for amount, balance in zip(amounts, balances, strict=True) if amount is not None and balance is not None]
    if len(pairs) < 3 or len(pairs) != len(amounts):
        return 0
    steps = list(itertools.pairwise(pairs))
    if all(later == before + amount for (_first, before), (amount, later) in steps):
        return 1
    return -1 if all(before == later + amount for (amount, before), (_last, later) in steps) else 0
