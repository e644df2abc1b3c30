"""The columns that the words of headings name: those of one row, of rows one over the other, and names broken over two rows."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from reconciliation.reading.headings.header import BOOKED, OPERATION, Column, joins_two, one_role, plain_word
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.money_marks import CURRENCY
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import Row
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, MONEY_ROLES, NO_COLUMN, day_abbreviated, may_begin_name, role_of
from reconciliation.reading.vocabulary.phrases import direction

SHORT_WORDS = frozenset({"in", "out"})  # headings only where nothing stands beside them
BEFORE_CURRENCY = frozenset({"amount in"})  # a side only where no currency is named behind it
BRACKETED = re.compile(r"[(\[].*[)\]]")
BRACKETED_UNIT = re.compile(rf"(?<=[ \t])[(\[](?:(?:in|en|em) )?{CURRENCY}\.?[)\]]", re.IGNORECASE)
LITTLE = frozenset({"", "de", "la", "del", "der", "des", "di", "do", "da", "du", "of", "the", "y", "e", "et", "und", "and"})
MOST_WORDS = 24  # of a row of headings
LONGEST_PHRASE = 5  # words of a heading
FURTHER = 1.5  # times the smallest gap between two words of a row
RANKS = ("balance", "debit", "credit", "amount", "value", "transaction", "date", "type", "aside", "section", "text", "other")
COLUMNS_UNDER = 2  # columns that share one heading of balances
BESIDE = 8.0  # points between such a heading and a column beside it


def columns_named(row: Row) -> list[Column]:
    """Return the headings of one row: the longest phrases that name a role; a cell that names one role belongs to it as a whole."""
    columns: list[Column] = []
    for start, end in cells_of(row):
        words, named = row.words[start:end], phrases_named(row, start, end)
        roles = [column.role for column in named]
        cell = " ".join(plain_word(word.text) or fold(word.text) for word in words) if {"debit", "credit"} <= set(roles) else ""
        if joins_two(cell):
            columns.append(Column("section", words[0].x0, words[-1].x1, cell))
        elif (role := one_role(roles)) and not _apart(row, named):
            columns.append(Column(role, words[0].x0, words[-1].x1, named[0].name))
        else:
            columns += [replace(column, x1=min(column.x1, after.x0)) for column, after in itertools.pairwise(named)]
            columns += named[-1:]
    return columns


def _apart(row: Row, named: Sequence[Column]) -> bool:
    """True if descriptions, or types, and money in one cell overlap, or are further from each other than words are."""
    pairs = [(pair, {column.role for column in pair}) for pair in itertools.pairwise(named)]
    gaps = [after.x0 - before.x1 for (before, after), roles in pairs if roles & {"text", "type"} and roles & MONEY_ROLES]
    space = min((gap for before, after in itertools.pairwise(row.words) if (gap := after.x0 - before.x1) > 0), default=0.0)
    return any(gap <= 0 or gap > FURTHER * space for gap in gaps)


def cells_of(row: Row) -> list[tuple[int, int]]:
    """Return the first and the next word's index of each cell, which wide gaps part."""
    starts = [index for index, offset in enumerate(row.offsets) if offset == 0 or row.text[offset - 1] == "\t"]
    return list(zip(starts, [*starts[1:], len(row.words)], strict=True))


@lru_cache(maxsize=64)  # each row is asked about as a heading of its own and below the rows above it
def plain_words(row: Row) -> tuple[str, ...]:
    """Return the row's words as roles name them; empty for those of a unit in brackets, as in "In (SEK)" and "Amount (in ₹)"."""
    spans = [match.span() for match in BRACKETED_UNIT.finditer(row.text)]
    in_unit = [any(start <= offset < end for start, end in spans) for offset in row.offsets]
    return tuple(["" if unit else plain_word(word.text) for word, unit in zip(row.words, in_unit, strict=True)])


@lru_cache(maxsize=64)
def phrases_named(row: Row, start: int, end: int) -> tuple[Column, ...]:
    """Return the longest phrases of one cell that name a role, from left to right."""
    words, cut_short = plain_words(row)[start:end], [word.text.endswith(".") for word in row.words[start:end]]
    lone = sum(bool(word) and not BRACKETED.fullmatch(row.words[start + place].text) for place, word in enumerate(words)) == 1
    columns: list[Column] = []
    index = 0
    while index < len(words):
        begins = not words[index] or cut_short[index] or may_begin_name(words[index])
        longest = min(LONGEST_PHRASE, len(words) - index) if begins else 0
        for length in range(longest, 0, -1):
            phrase = " ".join(word for word in words[index : index + length] if word)
            if NO_COLUMN.fullmatch(phrase):
                break
            role = day_abbreviated(phrase) if cut_short[index + length - 1] else None
            role = role or (role_of(phrase) if phrase and (lone or phrase not in SHORT_WORDS) else None)
            if role and not (phrase in BEFORE_CURRENCY and any(words[index + length :])):
                columns.append(Column(role, row.words[start + index].x0, row.words[start + index + length - 1].x1, phrase))
                break
        else:
            length = 1
        index += length
    return tuple(columns)


def columns_of(block: Sequence[Printed]) -> tuple[Column, ...]:
    """Return the columns that these rows of headings name together. Names over one another are those of one column."""
    columns: list[Column] = []
    for column in sorted((column for printed in block for column in columns_named(printed.row)), key=lambda column: column.x0):
        goes_on = columns and columns[-1].overlaps(column)
        columns.append(_joined(columns.pop(), column) if goes_on else column)
    pairs = [(upper.row, lower.row) for upper, lower in itertools.pairwise(block)]
    broken = [column for pair in pairs for column in (*names_of_two(*pair), *_balances_of_two(*pair))]
    rest = [column for column in columns if not any(map(column.overlaps, broken))]
    return tuple(sorted([*rest, *broken], key=lambda column: column.x0))


def _joined(left: Column, right: Column) -> Column:
    """Return the column that both name together, or else the one of them that names money before days before words."""
    x0, x1 = min(left.x0, right.x0), max(left.x1, right.x1)
    for name in (f"{left.name} {right.name}", f"{right.name} {left.name}"):
        if (role := role_of(name)) is not None:
            return Column(role, x0, x1, name)
    if {left.role, right.role} == {"debit", "credit"}:
        return Column("amount", x0, x1, f"{left.name} {right.name}")
    return replace(min(left, right, key=lambda column: RANKS.index(column.role)), x0=x0, x1=x1)


def _cells(row: Row) -> list[Column]:
    """Return the cells of a row as columns, each with the role of its whole words, if they have one."""
    cells = [row.words[start:end] for start, end in cells_of(row)]
    names = [" ".join(filter(None, (plain_word(word.text) for word in words))) for words in cells]
    return [Column(role_of(name) or "", words[0].x0, words[-1].x1, name) for name, words in zip(names, cells, strict=True)]


def names_of_two(upper: Row, lower: Row) -> Iterator[Column]:
    """Yield the columns of money and days that only a cell and the one under it name together, as "Pago" over "requerido"."""
    for over, under in itertools.product(_cells(upper), _cells(lower)):
        name = f"{over.name} {under.name}"
        role = role_of(name) if over.overlaps(under) and under.role not in MONEY_ROLES else None
        if role in MONEY_ROLES | DATE_ROLES | {"aside"}:
            yield Column(role or "", min(over.x0, under.x0), max(over.x1, under.x1), name)


def _balances_of_two(upper: Row, lower: Row) -> Iterator[Column]:
    """Yield the two columns that share one heading of balances. The first holds the balance, the second one by value date."""
    headings, cells = _cells(upper), _cells(lower)
    for over in (heading for heading in headings if heading.role == "balance"):
        free = [cell for cell in cells if not any(cell.overlaps(other) for other in headings if other is not over)]
        under = [cell for cell in free if min(over.x1, cell.x1) + BESIDE > max(over.x0, cell.x0)]
        if len(under) == COLUMNS_UNDER and not any(cell.role for cell in under):
            for role, cell in zip(("balance", "aside"), under, strict=True):
                yield replace(cell, role=role, name=f"{over.name} {cell.name}")


def with_days(block: Sequence[Printed], column: Column) -> Column:
    """Return the column with the role, and the whole name, that the rows of headings together give to days; one of money as it is."""
    if column.role in MONEY_ROLES:
        return column
    return _two_days(block, column) or _day_named(block[0].row, column, over=True) or column


def names_day(row: Row, columns: Sequence[Column], *, over: bool) -> bool:
    """True if a word of this row, over or under the heading of a column of days, goes on with its name or tells it from others."""
    return any(column.role in DATE_ROLES and _day_named(row, column, over=over) is not None for column in columns)


def _day_named(row: Row, column: Column, *, over: bool) -> Column | None:
    """Return the column as one of days, if a row's one word over or under it makes its name that of days."""
    words = _words(row, column)
    if len(words) != 1 or words[0] in column.name.split():
        return None
    names = [f"{column.name} {words[0]}"]
    if over:  # perhaps one word broken over both rows, unless the upper is a section's name, as "af" of money out
        names = [f"{words[0]} {column.name}", "" if direction(words[0]) else words[0].removesuffix("-") + column.name]
    return next((replace(column, role=role, name=name) for name in names if (role := role_of(name)) in DATE_ROLES and role), None)


def _two_days(block: Sequence[Printed], column: Column) -> Column | None:
    """Return the column of two days, if whole names of both are over one another, and are no one name; a third line is none of them."""
    names = [" ".join(_words(printed.row, column)) for printed in block]
    names = names[:2] if len(names) > 2 and role_of(names[2]) not in DATE_ROLES else names
    roles = [role for name in names if (role := role_of(name)) in DATE_ROLES and role]
    if len(names) != 2 or len(roles) != 2 or role_of(" ".join(names)):
        return None
    if OPERATION.search(names[0]) and BOOKED.search(names[1]):
        roles = ["transaction", "date"]
    elif roles[0] == roles[1]:
        roles[1] = "transaction"
    return replace(column, role=roles[0], name=names[0], below=roles[1])


def _words(row: Row, column: Column) -> list[str]:
    return [plain_word(word.text) for word in row.words if column.overlaps(word)]


@lru_cache(maxsize=64)  # each row is asked as one of its own and below the one above it
def named_share(row: Row, above: tuple[Column, ...] = ()) -> float:
    """Return how many words the row's headings have for each of its words; 0 if there are none, or too many. A word that names no role
    and is under a column above goes on with its name, and is not counted."""
    words = [(plain, word) for plain, word in zip(plain_words(row), row.words, strict=True) if plain not in LITTLE]
    own = [plain for plain, word in words if not any(over.x0 < word.x1 and word.x0 < over.x1 for over in above) or role_of(plain)]
    if not own or len(own) > MOST_WORDS:
        return 0
    return sum(len(column.name.split()) for cell in cells_of(row) for column in phrases_named(row, *cell)) / len(own)
