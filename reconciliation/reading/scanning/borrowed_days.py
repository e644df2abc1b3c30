"""Rows that have the day of a row above them: theirs is unknown where something else is printed in the days' own column."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from reconciliation.documents.pages import Word
from reconciliation.reading.headings.header import Header
from reconciliation.reading.scanning.entries import Entry, Seen
from reconciliation.reading.tokens.dates import WEEKDAYS, Day, fold
from reconciliation.reading.tokens.decoration import WIDE_GAP
from reconciliation.reading.tokens.printed import Printed

SLACK = 3.0  # points
ROLES = ("date", "transaction", "value", "second")  # of which the first that is printed is a row's day
NUMBER = re.compile(r"\d+")
NO_DAY = re.compile(r"[\W_]*|\d{1,2}[:h]\d\d(?::\d\d)?(?: ?[ap]m)?|id|do|dto|ditto|idem")  # a mark of repetition, or a time


def forget_unreadable(seen: Sequence[Seen]) -> None:
    """A row that prints other text where the days of its table stand has a day that could not be read, and so have those that repeat it.

    Of two days the one that counts must be readable: the other does not stand for it."""
    tables: dict[int, list[tuple[Entry, Printed]]] = defaultdict(list)
    headers = {id(one.table): one.table.header for one in seen if one.table is not None}
    for one in seen:
        if one.kind == "entry" and one.entry is not None and one.printed is not None:
            tables[one.entry.table_id].append((one.entry, one.printed))
        if one.kind == "entry" and one.entry is not None and one.table is not None and len(one.entry.days) == 1:
            _forget_beside(one.entry, one.table.header)
    owned = {table_id: _own(rows, headers[table_id]) for table_id, rows in tables.items()}
    carried = sum(entry.carried for rows in tables.values() for entry, _ in rows)
    repeats = sum(_repeats(own) for _, own in owned.values()) >= max(1, carried)
    for table_id, rows in tables.items():
        _forget(rows, *owned[table_id], repeats=repeats)


def _forget_beside(entry: Entry, header: Header) -> None:
    """Its only day is not the one that counts where something else is printed under the heading of that."""
    role = next(iter(entry.days))
    counts = [column for column in header.columns if column.role in ROLES[: ROLES.index(role)]] if role in ROLES else []
    if any(_is_other(text) for column in counts for text in _cells(entry.words, column.x0 - SLACK, column.x1)):
        entry.days = {}


def _forget(rows: Sequence[tuple[Entry, Printed]], role: str, own: Sequence[tuple[Entry, Printed, Day]], *, repeats: bool) -> None:
    """`repeats` says that the document prints the day of the row above again, so that no row leaves it out."""
    torn = _torn([one for one in own if one[2] in one[1].days])
    if not own or not (torn or any(role not in entry.days or entry.carried for entry, _ in rows)):
        return
    x0, x1 = min(day.x0 for *_, day in own) - SLACK, max(day.x1 for *_, day in own)
    unread: Day | None = None
    for entry, printed in rows:
        if not entry.days or (role in entry.days and not entry.carried and id(entry) not in torn):
            continue
        day = entry.days.get(role)
        cells = list(_cells(printed.row.words if entry.carried else entry.words, x0, x1))
        left_out = repeats and entry.carried and not cells
        if id(entry) in torn or left_out or (day is not None and day is unread) or any(map(_is_other, cells)):
            unread, entry.days = day, {}


def _own(rows: Sequence[tuple[Entry, Printed]], header: Header) -> tuple[str, list[tuple[Entry, Printed, Day]]]:
    """Which of their days counts, and the rows that print it: beside their figures, or on a line above them in a column of days."""
    columns = [column for column in header.columns if column.role in ROLES]

    def is_own(day: Day, printed: Printed) -> bool:
        return day in printed.days or any(column.x0 - SLACK <= day.x0 < column.x1 for column in columns)

    dated = [(one, printed) for one, printed in rows if not one.carried and any(is_own(day, printed) for day in one.days.values())]
    role = next((role for role in ROLES if 2 * sum(role in one.days for one, _ in dated) >= len(dated)), "")
    days = [(one, printed, one.days.get(role)) for one, printed in dated]
    return role, [(one, printed, day) for one, printed, day in days if day is not None and is_own(day, printed)]


def _torn(own: Sequence[tuple[Entry, Printed, Day]]) -> set[int]:
    """The rows, by identity, whose day lacks its year where most have one, or its nought where another has one in that place."""
    numbers = [NUMBER.findall(printed.row.text[day.start : day.end]) for _, printed, day in own]
    noughts = {(len(parts), place) for parts in numbers for place, part in enumerate(parts) if len(part) == 2 and part[0] == "0"}
    yearly = len(own) <= 2 * sum(day.year is not None for *_, day in own)
    return {
        id(entry)
        for (entry, _, day), parts in zip(own, numbers, strict=True)
        if (yearly and day.year is None) or any(len(part) == 1 and (len(parts), place) in noughts for place, part in enumerate(parts))
    }


def _repeats(own: Sequence[tuple[Entry, Printed, Day]]) -> int:
    """How many rows print the day of the row above them again. Where as many do as leave it out, none leaves it out."""
    return sum(
        one[0].page == other[0].page and (one[2].first, one[2].second, one[2].year) == (other[2].first, other[2].second, other[2].year)
        for one, other in pairwise(own)
    )


def _cells(words: Sequence[Word], x0: float, x1: float) -> Iterator[str]:
    """Yield the cells that begin between x0 and x1, after a weekday if there is one, and the cells whose last word is a number there."""
    cell, left = list[Word](), None
    for word, following in zip_longest(words, words[1:]):
        left = word.x0 if left is None else left
        if cell or fold(word.text).strip(" .,") not in WEEKDAYS:
            cell.append(word)
        if following is None or following.x0 < word.x0 or following.x0 - word.x1 > WIDE_GAP * (word.y1 - word.y0):
            numbered = [cell[-1].x0] if cell and any(map(str.isdigit, cell[-1].text)) else []
            if cell and any(x0 <= place < x1 for place in (left, cell[0].x0, *numbered)):
                yield " ".join(one.text for one in cell)
            cell, left = [], None


def _is_other(text: str) -> bool:
    """Is it neither a day of the week, nor a time, nor a mark that repeats the day above?"""
    plain = fold(text).strip(" .,")
    return plain not in WEEKDAYS and NO_DAY.fullmatch(plain) is None
