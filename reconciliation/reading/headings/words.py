"""The columns that the words of one row of headings name."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from reconciliation.reading.headings.roles import Column, joins_two, one_role, plain_word
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.rows import Row
from reconciliation.reading.vocabulary.column_names import MONEY_ROLES, NO_COLUMN, may_begin_name, role_of

SHORT_WORDS = frozenset({"in", "out"})  # headings only where nothing stands beside them
BEFORE_CURRENCY = frozenset({"amount in"})  # a side only where no currency is named behind it
BRACKETED = re.compile(r"[(\[].*[)\]]")
LONGEST_PHRASE = 5  # words of a heading
FURTHER = 1.5  # times the smallest gap between two words of a row


def columns_named(row: Row) -> list[Column]:
    """Return the headings of one row: the longest phrases that name a role; a cell that names one role belongs to it as a whole."""
    columns: list[Column] = []
    for start, end in cells_of(row):
        named = phrases_named(row, start, end)
        x0, x1 = row.words[start].x0, row.words[end - 1].x1
        roles = [column.role for column in named]
        cell = (
            " ".join(plain_word(word.text) or fold(word.text) for word in row.words[start:end]) if {"debit", "credit"} <= set(roles) else ""
        )
        role = one_role(roles)
        if joins_two(cell):
            columns.append(Column("section", x0, x1, cell))
        elif role and not _apart(row, named):
            columns.append(Column(role, x0, x1, named[0].name))
        else:
            sides = _sides_with_amounts(named)
            columns += [replace(column, x1=min(column.x1, after.x0)) for column, after in itertools.pairwise(sides)] + sides[-1:]
    return columns


def _sides_with_amounts(named: Sequence[Column]) -> list[Column]:
    """Join each amount with the side right behind it where one cell names several amounts, as in "Monto cargos Monto abonos"."""
    if [column.role for column in named].count("amount") < 2:
        return list(named)
    columns: list[Column] = []
    for column in named:
        if columns and columns[-1].role == "amount" and column.role in {"debit", "credit"}:
            columns[-1] = replace(column, x0=columns[-1].x0)
        else:
            columns.append(column)
    return columns


def _apart(row: Row, named: Sequence[Column]) -> bool:
    """True if descriptions, or types, and money in one cell overlap, or are further from each other than words are."""
    between = [
        after.x0 - before.x1
        for before, after in itertools.pairwise(named)
        if {before.role, after.role} & {"text", "type"} and {before.role, after.role} & MONEY_ROLES
    ]
    space = min((gap for before, after in itertools.pairwise(row.words) if (gap := after.x0 - before.x1) > 0), default=0.0)
    return any(gap <= 0 or gap > FURTHER * space for gap in between)


def cells_of(row: Row) -> list[tuple[int, int]]:
    """Return the first and the next word's index of each cell, which wide gaps part."""
    starts = [index for index, offset in enumerate(row.offsets) if offset == 0 or row.text[offset - 1] == "\t"]
    return list(zip(starts, [*starts[1:], len(row.words)], strict=True))


@lru_cache(maxsize=64)  # each row is asked about as a heading of its own and below the rows above it
def plain_words(row: Row) -> tuple[str, ...]:
    return tuple([plain_word(word.text) for word in row.words])


@lru_cache(maxsize=64)
def phrases_named(row: Row, start: int, end: int) -> tuple[Column, ...]:
    """Return the longest phrases of one cell that name a role, from left to right."""
    words = plain_words(row)[start:end]
    lone = sum(bool(word) and not BRACKETED.fullmatch(row.words[start + place].text) for place, word in enumerate(words)) == 1
    columns: list[Column] = []
    index = 0
    while index < len(words):
        longest = min(LONGEST_PHRASE, len(words) - index) if not words[index] or may_begin_name(words[index]) else 0
        for length in range(longest, 0, -1):
            phrase = " ".join(word for word in words[index : index + length] if word)
            if NO_COLUMN.fullmatch(phrase):
                break
            role = role_of(phrase) if phrase and (lone or phrase not in SHORT_WORDS) else None
            if role and not (phrase in BEFORE_CURRENCY and any(words[index + length :])):
                columns.append(Column(role, row.words[start + index].x0, row.words[start + index + length - 1].x1, phrase))
                break
        else:
            length = 1
        index += length
    return tuple(columns)
