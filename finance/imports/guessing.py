"""Columns recognized by their cells where headings do not help; only unambiguous ones are accepted."""

import itertools
from collections.abc import Mapping
from decimal import Decimal

from finance.imports.amounts import is_amount, possible_marks, read_amount, says_amount
from finance.imports.dates import is_date
from finance.imports.table import CsvTable

SAMPLE = 500
MOSTLY = 0.9
TRIED = 8


def guess_columns(table: CsvTable, known: dict[str, int], currency: str) -> dict[str, int]:
    """Return the known columns with those that the cells reveal."""
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
        columns |= _amount_and_balance(rows, figures, currency)
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


def _amount_and_balance(rows: list[tuple[str, ...]], figures: list[int], currency: str) -> dict[str, int]:
    """Return a single column of figures as the amount; of two, one may be the running balance of the other."""
    if len(figures) == 1 and all(cells[figures[0]] for cells in rows):
        return {"amount": figures[0]}
    proved = [
        {"amount": amount, "balance": balance}
        for amount in figures
        for balance in figures
        if amount != balance and runs(_read(rows, amount, currency), _read(rows, balance, currency))
    ]
    return proved[0] if len(proved) == 1 and len(figures) == 2 else {}


def runs(amounts: list[Decimal | None], balances: list[Decimal | None]) -> int:
    """Return 1 or -1 if each balance follows from the one before (-1: newest row first), else 0. It needs three rows."""
    pairs = [(amount, balance) for amount, balance in zip(amounts, balances, strict=True) if amount is not None and balance is not None]
    if len(pairs) < 3 or len(pairs) != len(amounts):
        return 0
    steps = list(itertools.pairwise(pairs))
    if all(later == before + amount for (_first, before), (amount, later) in steps):
        return 1
    return -1 if all(before == later + amount for (amount, before), (_last, later) in steps) else 0


def _read(rows: list[tuple[str, ...]], place: int, currency: str) -> list[Decimal | None]:
    texts = [cells[place] for cells in rows]
    marks = possible_marks(texts, currency)
    return [read_amount(text, currency, marks[0]) for text in texts]
