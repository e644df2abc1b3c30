"""Column headings: which words name a column, where it stands, and which figures belong to it."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from reconciliation.reading.amounts import Figure
from reconciliation.reading.dates import Day, fold
from reconciliation.reading.labels import balance_kind
from reconciliation.reading.printed import Printed
from reconciliation.reading.roles import Column, joins_two, one_role, plain_word, section_among, settled
from reconciliation.reading.rows import Row
from reconciliation.reading.stacked import day_named, names_with, with_days
from reconciliation.reading.unnamed import with_unnamed_amount
from reconciliation.reading.vocabulary import ACTIVITY_NONE, DATE_ROLES, MONEY_ROLES, role_of

LITTLE = frozenset({"", "de", "la", "del", "der", "des", "di", "do", "da", "du", "of", "the", "y", "e", "et", "und", "and"})
SHORT_WORDS = frozenset({"in", "out"})  # headings only where nothing stands beside them
LONGEST_PHRASE, MOST_WORDS = 5, 24  # words of a heading, and of a row of headings
MOST_BESIDE = 4  # rows beside a table, between its headings and its first day
NEAR = 30.0  # points between a figure and the heading it may still belong to
FURTHER = 1.5  # times the smallest gap between two words of a row
FLUSH = 2.0  # points between the left edges of a heading and of what begins with it
EDGE = 5.0  # points by which the middle of a figure may lie beside its column's others


@dataclass(frozen=True, slots=True)
class Header:
    """The headings of one table, left to right."""

    columns: tuple[Column, ...]
    row: Printed | None = None
    section: str = ""  # what the heading of the descriptions says of the rows' direction
    by_place: bool = False  # no headings: told from where the figures stand
    by_order: bool = False  # told from their order alone
    figures_at: tuple[Column, ...] = ()  # where the figures of the columns stand, if not as their headings do

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(column.role for column in self.columns)

    @property
    def money(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.role in MONEY_ROLES)

    @property
    def money_roles(self) -> tuple[str, ...]:
        return tuple(column.role for column in self.money)

    @property
    def figured(self) -> tuple[Column, ...]:
        """The columns under which figures stand: money, and what is told beside it."""
        return tuple(column for column in self.columns if column.role in MONEY_ROLES or column.role == "aside")

    @property
    def below(self) -> str:
        """The role of a day that stands on the second line of a row, under its first; empty where the headings tell of none."""
        return next((column.below for column in self.columns if column.below), "")

    @property
    def signature(self) -> tuple[tuple[str, int], ...]:
        """Tables whose headings have the same roles in the same places are one table that goes on."""
        return tuple((column.role, round(column.x0 / 12)) for column in self.money)

    def column_of(self, figure: Figure) -> Column | None:
        """The column under whose heading the figure stands."""
        if self.by_place:
            middle = (figure.x0 + figure.x1) / 2
            return next((column for column in self.figured if column.x0 - EDGE <= middle <= column.x1 + EDGE), None)
        best = min(self.figures_at or self.figured, key=lambda column: column.distance(figure), default=None)
        if best is None or self._in_words(figure, best):
            return None
        overlap = min(best.x1, figure.x1) - max(best.x0, figure.x0)
        return best if best.distance(figure) <= NEAR or overlap > 0 else None

    def _in_words(self, figure: Figure, nearest: Column) -> bool:
        """Does it begin where the descriptions do, and not stand as the nearest money does?"""
        told = any(column.role == "text" and abs(column.x0 - figure.x0) <= FLUSH for column in self.columns)
        return told and nearest.distance(figure) > FLUSH

    def first_money(self) -> float:
        return min((column.x0 for column in self.money), default=0.0)

    def date_of(self, day: Day) -> str | None:
        """The date role under whose heading the day stands."""
        dated = [column for column in self.columns if column.role in DATE_ROLES]
        best = min(dated, key=lambda column: abs(column.x0 - day.x0), default=None)
        return best.role if best is not None and abs(best.x0 - day.x0) < 60 else None


def header_of(rows: Sequence[Printed], index: int) -> tuple[Header, int] | None:
    """The header that starts at this row, and how many rows it takes; headings may stand on up to three rows."""
    first = rows[index]
    if first.figures or first.days or not (_mostly_headings(first.row) or _begins_headings(rows, index)):
        return None
    block = [first]
    for following in rows[index + 1 : index + 3]:
        if following.figures or following.days or following.row.page != first.row.page or not _close(block[-1].row, following.row):
            break
        if not _mostly_headings(following.row, under=block) or ACTIVITY_NONE.search(following.plain) or _of_first_row(block, following.row):
            break
        block.append(following)
    lower = [_merge(_columns(below.row)) for below in block[1:]] + [_merge([one for below in block[1:] for one in _columns(below.row)])]
    if any(_stands_over(first.row, below) for below in lower):
        return None
    for count in range(len(block), 0, -1):
        columns = _merge([column for printed in block[:count] for column in _columns(printed.row)])
        fewer = _merge([column for printed in block[: count - 1] for column in _columns(printed.row)])
        if len(columns) < len(fewer) and _is_header(fewer):
            continue
        columns = tuple(with_days(block[:count], column) for column in columns) if count > 1 else columns
        unnamed = with_unnamed_amount(columns, rows[index + count]) if index + count < len(rows) else None
        if unnamed is not None:
            return replace(_header(unnamed, first), by_place=True), count
        if _is_header(columns) or (_is_short_header(columns) and _day_follows(rows, index + count, columns)):
            return _header(columns, first), count
    return None


def _begins_headings(rows: Sequence[Printed], index: int) -> bool:
    """Do most of its words name a column together with the words of the headings under them?"""
    upper, lower = rows[index].row, rows[index + 1] if index + 1 < len(rows) else None
    if lower is None or lower.figures or lower.days or lower.row.page != upper.page or not _close(upper, lower.row):
        return False
    return _mostly_headings(lower.row) and 2 * names_with(upper, lower.row) > len(upper.words)


def _of_first_row(block: Sequence[Printed], row: Row) -> bool:
    """Do the words stand under the heading of the descriptions and name a side, below headings that are whole? Then they describe a row."""
    over = _merge([column for printed in block for column in _columns(printed.row)])
    told = [column for column in over if column.role == "text"]
    sides = [column for column in _columns(row) if column.role in {"debit", "credit"}]
    return _is_header(over) and any(_overlap(side, column) > 0 for side in sides for column in told)


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


def _header(columns: tuple[Column, ...], first: Printed) -> Header:
    header = Header(columns, first)
    if groups_of(header):
        return header
    section = section_among(columns)
    known = tuple(replace(column, role="text") if column is section else column for column in columns)
    return Header(settled(known), first, section=section.name if section else "")


def _stands_over(upper: Row, below: Sequence[Column]) -> bool:
    """A section's name above a header that is whole without it is no part of the header."""
    above = _merge(_columns(upper))
    if not _is_header(below) or _is_header(above) or _tells_dates(upper, below):
        return False
    if len(_cells(upper)) == 1 and len(upper.words) > 1 and abs(upper.left - below[0].x0) <= EDGE:
        return True
    if any(column.role in {"debit", "credit"} and not any(_overlap(column, other) > 0 for other in below) for column in above):
        return False
    amounts = [column for column in below if column.role == "amount"]
    return len(amounts) < 2 or not all(any(_overlap(one, other) > 0 for other in amounts) for one in above)


def _tells_dates(upper: Row, below: Sequence[Column]) -> bool:
    """Does the upper row name nothing but columns of dates, or say of two which is which?"""
    above = _columns(upper)
    named = [column for column in above if column.role in DATE_ROLES]
    money = [column for column in above if column.role in MONEY_ROLES]
    dated = [column for column in below if column.role in DATE_ROLES and not any(_overlap(column, one) > 0 for one in money)]
    alone = sum(len(column.name.split()) for column in named) == len(upper.words)
    return alone or len(named) > 1 or (len(dated) > 1 and any(day_named(upper, column) for column in dated))


def _overlap(one: Column, other: Column) -> float:
    return min(one.x1, other.x1) - max(one.x0, other.x0)


def groups_of(header: Header) -> list[tuple[float, float, Header]]:
    """Tables printed side by side under one header: the x range and the header of each, or nothing."""
    roles = list(header.roles)
    for times in (4, 3, 2):
        size, rest = divmod(len(roles), times)
        if size >= 2 and not rest and all(roles[i] == roles[i % size] for i in range(len(roles))) and MONEY_ROLES & set(roles[:size]):
            return _split(header, size)
    return []


def _split(header: Header, size: int) -> list[tuple[float, float, Header]]:
    parts = [header.columns[start : start + size] for start in range(0, len(header.columns), size)]
    lefts = [part[0].x0 for part in parts]
    before = [part[-1].x1 for part in parts]
    bounds = [0.0] + [(max(right, left - 24) + left) / 2 for right, left in zip(before, lefts[1:], strict=False)] + [1e6]
    return [(bounds[i], bounds[i + 1], Header(tuple(part), header.row)) for i, part in enumerate(parts)]


def _columns(row: Row) -> list[Column]:
    """The headings of one row: the longest phrases that name a role; a cell that names one role belongs to it as a whole."""
    found: list[Column] = []
    for start, end in _cells(row):
        named = _phrases(row, start, end)
        x0, x1 = row.words[start].x0, row.words[end - 1].x1
        role = one_role([column.role for column in named])
        if {"debit", "credit"} <= {column.role for column in named} and joins_two(cell := _plain_text(row, start, end)):
            found.append(Column("section", x0, x1, cell))
        elif role and not _apart(row, named):
            found.append(Column(role, x0, x1, named[0].name))
        else:
            found += [replace(one, x1=min(one.x1, after.x0)) for one, after in itertools.pairwise(named)] + list(named[-1:])
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


def _cells(row: Row) -> list[tuple[int, int]]:
    """The words between two wide gaps, as indexes."""
    starts = [index for index, offset in enumerate(row.offsets) if offset == 0 or row.text[offset - 1] == "\t"]
    return list(zip(starts, [*starts[1:], len(row.words)], strict=True))


def _plain_text(row: Row, start: int, end: int) -> str:
    return " ".join(plain_word(word.text) or fold(word.text) for word in row.words[start:end])


@lru_cache(maxsize=64)  # each row is asked about as a heading of its own and below the rows above it
def _phrases(row: Row, start: int, end: int) -> tuple[Column, ...]:
    columns: list[Column] = []
    words = [plain_word(word.text) for word in row.words[start:end]]
    index = 0
    while index < len(words):
        for length in range(min(LONGEST_PHRASE, len(words) - index), 0, -1):
            phrase = " ".join(word for word in words[index : index + length] if word)
            role = role_of(phrase) if phrase and (phrase not in SHORT_WORDS or sum(map(bool, words)) == 1) else None
            if role:
                columns.append(Column(role, row.words[start + index].x0, row.words[start + index + length - 1].x1, phrase))
                index += length
                break
        else:
            index += 1
    return tuple(columns)


def _merge(columns: list[Column]) -> tuple[Column, ...]:
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
    keep = one if _rank(one.role) <= _rank(other.role) else other
    return Column(keep.role, x0, x1, keep.name)


def _rank(role: str) -> int:
    order = ("balance", "debit", "credit", "amount", "value", "transaction", "date", "type", "aside", "section", "text", "other")
    return order.index(role)


def _is_header(columns: Sequence[Column]) -> bool:
    roles = {column.role for column in columns}
    return bool(roles & MONEY_ROLES) and (bool(roles & DATE_ROLES) or (len(roles) >= 3 and "text" in roles))


def _mostly_headings(row: Row, under: Sequence[Printed] = ()) -> bool:
    """Prose that happens to hold a few such words is no header; words under a heading of money or of days go on with it."""
    over = [column for above in under for column in _columns(above.row) if column.role in MONEY_ROLES | DATE_ROLES]
    words = [word for word in row.words if plain_word(word.text) not in LITTLE]
    if over:
        words = [
            word
            for word in words
            if role_of(plain_word(word.text)) or not any(column.x0 < word.x1 and word.x0 < column.x1 for column in over)
        ]
    if not words or len(words) > MOST_WORDS:
        return False
    named = sum(len(column.name.split()) for start, end in _cells(row) for column in _phrases(row, start, end))
    return named >= 0.5 * len(words)


def _close(upper: Row, lower: Row) -> bool:
    return lower.top - upper.bottom < 0.9 * max(upper.height, lower.height)
