"""A CSV file as a table: the separator, the header row, and the columns that its cells reveal where headings do not help."""

import csv
import io
import itertools
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from django.utils.translation import gettext as _

from finance.imports.csv_columns import find_columns, known_columns
from finance.imports.proof import WeighedRow, chain_of
from finance.imports.spreadsheets import table_text
from finance.imports.untrusted_files import MOST_ROWS, FileRefused, in_row, too_many_rows
from finance.imports.values import is_amount, is_date, possible_marks, read_amount, says_amount
from people.safe_text import guarded, unguarded

SEPARATORS = ",;\t|"
HEADER_WITHIN = 40
MOST_CELLS = 200
LEAST_NAMED = 3


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of the file. `number` is the line on which it begins, counted from 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CsvTable:
    """`header` is empty if no row names the columns. All rows have the width of the widest. `above` are the rows above the header."""

    header: tuple[str, ...]
    rows: tuple[TableRow, ...]
    above: tuple[TableRow, ...] = ()

    @property
    def width(self) -> int:
        return max(len(self.header), *(len(row.cells) for row in self.rows[:1]), 0)

    def column(self, place: int) -> dict[int, str]:
        """Return the texts of a column by row number."""
        return {row.number: row.cells[place] for row in self.rows}


def read_table(data: bytes, encoding: str = "") -> CsvTable:
    """Return the rows below the header without blank ones, all with its width. Raises `FileRefused`."""
    text = table_text(data, encoding)
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
    if place is None and (of_datev := _of_datev(rows)):
        return of_datev
    if place is None:
        place = _header_above_days(rows[:HEADER_WITHIN])
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
    return CsvTable(
        header=header,
        rows=tuple(TableRow(row.number, (*row.cells, *[""] * (width - len(row.cells)))[:width]) for row in body),
        above=tuple(rows[: max(place, 0)]),
    )


DATEV_HEADER = ("Kontonummer", "Buchungsdatum", "Valuta", "Umsatz", "Währung", "Auftraggeber", "Verwendungszweck")
DATEV_WIDTH, DATEV_LEAST = 34, 7
DATEV_BANK, DATEV_AMOUNT = re.compile(r"\d{5}|\d{8}|[A-Z]{6}[A-Z0-9]{2,5}"), re.compile(r"[+-]?\d{1,13}([.,]\d{2})?")
DATEV_PAYEE, DATEV_PURPOSE = (7, 8), (11, 12, 13, 14, *range(18, 24), *range(30, 34))


def _of_datev(rows: list[TableRow]) -> CsvTable | None:
    """Return the table of a DATEV file of bank transactions, whose fields have fixed places and no header; None for any other file.

    The fields are those of https://apps.datev.de/help-center/documents/9226961. A text is divided among the fields for its pieces.
    """

    def is_datev(cells: tuple[str, ...]) -> bool:
        fits = DATEV_LEAST <= len(cells) <= DATEV_WIDTH + 1 and bool(DATEV_BANK.fullmatch(cells[0])) and bool(cells[1])
        return fits and is_date(cells[5]) and bool(DATEV_AMOUNT.fullmatch(cells[6]))

    if not rows or not all(is_datev(row.cells) for row in rows):
        return None
    transactions = []
    for row in rows:
        cells = (*row.cells, *[""] * DATEV_WIDTH)
        texts = [guarded(" ".join(unguarded(cells[place]) for place in places if cells[place])) for places in (DATEV_PAYEE, DATEV_PURPOSE)]
        transactions.append(TableRow(row.number, (cells[1], cells[5], cells[4], cells[6], cells[16], *texts)))
    return CsvTable(header=DATEV_HEADER, rows=tuple(transactions))


def _header_above_days(rows: list[TableRow]) -> int | None:
    """Return the place of the header where not all headings are known, -1 if there is none; None if no row has a date.

    It is the first row of several known headings, else the row above the first with a date, if it is as wide and has no date.
    """
    dated = [len(row.cells) > 1 and any(map(is_date, row.cells)) for row in rows]
    if True not in dated:
        return None
    named = (place for place, row in enumerate(rows[:-1]) if not dated[place] and len(known_columns(row.cells)) >= LEAST_NAMED)
    if (place := next(named, None)) is not None and True in dated[place:] and dated.index(True, place) == place + 1:
        return place
    first = dated.index(True)
    above = rows[first - 1].cells if first else ()
    return first - 1 if len(above) >= len(rows[first].cells) and not any(map(is_date, above)) else -1


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


def guess_columns(table: CsvTable, known: dict[str, int], currency: str, groups: Mapping[int, Hashable]) -> dict[str, int]:
    """Return the known columns with those that the cells reveal.

    A single column of figures is the amount; of several, balances that follow from one prove it. `groups` has the account and currency of
    each row that counts in a balance.
    """
    rows = [row.cells for row in table.rows[:SAMPLE] if sum(map(bool, row.cells)) > 1]  # a line of text is no row
    columns = dict(known)
    free = [place for place in range(table.width) if place not in columns.values()]
    if "date" not in columns:
        dates = [place for place in free if _share([cells[place] for cells in rows], is_date) >= MOSTLY]
        if len(dates) == 1:
            columns["date"] = dates[0]
        free = [place for place in free if place not in dates]
    if not columns.keys() & {"amount", "debit", "credit"}:
        figures = [place for place in free if _figures([cells[place] for cells in rows], currency)]
        is_blank = any(not any(cells[place] for cells in rows) for place in free)  # a column that may be the other side of a pair
        if len(figures) == 1 and not is_blank and _may_be_amounts([cells[figures[0]] for cells in rows], named="balance" in columns):
            columns["amount"] = figures[0]
        else:
            columns |= _proved_by_balances(table, figures, columns, currency, groups)
        free = [place for place in free if place not in figures]
    if not columns.keys() & {"description", "payee"} and free:
        # Words that differ from row to row say most.
        columns["description"] = max(free, key=lambda place: sum(map(str.isalpha, "".join({cells[place] for cells in rows}))))
    return columns


def _may_be_amounts(texts: list[str], *, named: bool) -> bool:
    """True if nearly every cell is filled, all of them unless a balance is named, whose rows may have none."""
    return sum(map(bool, texts)) >= MOSTLY * len(texts) if named else all(texts[:-1]) and bool(texts)


def _proved_by_balances(
    table: CsvTable, figures: list[int], known: Mapping[str, int], currency: str, groups: Mapping[int, Hashable]
) -> dict[str, int]:
    """Return the only column of amounts from which the balances follow, and that of the balances; nothing if none or several do."""
    named = known.get("balance")
    places = figures[:TRIED] + ([named] if named is not None else [])
    read = {}
    for place in places:
        texts = table.column(place)
        mark = possible_marks(texts.values(), currency)[0]
        read[place] = {row: read_amount(text, currency, mark) for row, text in texts.items()}
    blank = {place: {row for row, text in table.column(place).items() if not text} for place in places}
    pairs = [(amount, balance) for amount, balance in itertools.permutations(places, 2) if named in {None, balance}]
    proved = []
    for amount, balance in pairs:
        if any(row.cells[other] for row in table.rows if not row.cells[amount] for other in places if other not in {amount, balance}):
            continue  # another column may be its other side
        amounts = read[amount] | dict.fromkeys(blank[amount], Decimal(0))
        chain = chain_of(WeighedRow(row, amounts[row], read[balance][row], group=group) for row, group in groups.items())
        if not chain.breaks and chain.held >= (2 if named is None else 1) and 2 * sum(map(bool, amounts.values())) > len(amounts):
            proved.append((amount, balance))
    if len({tuple(read[amount].values()) for amount, _balance in proved}) != 1:
        return {}
    return {"amount": proved[0][0], "balance": proved[0][1]}


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
