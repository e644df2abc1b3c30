"""The rows that are the headings of a table."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from reconciliation.reading.headings.header import (
    BOOKED,
    EDGE,
    OPERATION,
    Column,
    Header,
    groups_of,
    joins_two,
    one_role,
    plain_word,
    section_among,
    settled,
)
from reconciliation.reading.tokens.amounts import CURRENCY
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import Row, row_of
from reconciliation.reading.vocabulary import phrases as terms
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.phrases import DATE_ROLES, MONEY_ROLES, NO_COLUMN, day_abbreviated, may_begin_name, part_of, role_of

SHORT_WORDS = frozenset({"in", "out"})  # headings only if they are alone in their cell
BEFORE_CURRENCY = frozenset({"amount in"})  # names of a side only if no currency follows
BRACKETED = re.compile(r"[(\[].*[)\]]")
BRACKETED_UNIT = re.compile(rf"(?<=[ \t])[(\[](?:(?:in|en|em) )?{CURRENCY}\.?[)\]]", re.IGNORECASE)
LITTLE = frozenset({"", "de", "la", "del", "der", "des", "di", "do", "da", "du", "of", "the", "y", "e", "et", "und", "and"})
MOST_WORDS = 24  # most words of a row of headings
LONGEST_PHRASE = 5  # most words of a heading
FURTHER = 1.5  # most gap between words of a heading, in smallest gaps between two words of the row
RANKS = ("balance", "debit", "credit", "amount", "value", "transaction", "date", "type", "aside", "section", "text", "other")
COLUMNS_UNDER = 2  # columns that share one heading of balances
BESIDE = 8.0  # most points between such a heading and a column beside it

HALF, IN_PROSE = 0.5, 0.7  # least share of a row's words that name columns; of the words of a row in one piece
MOST_BESIDE = 4  # most rows beside a table, between its headings and its first day
SHORT_HEADERS = ("text amount", "amount text", "section amount", "text debit credit", "text credit debit")


def columns_named(row: Row) -> list[Column]:
    """Return the headings of one row: the longest phrases that name a role; a cell that names one role belongs to it as a whole."""
    columns: list[Column] = []
    for start, end in cells_of(row):
        words, named = row.words[start:end], phrases_named(row, start, end)
        roles = [column.role for column in named]
        cell = " ".join(plain_word(word.text) or fold(word.text) for word in words) if {"debit", "credit"} <= set(roles) else ""
        if joins_two(cell):
            columns.append(Column("section", words[0].x0, words[-1].x1, cell))
            continue
        role = one_role(roles) if len({part_of(column.name) for column in named} - {None}) < 2 else ""  # parts of a payment are several
        # Descriptions, or types, and money in one cell are apart if they overlap, or are further from each other than words are.
        pairs = [(pair, {column.role for column in pair}) for pair in itertools.pairwise(named)] if role else []
        gaps = [after.x0 - before.x1 for (before, after), both in pairs if both & {"text", "type"} and both & MONEY_ROLES]
        spaces = [gap for before, after in itertools.pairwise(row.words) if (gap := after.x0 - before.x1) > 0] if gaps else []
        if role and not any(gap <= 0 or gap > FURTHER * min(spaces, default=0.0) for gap in gaps):
            columns.append(Column(role, words[0].x0, words[-1].x1, named[0].name))
        else:
            columns += [replace(column, x1=min(column.x1, after.x0)) for column, after in itertools.pairwise(named)]
            columns += named[-1:]
    return columns


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
    """Return the longest phrases of one cell that name a role, from left to right; a footnote, as "*Indicates posting date", names none."""
    if end - start > 2 and row.words[start].text.startswith("*"):
        return ()
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
        if not columns or not columns[-1].overlaps(column):
            columns.append(column)
            continue
        # It is the column that both name together, or else the one of them that names money before days before words.
        left = columns.pop()
        names = (f"{left.name} {column.name}", f"{column.name} {left.name}")
        role, name = next(((role, name) for name in names if (role := role_of(name)) is not None), (None, names[0]))
        if role is None and {left.role, column.role} != {"debit", "credit"}:
            first = min(left, column, key=lambda named: RANKS.index(named.role))
            role, name = first.role, first.name
        columns.append(Column(role or "amount", min(left.x0, column.x0), max(left.x1, column.x1), name))
    pairs = [(upper.row, lower.row) for upper, lower in itertools.pairwise(block)]
    broken = [column for pair in pairs for column in (*names_of_two(*pair), *_balances_of_two(*pair))]
    rest = [column for column in columns if not any(map(column.overlaps, broken))]
    return tuple(sorted([*rest, *broken], key=lambda column: column.x0))


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
    """Return the column with the role, and the whole name, that the rows of headings together give to days; one of money as it is. It is of
    two days if whole names of both are over one another, and are no one name, and do not mean the same, as one in two languages; a third
    line is none of them."""
    if column.role in MONEY_ROLES:
        return column
    names = [" ".join(_words(printed.row, column)) for printed in block]
    names = names[:2] if len(names) > 2 and role_of(names[2]) not in DATE_ROLES else names
    roles = [role for name in names if (role := role_of(name)) in DATE_ROLES and role]
    if len(names) == 2 and len(roles) == 2 and not role_of(" ".join(names)):
        if OPERATION.search(names[0]) and BOOKED.search(names[1]):
            roles = ["transaction", "date"]
        if roles[0] != roles[1]:
            return replace(column, role=roles[0], name=names[0], below=roles[1])
    return _day_named(block[0].row, column, over=True) or column


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
        names = [f"{words[0]} {column.name}", "" if terms.direction(words[0]) else words[0].removesuffix("-") + column.name]
    return next((replace(column, role=role, name=name) for name in names if (role := role_of(name)) in DATE_ROLES and role), None)


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


def header_of(rows: Sequence[Printed], index: int) -> tuple[Header, int] | None:
    """Return the header that starts at this row, and how many rows it takes: up to three."""
    first, *following = map(_without_box, rows[index : index + 3])
    if first.figures or first.days or not (_mostly_headings(first.row) or _begins_headings([first, *following])):
        return None
    block = _block(first, following)
    lower = [*(columns_of([below]) for below in block[1:]), columns_of(block[1:])]
    if not _begins_headings([first, *following]) and any(_is_above(first, below) for below in lower):
        return None
    for count in range(len(block), 0, -1):
        columns = columns_of(block[:count])
        columns = tuple(with_days(block[:count], column) for column in columns) if count > 1 else columns
        roles = {column.role for column in columns}
        if not {"amount", "debit", "credit"} & roles and {"balance", "text"} & roles:  # "Withdrawal / Deposit" names amounts beside these
            sections = [column for column in columns if column.role == "section" and role_of(column.name) == "amount"]
            columns = tuple(replace(column, role="amount") if column in sections else column for column in columns)
        right = max((column.x1 for column in columns), default=0.0)  # rows right of all columns are beside the table
        below = [printed for printed in rows[index + count : index + count + MOST_BESIDE] if printed.row.left <= right]
        if below and balance_kind(below[0].folded) in {"opening", "brought"} and len(below[0].figures) == 1:
            below = below[1:]
        header = _with_unnamed_amount(block[:count], columns, below)
        short = " ".join(column.role for column in columns) in SHORT_HEADERS
        if header is None and (_is_header(columns) or (short and any(row.begins_with_day for row in below[:1]))):
            header = _header(columns, first)
        if header is not None:
            return header, count
    return None


def _without_box(printed: Printed) -> Printed:
    """Return the row without what begins at a cell of words with a figure among them, or behind headings with one figure behind them, as in
    a box beside the table."""
    figure = printed.figures[0] if printed.figures else None
    if figure is None or printed.days:
        return printed
    among = printed.among_words(figure.start, figure.end)
    start = printed.row.text.rfind("\t", 0, figure.start)
    start = start if among else printed.row.text.rfind("\t", 0, max(0, start))
    words = [word for word, offset in zip(printed.row.words, printed.row.offsets, strict=True) if offset < start]
    rest = Printed(row_of(printed.row.page, words), (), ()) if words else printed
    return rest if among or (len(printed.figures) == 1 and _mostly_headings(rest.row)) else printed


def _begins_headings(block: Sequence[Printed]) -> bool:
    """True if most of the first row's words name a column only with the headings under them, or if it begins with days over days."""
    upper, lower = block[0].row, block[1] if len(block) > 1 else None
    if lower is None or not _is_below(upper, lower) or not _mostly_headings(lower.row):
        return False
    over, under = columns_named(upper)[:1], columns_of([lower])
    if "\t" in upper.text and over and over[0].role in DATE_ROLES and under[0].role in DATE_ROLES and over[0].overlaps(under[0]):
        return _is_header(under) and over[0].x0 == upper.left
    named = [word for word in upper.words if plain_word(word.text)]
    pairs = [(over, under) for over in named for under in lower.row.words if min(over.x1, under.x1) > max(over.x0, under.x0)]
    joint = {over for over, under in pairs if role_of(f"{plain_word(over.text)} {plain_word(under.text)}")}
    joint |= {word for column in names_of_two(upper, lower.row) for word in upper.words if column.overlaps(word)}
    return 2 * len(joint) > len(upper.words)


def _is_below(upper: Row, lower: Printed) -> bool:
    """True if a row without figures and days is right below another one."""
    near = lower.row.page == upper.page and 0.9 * max(upper.height, lower.row.height) > lower.row.top - upper.bottom
    return near and lower.row.top > upper.top and not lower.figures and not lower.days


def _block(first: Printed, following: Sequence[Printed]) -> list[Printed]:
    """Return the first row of headings with those of the following rows that go on with it."""
    block = [first]
    for printed in following:
        if not _is_below(block[-1].row, printed) or terms.ACTIVITY_NONE.search(printed.plain):
            break
        row, above = printed.row, columns_of(block)
        sides = [column for column in columns_named(row) if column.role in {"debit", "credit", "aside"}]
        if _is_header(above) and any(column.role == "text" and any(map(column.overlaps, sides)) for column in above):
            break  # words under the heading of the descriptions describe a row
        days = "\t" in row.text and not any(map(str.isdigit, row.text)) and names_day(row, above, over=False)
        named = [column for upper in block for column in columns_named(upper.row) if column.role in MONEY_ROLES | DATE_ROLES]
        over, money = block[-1].row.words[-1], [column.x1 for column in columns_of(block[:1]) if column.role in MONEY_ROLES]
        behind_money = money and over.x0 > max(money) and min(over.x1, row.words[0].x1) > max(over.x0, row.left)
        if not (days or (behind_money and len(row.words) == 1) or named_share(row, tuple(named)) >= HALF):
            break
        block.append(printed)
    return block


def _mostly_headings(row: Row) -> bool:
    """True if headings make up half of a row's words, or more of one that may be prose."""
    return named_share(row) >= (HALF if "\t" in row.text else IN_PROSE)


def _is_above(upper: Printed, below: Sequence[Column]) -> bool:
    """True if a row above a whole header is no part of it, as a section's name."""
    row, above = upper.row, columns_of([upper])
    if not _is_header(below) or _is_header(above):
        return False
    days = [column for column in columns_named(row) if column.role in DATE_ROLES] if "\t" in row.text else []
    under = [column for column in below if days and days[0].overlaps(column)]
    if days and all(column.role in {"text", "date"} and role_of(f"{days[0].name} {column.name}") in DATE_ROLES for column in under):
        return False  # it names a column of days that the row below does not name, but as more of its name
    if "\t" not in row.text and len(row.words) > 1 and abs(row.left - below[0].x0) <= EDGE:
        return True
    naming = {"debit", "credit"} if any(map(str.isdigit, row.text)) else MONEY_ROLES  # beside whole numbers it may be a summary
    return all(column.role not in naming or any(map(column.overlaps, below)) for column in above)


def _is_header(columns: Sequence[Column]) -> bool:
    roles = {column.role for column in columns}
    return bool(roles & MONEY_ROLES) and (bool(roles & DATE_ROLES) or (len(roles) >= 3 and "text" in roles))


def _with_unnamed_amount(block: Sequence[Printed], columns: Sequence[Column], below: Sequence[Printed]) -> Header | None:
    """Return the header with amounts behind its columns, if they name days and no money and the first row has one figure there, under or
    over which the other rows with days have theirs."""
    dates = [column for column in columns if column.role in DATE_ROLES]
    money = [column for column in columns if column.role in MONEY_ROLES]
    if not below or not below[0].begins_with_day or not dates or len(columns) < 2:
        return None
    behind, *others = ([figure for figure in row.figures if figure.x0 > columns[-1].x1] for row in below if row.begins_with_day)
    apart = any(not (figure.x0 < behind[0].x1 and behind[0].x0 < figure.x1) for row in others for figure in row) if behind else True
    if len(behind) != 1 or apart or any(column.x1 > dates[0].x0 or column.role not in {"debit", "credit"} for column in money):
        return None
    amounts = Column("amount", behind[0].x0, behind[0].x1)
    named = [replace(column, role="section") if column in money else column for column in columns]  # a direction before the day
    above = [word.text for printed in block for word in printed.row.words if amounts.overlaps(word)]
    by_place = len(above) != 1 or not terms.UNIT.fullmatch(fold(above[0]))
    return replace(_header((*named, amounts), block[0]), by_place=by_place)


def _header(columns: tuple[Column, ...], first: Printed) -> Header:
    if groups_of(header := Header(columns, first)):
        return header
    section = section_among(columns)
    known = tuple(replace(column, role="text") if column is section else column for column in columns)
    return Header(settled(known), first, section=section.name if section else "")
