"""The columns that the words of one row of headings name, and what headings above each other become."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from reconciliation.reading.headings.roles import Column, joins_two, one_role, plain_word
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.rows import Row
from reconciliation.reading.vocabulary.column_names import MONEY_ROLES, NO_COLUMN, may_begin_name, role_of

SHORT_WORDS = frozenset({"in", "out"})  # headings only where nothing stands beside them
BEFORE_CURRENCY = frozenset({"amount in"})  # a side only where no currency is named behind it
LONGEST_PHRASE = 5  # words of a heading
FURTHER = 1.5  # times the smallest gap between two words of a row


def columns_named(row: Row) -> list[Column]:
    """The headings of one row: the longest phrases that name a role; a cell that names one role belongs to it as a whole."""
    found: list[Column] = []
    for start, end in cells_of(row):
        named = phrases_named(row, start, end)
        x0, x1 = row.words[start].x0, row.words[end - 1].x1
        role = one_role([column.role for column in named])
        if {"debit", "credit"} <= {column.role for column in named} and joins_two(cell := _plain_text(row, start, end)):
            found.append(Column("section", x0, x1, cell))
        elif role and not _apart(row, named):
            found.append(Column(role, x0, x1, named[0].name))
        else:
            apart = _sides_with_amounts(named)
            found += [replace(one, x1=min(one.x1, after.x0)) for one, after in itertools.pairwise(apart)] + list(apart[-1:])
    return found


def _sides_with_amounts(named: Sequence[Column]) -> list[Column]:
    """Where one cell names amounts again and again, one right before a side is that side's, as in "Monto cargos Monto abonos"."""
    found: list[Column] = []
    several = [column.role for column in named].count("amount") > 1
    for column in named:
        if several and found and found[-1].role == "amount" and column.role in {"debit", "credit"}:
            found[-1] = replace(column, x0=found[-1].x0)
        else:
            found.append(column)
    return found


def _apart(row: Row, named: Sequence[Column]) -> bool:
    """Do descriptions, or types, and money of one cell overlap, or stand further from each other than words do?"""
    between = [
        after.x0 - before.x1
        for before, after in itertools.pairwise(named)
        if {before.role, after.role} & {"text", "type"} and {before.role, after.role} & MONEY_ROLES
    ]
    space = min((gap for before, after in itertools.pairwise(row.words) if (gap := after.x0 - before.x1) > 0), default=0.0)
    return any(gap <= 0 or gap > FURTHER * space for gap in between)


def cells_of(row: Row) -> list[tuple[int, int]]:
    """The words between two wide gaps, as indexes."""
    starts = [index for index, offset in enumerate(row.offsets) if offset == 0 or row.text[offset - 1] == "\t"]
    return list(zip(starts, [*starts[1:], len(row.words)], strict=True))


def _plain_text(row: Row, start: int, end: int) -> str:
    return " ".join(plain_word(word.text) or fold(word.text) for word in row.words[start:end])


@lru_cache(maxsize=64)  # each row is asked about as a heading of its own and below the rows above it
def plain_words(row: Row) -> tuple[str, ...]:
    return tuple([plain_word(word.text) for word in row.words])


@lru_cache(maxsize=64)
def phrases_named(row: Row, start: int, end: int) -> tuple[Column, ...]:
    columns: list[Column] = []
    words = plain_words(row)[start:end]
    index = 0
    while index < len(words):
        if words[index] and not may_begin_name(words[index]):
            index += 1
            continue
        for length in range(min(LONGEST_PHRASE, len(words) - index), 0, -1):
            phrase = " ".join(word for word in words[index : index + length] if word)
            if NO_COLUMN.fullmatch(phrase):
                index += length
                break
            role = role_of(phrase) if phrase and (phrase not in SHORT_WORDS or sum(map(bool, words)) == 1) else None
            if role and not (phrase in BEFORE_CURRENCY and any(words[index + length :])):
                columns.append(Column(role, row.words[start + index].x0, row.words[start + index + length - 1].x1, phrase))
                index += length
                break
        else:
            index += 1
    return tuple(columns)


def merge(columns: list[Column]) -> tuple[Column, ...]:
    """Headings that stand above each other are one column: money before dates before words."""
    merged: list[Column] = []
    for column in sorted(columns, key=lambda column: column.x0):
        last = merged[-1] if merged else None
        if last is not None and min(last.x1, column.x1) - max(last.x0, column.x0) > 0:
            merged[-1] = _stacked(last, column)
        else:
            merged.append(column)
    return tuple(merged)


def _stacked(one: Column, other: Column) -> Column:
    x0, x1 = min(one.x0, other.x0), max(one.x1, other.x1)
    for name in (f"{one.name} {other.name}", f"{other.name} {one.name}"):
        role = role_of(name)
        if role is not None:
            return Column(role, x0, x1, name)
    if {one.role, other.role} == {"debit", "credit"}:
        return Column("amount", x0, x1, f"{one.name} {other.name}")
    keep = one if _rank(one.role) <= _rank(other.role) else other
    return Column(keep.role, x0, x1, keep.name)


def _rank(role: str) -> int:
    order = ("balance", "debit", "credit", "amount", "value", "transaction", "date", "type", "aside", "section", "text", "other")
    return order.index(role)
