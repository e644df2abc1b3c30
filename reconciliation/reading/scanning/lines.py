"""Which lines below a row go on with it."""

import re
from collections.abc import Callable, Sequence

from reconciliation.reading.headings.header import Header
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import Row
from reconciliation.reading.vocabulary.column_names import DATE_ROLES

INDENT = 8.0  # points
CLOSE = 1.0  # heights between two lines of one row
NEXT_LINE = 1.7  # heights between an entry and a line that still belongs to it
LARGER = 1.25  # times the letters of the line above: a heading
MOST_LINES = 5  # of a row
YEAR_BELOW = re.compile(r"(?:19|20)\d\d(?:\t|$)")  # of the day on the line above


def continues(row: Row, above: Row, header: Header | None) -> bool:
    """May it be a further line of the row above, under this header, perhaps under its day, of which it begins with the year? A heading in
    larger letters is none."""
    if header is None or row.height > LARGER * above.height or not goes_on(row, above):
        return False
    days_lead = DATE_ROLES & set(header.roles) and not behind_words(header)
    return not days_lead or indented(row, header) or YEAR_BELOW.match(row.text) is not None


def goes_on(row: Row, above: Row) -> bool:
    """Does it stand as close below as the lines of one row do?"""
    return row.page == above.page and row.top - above.bottom < NEXT_LINE * max(row.height, above.height)


def indented(row: Row, header: Header | None) -> bool:
    """Does it begin right of the column of days?"""
    dated = [column for column in header.columns if column.role in DATE_ROLES] if header else []
    return bool(dated) and row.left > dated[0].x0 + INDENT


def begins_as_text(row: Row, header: Header) -> bool:
    """Does it begin where the words of rows do?"""
    return any(column.role == "text" and abs(row.left - column.x0) <= INDENT for column in header.columns)


def stands_under(row: Row, above: Row) -> bool:
    """Is it the next line of the same block?"""
    return row.page == above.page and row.top - above.bottom < CLOSE * max(row.height, above.height)


def has_figures(printed: Printed) -> bool:
    return bool(printed.figures)


def figures_below(rows: Sequence[Printed], index: int, sought: Callable[[Printed], bool] = has_figures) -> Printed | None:
    """The first line with figures, such as are sought, among those that go on with a row, right of its day."""
    above = rows[index]
    left = above.days[0].x0 + INDENT
    for below in rows[index + 1 : index + 1 + MOST_LINES]:
        if below.begins_with_day or below.row.left <= left or not goes_on(below.row, above.row):
            return None
        if sought(below):
            return below
        above = below
    return None


def behind_words(header: Header | None) -> bool:
    """Does the table print the days behind what was booked?"""
    roles = list(header.roles) if header is not None else []
    dated = [index for index, role in enumerate(roles) if role in DATE_ROLES]
    return bool(dated) and "text" in roles[: dated[0]]
