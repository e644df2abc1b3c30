"""Rows that have the day of a row above them: theirs is unknown where something else is printed in the days' own column."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from reconciliation.reading.dates import WEEKDAYS, Day, fold
from reconciliation.reading.entries import Entry, Seen
from reconciliation.reading.printed import Printed

SLACK = 3.0  # points
NO_DAY = re.compile(r"[\W_]*|\d{1,2}[:h]\d\d(?::\d\d)?(?: ?[ap]m)?|id|do|dto|ditto|idem")  # a mark of repetition, or a time


def forget_unreadable(seen: Iterable[Seen]) -> None:
    """A row that prints other text where the days of its table stand has a day that could not be read, and so have those that repeat it."""
    tables: dict[int, list[tuple[Entry, Printed]]] = defaultdict(list)
    for one in seen:
        if one.kind == "entry" and one.entry is not None and one.printed is not None:
            tables[one.entry.table_id].append((one.entry, one.printed))
    for rows in tables.values():
        if any(entry.carried for entry, _ in rows):
            _forget(rows)


def _forget(rows: Sequence[tuple[Entry, Printed]]) -> None:
    days = [day for entry, printed in rows if (day := _day(entry)) in printed.days and day is not None and not entry.carried]
    if not days:
        return
    x0, x1 = min(day.x0 for day in days) - SLACK, max(day.x1 for day in days)
    unread: Day | None = None
    for entry, printed in rows:
        day = _day(entry)
        if entry.carried and day is not None and (day is unread or any(_is_other(text) for text in _cells(printed, x0, x1))):
            unread, entry.days = day, {}


def _day(entry: Entry) -> Day | None:
    return entry.days.get("date") or next(iter(entry.days.values()), None)


def _cells(printed: Printed, x0: float, x1: float) -> Iterator[str]:
    """What begins in that stretch of the row, each up to the next wide gap."""
    row = printed.row
    for word, offset in zip(row.words, row.offsets, strict=True):
        if x0 <= word.x0 < x1 and (offset == 0 or row.text[offset - 1] == "\t"):
            yield row.text[offset:].split("\t", 1)[0]


def _is_other(text: str) -> bool:
    """Is it neither a day of the week, nor a time, nor a mark that repeats the day above?"""
    plain = fold(text).strip(" .,")
    return plain not in WEEKDAYS and NO_DAY.fullmatch(plain) is None
