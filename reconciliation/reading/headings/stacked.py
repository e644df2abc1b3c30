"""Headings on two lines: one name broken over both, or the names of two days that a row prints one under the other."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reconciliation.reading.headings.roles import BOOKED, OPERATION, Column, plain_word
from reconciliation.reading.headings.words import cells_of
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import Row
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, MONEY_ROLES, role_of
from reconciliation.reading.vocabulary.direction import direction

COLUMNS_UNDER = 2  # columns that share one heading of balances
BESIDE = 8.0  # points between such a heading and a column beside it


def with_days(block: Sequence[Printed], column: Column) -> Column:
    """The column with the role, and the whole name, that the rows of headings together give to days. One of money stays what it is."""
    if column.role in MONEY_ROLES:
        return column
    return _two_days(block, column) or _named(block[0].row, column, over=True) or _named(block[-1].row, column, over=False) or column


def day_named(row: Row, column: Column) -> bool:
    """Does a row of headings tell a column of days from others by its one word over it?"""
    return column.role in DATE_ROLES and _named(row, column, over=True) is not None


def days_go_on(columns: Sequence[Column], row: Row) -> bool:
    """Does a row of several cells below have the second word of the name of a column of days?"""
    several = "\t" in row.text and not any(map(str.isdigit, row.text))
    return several and any(column.role in DATE_ROLES and _named(row, column, over=False) is not None for column in columns)


def with_broken_names(block: Sequence[Printed], columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The columns with those of money and days that only a cell and the one under it name together, as "Pago" over "requerido"."""
    broken = [found for upper, lower in itertools.pairwise(block) for found in _names_of_two(upper.row, lower.row)]
    broken += [found for upper, lower in itertools.pairwise(block) for found in _balances_of_two(upper.row, lower.row)]
    rest = [column for column in columns if not any(min(column.x1, one.x1) > max(column.x0, one.x0) for one in broken)]
    return tuple(sorted([*rest, *broken], key=lambda column: column.x0)) if broken else columns


def _names_of_two(upper: Row, lower: Row) -> Iterator[Column]:
    for over, x0, x1 in _cells(upper):
        for under, left, right in _cells(lower):
            role = role_of(f"{over} {under}") if min(x1, right) > max(x0, left) and role_of(under) not in MONEY_ROLES else None
            if role in MONEY_ROLES | DATE_ROLES | {"aside"}:
                yield Column(role or "", min(x0, left), max(x1, right), f"{over} {under}")


def _balances_of_two(upper: Row, lower: Row) -> Iterator[Column]:
    """Yield the two columns that share one heading of balances. The first holds the balance, the second one by value date."""
    for over, x0, x1 in _cells(upper):
        under = [cell for cell in _cells(lower) if min(x1, cell[2]) + BESIDE > max(x0, cell[1])] if role_of(over) == "balance" else []
        if len(under) == COLUMNS_UNDER and not any(role_of(name) for name, _, _ in under):
            for role, (name, left, right) in zip(("balance", "aside"), under, strict=True):
                yield Column(role, left, right, f"{over} {name}")


def _cells(row: Row) -> list[tuple[str, float, float]]:
    """The words between two wide gaps, as roles name them, and where they stand."""
    cells = [row.words[start:end] for start, end in cells_of(row)]
    return [(" ".join(filter(None, (plain_word(word.text) for word in words))), words[0].x0, words[-1].x1) for words in cells]


def names_with(upper: Row, lower: Row) -> int:
    """How many words name a column only together with the word under them."""
    pairs = [(one, other) for one in upper.words for other in lower.words if min(one.x1, other.x1) > max(one.x0, other.x0)]
    return len({one for one, other in pairs if role_of(f"{plain_word(one.text)} {plain_word(other.text)}")})


def _named(row: Row, column: Column, *, over: bool) -> Column | None:
    """What a row's one word over or under a column makes of it, where that is a day."""
    words = _words(row, column)
    if len(words) != 1 or words[0] in column.name.split():
        return None
    names = (f"{words[0]} {column.name}", _joined(words[0], column.name)) if over else (f"{column.name} {words[0]}",)
    told = next((name for name in names if role_of(name) in DATE_ROLES), "")
    return replace(column, role=role_of(told) or column.role, name=told) if told else None


def _joined(upper: str, lower: str) -> str:
    """One word broken over both rows; a section's name, as "af" of money out, is no part of one."""
    return "" if direction(upper) else upper.removesuffix("-") + lower


def _two_days(block: Sequence[Printed], column: Column) -> Column | None:
    """Two whole names of days, one over the other and not read on as one name; what stands on a third line is none."""
    names = [" ".join(_words(printed.row, column)) for printed in block]
    names = names[:2] if len(names) > 2 and role_of(names[2]) not in DATE_ROLES else names
    roles = [role_of(name) for name in names]
    if len(names) != 2 or None in roles or not set(roles) <= DATE_ROLES or role_of(" ".join(names)):
        return None
    upper, lower = roles[0] or "", roles[1] or ""
    if OPERATION.search(names[0]) and BOOKED.search(names[1]):
        upper, lower = "transaction", "date"
    elif upper == lower:
        lower = "transaction"
    return replace(column, role=upper, name=names[0], below=lower)


def _words(row: Row, column: Column) -> list[str]:
    """The words of a row over or under a column."""
    return [plain_word(word.text) for word in row.words if min(word.x1, column.x1) - max(word.x0, column.x0) > 0]
