"""The days that are a row's own: those that lead it, or that stand alone over the rows of a day."""

import re
from collections.abc import Mapping

from reconciliation.reading.headings.header import FLUSH, Header
from reconciliation.reading.headings.roles import BOOKED
from reconciliation.reading.scanning.lines import behind_words
from reconciliation.reading.tokens.dates import WEEKDAYS, Day, fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, role_of

LABEL = re.compile(r"[a-z]:")
LEADING = 16  # characters before which a row's own date starts
NOT_LETTER = re.compile(r"[^A-Za-z]")
BETWEEN = 4  # characters between two days side by side
NEAR_HEADING = 24.0  # points between a day and the heading it stands under
SAME_EDGE = 6.0  # points between the left edges of a column's heading and its cells


def own_days(printed: Printed, header: Header | None) -> dict[str, Day]:
    """The days that lead a row, by their headings' roles."""
    days: dict[str, Day] = {}
    for day in printed.days:
        before = NOT_LETTER.sub("", printed.row.text[: day.start])
        glued = printed.row.text[: day.start][-1:].strip()
        role = header.date_of(day, () if days else printed.days) if header is not None else None
        if role and header and not days and _under_text(printed, header) and not _in_date_cell(printed, day, header):
            role = None
        if role is None and len(days) == 1 and _between(printed, next(iter(days.values())), day) <= BETWEEN:
            role = "second"
        if (
            not days
            and role is None
            and not glued
            and day.start <= LEADING
            and len(before) <= 4
            and (header is None or (day.x0 < header.first_money() and not _under_text(printed, header)))
        ):
            role = "date"
        if role is None or (len(before) > 8 and not days and not behind_words(header) and not _in_date_cell(printed, day, header)):
            continue
        if _within_words(printed, day, behind=days) and not _in_date_cell(printed, day, header):
            continue
        days.setdefault(role if role not in days else "second", day)
    return days


def _between(printed: Printed, one: Day, other: Day) -> int:
    """How many characters stand between two days, but for a day of the week."""
    text = printed.row.text[one.end : other.start]
    weekday = fold(text).strip(" .,\t")
    return len(text) - (len(weekday) if weekday in WEEKDAYS else 0)


def _within_words(printed: Printed, day: Day, *, behind: Mapping[str, Day]) -> bool:
    """Do a label or other words than a weekday's stand before it in its cell, behind the row's first days? Then it is one of them, as in
    "On 5 March", "To: 5 March"."""
    start = max((one.end for one in behind.values()), default=0)
    before = fold(printed.row.text[start : day.start].rsplit("\t", 1)[-1])
    return LABEL.search(before) is not None or NOT_LETTER.sub("", before) not in WEEKDAYS


def _under_text(printed: Printed, header: Header) -> bool:
    """Does the row begin under the heading of descriptions, right of the column of days? Then its days are words."""
    told = next((column for column in header.columns if column.role == "text"), None)
    dated = [column for column in header.columns if column.role in DATE_ROLES]
    return bool(dated) and told is not None and max(one.x1 for one in dated) < told.x0 <= printed.row.left + FLUSH


def _in_date_cell(printed: Printed, day: Day, header: Header | None) -> bool:
    """Does it begin right where the heading of a column of days does?"""
    dated = [column for column in header.columns if column.role in DATE_ROLES] if header else []
    return any(abs(column.x0 - day.x0) <= SAME_EDGE for column in dated)


def leads(printed: Printed, days: dict[str, Day], header: Header | None) -> bool:
    """Does a row of a table begin with these days: one day, or two under two headings, where the table's days stand?"""
    dated = [column for column in header.columns if column.role in DATE_ROLES] if header else []
    first = min(days.values(), key=lambda day: day.start)
    return (
        printed.begins_with_day
        and first == printed.days[0]
        and (not dated or min(abs(column.x0 - first.x0) for column in dated) <= NEAR_HEADING)
    )


def names_day(printed: Printed) -> bool:
    """True if there is nothing on the row but a day, perhaps of the week, as a heading over the rows of that day; cells without a letter
    beside it, as of a bar code, are nothing."""
    if len(printed.days) != 1 or printed.figures:
        return False
    if ":" in printed.row.text[: printed.days[0].start] and not BOOKED.search(printed.folded):
        return False
    own = fold(_beside(printed, printed.days[0])).strip(" .,*-")
    return own in WEEKDAYS or role_of(printed.folded) == "date"


def _beside(printed: Printed, day: Day) -> str:
    """The words beside a day, but for other cells without a letter."""
    text = printed.row.text
    first, last = text.rfind("\t", 0, day.start) + 1, text.find("\t", day.end)
    cell = text[first : day.start] + " " + text[day.end : last if last >= 0 else len(text)]
    others = [text[:first], text[last:] if last >= 0 else ""]
    return " ".join([cell, *(other for other in others if any(map(str.isalpha, other)))])


def has_no_day(printed: Printed, header: Header | None) -> bool:
    """Does a dash stand where the day would?"""
    dated = [column for column in header.columns if column.role in DATE_ROLES] if header else []
    first = printed.row.words[0]
    return bool(dated) and first.text in {"-", "\u2013", "\u2014", "--", "n/a"} and abs(first.x0 - dated[0].x0) < 30
