"""The rows that are the headings of a table."""

from collections.abc import Sequence
from dataclasses import replace

from reconciliation.reading.headings.header import EDGE, Column, Header, groups_of, plain_word, section_among, settled
from reconciliation.reading.headings.words import columns_named, columns_of, named_share, names_day, names_of_two, with_days
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import Row, row_of
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, MONEY_ROLES, UNIT, role_of
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.phrases import ACTIVITY_NONE

HALF, IN_PROSE = 0.5, 0.7  # of a row's words that name columns; of those of a row in one piece
MOST_BESIDE = 4  # rows beside a table, between its headings and its first day
SHORT_HEADERS = ("text amount", "amount text", "section amount", "text debit credit", "text credit debit")


def header_of(rows: Sequence[Printed], index: int) -> tuple[Header, int] | None:
    """Return the header that starts at this row, and how many rows it takes: up to three."""
    first = _without_box(rows[index])
    if first.figures or first.days or not (_mostly_headings(first.row) or _begins_headings(rows, index)):
        return None
    block = _block(first, rows[index + 1 : index + 3])
    lower = [*(columns_of([below]) for below in block[1:]), columns_of(block[1:])]
    if not _begins_headings(rows, index) and any(_is_above(first, below) for below in lower):
        return None
    for count in range(len(block), 0, -1):
        columns = columns_of(block[:count])
        columns = tuple(with_days(block[:count], column) for column in columns) if count > 1 else columns
        columns = _with_amounts(columns)
        below = _rows_below(rows[index + count : index + count + MOST_BESIDE], columns)
        header = _with_unnamed_amount(block[:count], columns, below)
        short = " ".join(column.role for column in columns) in SHORT_HEADERS
        if header is None and (_is_header(columns) or (short and any(row.begins_with_day for row in below[:1]))):
            header = _header(columns, first)
        if header is not None:
            return header, count
    return None


def _without_box(printed: Printed) -> Printed:
    """Return the row without what begins at a cell of words with a figure among them, as in a box beside the table."""
    figure = printed.figures[0] if printed.figures else None
    if figure is None or printed.days or not printed.among_words(figure.start, figure.end):
        return printed
    start = printed.row.text.rfind("\t", 0, figure.start)
    words = [word for word, offset in zip(printed.row.words, printed.row.offsets, strict=True) if offset < start]
    return Printed(row_of(printed.row.page, words), (), ()) if words else printed


def _begins_headings(rows: Sequence[Printed], index: int) -> bool:
    """True if most of the row's words name a column only together with the headings under them, or if it begins with days over days."""
    upper, lower = rows[index].row, rows[index + 1] if index + 1 < len(rows) else None
    if lower is None or not _is_below(upper, lower) or not _mostly_headings(lower.row):
        return False
    over, under = columns_named(upper)[:1], columns_of([lower])
    if "\t" in upper.text and over and over[0].role in DATE_ROLES and under[0].role in DATE_ROLES and over[0].overlaps(under[0]):
        return _is_header(under) and over[0].x0 == upper.left
    pairs = [(over, under) for over in upper.words for under in lower.row.words if min(over.x1, under.x1) > max(over.x0, under.x0)]
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
        if not _is_below(block[-1].row, printed) or ACTIVITY_NONE.search(printed.plain):
            break
        row, above = printed.row, columns_of(block)
        sides = [column for column in columns_named(row) if column.role in {"debit", "credit", "aside"}]
        if _is_header(above) and any(column.role == "text" and any(map(column.overlaps, sides)) for column in above):
            break  # words under the heading of the descriptions describe a row
        days = "\t" in row.text and not any(map(str.isdigit, row.text)) and names_day(row, above, over=False)
        named = [column for upper in block for column in columns_named(upper.row) if column.role in MONEY_ROLES | DATE_ROLES]
        if not (days or _ends_name(row, block) or named_share(row, tuple(named)) >= HALF):
            break
        block.append(printed)
    return block


def _ends_name(row: Row, block: Sequence[Printed]) -> bool:
    """True if the row is one word, right under a word behind the headings of money."""
    above = block[-1].row.words[-1]
    money = [column.x1 for column in columns_of(block[:1]) if column.role in MONEY_ROLES]
    return bool(money) and len(row.words) == 1 and above.x0 > max(money) and min(above.x1, row.words[0].x1) > max(above.x0, row.left)


def _mostly_headings(row: Row) -> bool:
    """True if headings make up half of a row's words, or more of one that may be prose."""
    return named_share(row) >= (HALF if "\t" in row.text else IN_PROSE)


def _is_above(upper: Printed, below: Sequence[Column]) -> bool:
    """True if a row above a whole header is no part of it, as a section's name."""
    row, above = upper.row, columns_of([upper])
    if not _is_header(below) or _is_header(above) or _names_days(row, below):
        return False
    if "\t" not in row.text and len(row.words) > 1 and abs(row.left - below[0].x0) <= EDGE:
        return True
    naming = {"debit", "credit"} if any(map(str.isdigit, row.text)) else MONEY_ROLES  # beside whole numbers it may be a summary
    return all(column.role not in naming or any(map(column.overlaps, below)) for column in above)


def _names_days(upper: Row, below: Sequence[Column]) -> bool:
    """True if a row of several cells names a column of days that the row below does not name, but as more of its name."""
    days = [column for column in columns_named(upper) if column.role in DATE_ROLES] if "\t" in upper.text else []
    under = [column for column in below if days and days[0].overlaps(column)]
    return bool(days) and all(column.role == "text" and role_of(f"{days[0].name} {column.name}") in DATE_ROLES for column in under)


def _is_header(columns: Sequence[Column]) -> bool:
    roles = {column.role for column in columns}
    return bool(roles & MONEY_ROLES) and (bool(roles & DATE_ROLES) or (len(roles) >= 3 and "text" in roles))


def _rows_below(rows: Sequence[Printed], columns: Sequence[Column]) -> list[Printed]:
    """Return the next rows, without an opening balance above them; rows right of all columns are beside the table."""
    right = max((column.x1 for column in columns), default=0.0)
    below = [printed for printed in rows if printed.row.left <= right]
    opened = bool(below) and balance_kind(below[0].folded) in {"opening", "brought"} and len(below[0].figures) == 1
    return below[opened:]


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
    by_place = len(above) != 1 or not UNIT.fullmatch(fold(above[0]))
    return replace(_header((*named, amounts), block[0]), by_place=by_place)


def _with_amounts(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Return the columns; "Withdrawal / Deposit" names amounts beside descriptions or balances, if no other column does."""
    roles = {column.role for column in columns}
    if {"amount", "debit", "credit"} & roles or not {"balance", "text"} & roles:
        return columns
    amounts = [column for column in columns if column.role == "section" and role_of(column.name) == "amount"]
    return tuple(replace(column, role="amount") if column in amounts else column for column in columns)


def _header(columns: tuple[Column, ...], first: Printed) -> Header:
    if groups_of(header := Header(columns, first)):
        return header
    section = section_among(columns)
    known = tuple(replace(column, role="text") if column is section else column for column in columns)
    return Header(settled(known), first, section=section.name if section else "")
