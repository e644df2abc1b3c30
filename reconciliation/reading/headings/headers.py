"""Where a table begins: the rows that are its headings."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from reconciliation.reading.headings.header import EDGE, Header, groups_of
from reconciliation.reading.headings.roles import Column, section_among, settled
from reconciliation.reading.headings.stacked import day_named, days_go_on, names_with, with_broken_names, with_days
from reconciliation.reading.headings.unnamed import under_currency, with_unnamed_amount
from reconciliation.reading.headings.words import cells_of, columns_named, merge, phrases_named, plain_words
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import Row, row_of
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, MONEY_ROLES, role_of
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.phrases import ACTIVITY_NONE

LITTLE = frozenset({"", "de", "la", "del", "der", "des", "di", "do", "da", "du", "of", "the", "y", "e", "et", "und", "and"})
HALF, IN_PROSE = 0.5, 0.7  # of a row's words that name columns; of those of a row in one piece
MOST_WORDS = 24  # of a row of headings
MOST_BESIDE = 4  # rows beside a table, between its headings and its first day


def header_of(rows: Sequence[Printed], index: int) -> tuple[Header, int] | None:
    """The header that starts at this row, and how many rows it takes; headings may stand on up to three rows."""
    first = _without_box(rows[index])
    if first.figures or first.days or not (_mostly_headings(first.row) or _begins_headings(rows, index)):
        return None
    block = [first]
    for following in rows[index + 1 : index + 3]:
        if following.figures or following.days or following.row.page != first.row.page or not _close(block[-1].row, following.row):
            break
        more = days_go_on(_columns(block), following.row) or _ends_name(block, following.row)
        goes_on = more or _goes_on(following.row, block)
        if not goes_on or ACTIVITY_NONE.search(following.plain) or _of_first_row(block, following.row):
            break
        block.append(following)
    lower = [*(_columns([below]) for below in block[1:]), _columns(block[1:])]
    if not _begins_headings(rows, index) and any(_stands_over(first.row, below) for below in lower):
        return None
    for count in range(len(block), 0, -1):
        columns = _columns(block[:count])
        fewer = _columns(block[: count - 1])
        if len(columns) < len(fewer) and _is_header(fewer):
            continue
        columns = tuple(with_days(block[:count], column) for column in columns) if count > 1 else columns
        unnamed = with_unnamed_amount(columns, rows[index + count]) if index + count < len(rows) else None
        if unnamed is not None:
            return replace(_header(unnamed, first), by_place=not under_currency(block[:count], unnamed[-1])), count
        if _is_header(columns) or (_is_short_header(columns) and _day_follows(rows, index + count, columns)):
            return _header(columns, first), count
    return None


def _without_box(printed: Printed) -> Printed:
    """The row without what begins at a cell of words with a figure among them, as in a box beside the table."""
    figure = printed.figures[0] if printed.figures else None
    if figure is None or printed.days or not printed.among_words(figure.start, figure.end):
        return printed
    start = printed.row.text.rfind("\t", 0, figure.start)
    words = [word for word, offset in zip(printed.row.words, printed.row.offsets, strict=True) if offset < start]
    return Printed(row_of(printed.row.page, words), (), ()) if words else printed


def _columns(block: Sequence[Printed]) -> tuple[Column, ...]:
    """What these rows of headings name together."""
    return with_broken_names(block, merge([column for printed in block for column in columns_named(printed.row)]))


def _begins_headings(rows: Sequence[Printed], index: int) -> bool:
    """Do most of its words name a column together with the words of the headings under them?"""
    upper, lower = rows[index].row, rows[index + 1] if index + 1 < len(rows) else None
    if lower is None or lower.figures or lower.days or lower.row.page != upper.page or not _close(upper, lower.row):
        return False
    return _mostly_headings(lower.row) and 2 * names_with(upper, lower.row) > len(upper.words)


def _of_first_row(block: Sequence[Printed], row: Row) -> bool:
    """Do the words stand under the heading of the descriptions and name a side or fees, below headings that are whole? Then they describe a
    row."""
    over = _columns(block)
    told = [column for column in over if column.role == "text"]
    others = [column for column in columns_named(row) if column.role in {"debit", "credit", "aside"}]
    return _is_header(over) and any(_overlap(one, column) > 0 for one in others for column in told)


def _ends_name(block: Sequence[Printed], row: Row) -> bool:
    """Does nothing but a word stand there, right under one word behind the headings of money?"""
    above = block[-1].row.words[-1]
    money = [column.x1 for column in _columns(block[:1]) if column.role in MONEY_ROLES]
    return bool(money) and len(row.words) == 1 and above.x0 > max(money) and min(above.x1, row.words[0].x1) > max(above.x0, row.words[0].x0)


def _is_short_header(columns: Sequence[Column]) -> bool:
    """A text and one amount, or an amount alone: a header only where a day stands right under it."""
    roles = [column.role for column in columns]
    return roles in (
        ["text", "amount"],
        ["amount", "text"],
        ["section", "amount"],
        ["text", "debit", "credit"],
        ["text", "credit", "debit"],
    )


def _day_follows(rows: Sequence[Printed], index: int, columns: Sequence[Column]) -> bool:
    """Does the next row begin with a day, or the one below an opening balance? What stands right of all columns is beside the table."""
    right = max(column.x1 for column in columns)
    below = [printed for printed in rows[index : index + MOST_BESIDE] if printed.row.left <= right]
    opened = bool(below) and balance_kind(below[0].folded) in {"opening", "brought"} and len(below[0].figures) == 1
    return any(printed.begins_with_day for printed in below[opened : opened + 1])


def _sides_in_one(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Where no column holds movements but one holds balances, a heading like "Withdrawal / Deposit" is that of amounts."""
    if {"amount", "debit", "credit"} & {column.role for column in columns} or not any(column.role == "balance" for column in columns):
        return columns
    return tuple(replace(one, role="amount") if one.role == "section" and role_of(one.name) == "amount" else one for one in columns)


def _header(columns: tuple[Column, ...], first: Printed) -> Header:
    columns = _sides_in_one(columns)
    header = Header(columns, first)
    if groups_of(header):
        return header
    section = section_among(columns)
    known = tuple(replace(column, role="text") if column is section else column for column in columns)
    return Header(settled(known), first, section=section.name if section else "")


def _stands_over(upper: Row, below: Sequence[Column]) -> bool:
    """A section's name above a header that is whole without it is no part of the header."""
    above = merge(columns_named(upper))
    if not _is_header(below) or _is_header(above) or _tells_dates(upper, below):
        return False
    if len(cells_of(upper)) == 1 and len(upper.words) > 1 and abs(upper.left - below[0].x0) <= EDGE:
        return True
    if any(column.role in {"debit", "credit"} and not any(_overlap(column, other) > 0 for other in below) for column in above):
        return False
    amounts = [column for column in below if column.role == "amount"]
    return len(amounts) < 2 or not all(any(_overlap(one, other) > 0 for other in amounts) for one in above)


def _tells_dates(upper: Row, below: Sequence[Column]) -> bool:
    """Does the upper row name nothing but columns of dates, or say of two which is which, or name one where the lower names none?"""
    above = columns_named(upper)
    named = [column for column in above if column.role in DATE_ROLES]
    money = [column for column in above if column.role in MONEY_ROLES]
    dated = [column for column in below if column.role in DATE_ROLES and not any(_overlap(column, one) > 0 for one in money)]
    alone = sum(len(column.name.split()) for column in named) == len(upper.words)
    apart = len(cells_of(upper)) > 1 and any(_dates_alone(column, below) for column in named)
    return alone or len(named) > 1 or apart or (len(dated) > 1 and any(day_named(upper, column) for column in dated))


def _dates_alone(column: Column, below: Sequence[Column]) -> bool:
    """Does a heading of days stand over no other heading, or over a word that goes on with it?"""
    under = [one for one in below if _overlap(column, one) > 0]
    return all(one.role == "text" and role_of(f"{column.name} {one.name}") in DATE_ROLES for one in under)


def _overlap(one: Column, other: Column) -> float:
    return min(one.x1, other.x1) - max(one.x0, other.x0)


def _is_header(columns: Sequence[Column]) -> bool:
    roles = {column.role for column in columns}
    return bool(roles & MONEY_ROLES) and (bool(roles & DATE_ROLES) or (len(roles) >= 3 and "text" in roles))


@lru_cache(maxsize=64)  # each row is asked as one of its own and below the one above it
def _mostly_headings(row: Row) -> bool:
    """Prose that happens to hold a few such words is no header."""
    return _named_share(row, [word for word in plain_words(row) if word not in LITTLE]) >= (HALF if "\t" in row.text else IN_PROSE)


def _goes_on(row: Row, under: Sequence[Printed]) -> bool:
    """Words under a heading of money or of days go on with it; of the others most must be headings."""
    over = [column for above in under for column in columns_named(above.row) if column.role in MONEY_ROLES | DATE_ROLES]
    words = zip(plain_words(row), row.words, strict=True)
    counted = [
        plain
        for plain, word in words
        if plain not in LITTLE and (role_of(plain) or not any(column.x0 < word.x1 and word.x0 < column.x1 for column in over))
    ]
    return _named_share(row, counted) >= HALF


def _named_share(row: Row, words: Sequence[str]) -> float:
    """The share of these words that the headings of the row make up: 0 where there are none, or too many."""
    if not words or len(words) > MOST_WORDS:
        return 0
    named = sum(len(column.name.split()) for start, end in cells_of(row) for column in phrases_named(row, start, end))
    return named / len(words)


def _close(upper: Row, lower: Row) -> bool:
    return lower.top - upper.bottom < 0.9 * max(upper.height, lower.height)
