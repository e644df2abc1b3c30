"""Rows whose day is unknown: another text is printed in the days' own column, or a heading of days above them cannot be read."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from itertools import dropwhile, pairwise

from reconciliation.documents.pages import Word
from reconciliation.reading.headings.header import Header
from reconciliation.reading.scanning.entries import Entry, ScanItem, Table
from reconciliation.reading.scanning.lines import names_day
from reconciliation.reading.tokens.dates import WEEKDAYS, Day, fold, months
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import WIDE_GAP, runs_of

SLACK = 3.0  # points
ROLES = ("date", "transaction", "value", "second")  # of which the first that is printed is a row's day
NUMBER, DIGIT = re.compile(r"\d+"), re.compile(r"\d")
WORD, LETTERS = re.compile(r"[^\W_]+"), re.compile(r"[^\W\d_]+")
NO_DAY = re.compile(r"[\W_]*|\d{1,2}[:h]\d\d(?::\d\d)?(?: ?[ap]m)?|id|do|dto|ditto|idem")  # a mark of repetition, or a time
LEVEL = 2.0  # points between the edges of two headings
LONGER = 3  # characters by which a damaged heading may differ in length
ALIKE = 0.75  # of two headings' shapes
SHORT, NEARLY = 2, 0.75  # letters of a word that may be a damaged number; how much a damaged name has of the right one

DatedRow = tuple[Entry, Printed, Day]


def forget_unreadable(items: Sequence[ScanItem]) -> None:
    """Clear the days of rows that print other text where the days of their table are, and those of rows that repeat such a day."""
    tables: dict[Table, list[tuple[Entry, Printed]]] = defaultdict(list)
    for item in items:
        if item.kind == "entry" and item.entry is not None and item.printed is not None and item.table is not None:
            tables[item.table].append((item.entry, item.printed))
            role = next(iter(item.entry.days)) if len(item.entry.days) == 1 else ""
            better = ROLES[: ROLES.index(role)] if role in ROLES else ()  # days that count before the only one
            columns = [column for column in item.table.header.columns if column.role in better]
            if any(_is_other(text) for column in columns for text in _cells(item.entry.words, column.x0 - SLACK, column.x1)):
                item.entry.days = {}
    dated = {table: _rows_with_own_day(rows, table.header) for table, rows in tables.items()}
    carried = sum(entry.carried for rows in tables.values() for entry, _ in rows)
    repeated = sum(
        entry.page == below.page and (day.first, day.second, day.year) == (again.first, again.second, again.year)
        for _, own in dated.values()
        for (entry, _, day), (below, _, again) in pairwise(own)
    )
    for table, rows in tables.items():
        _forget_in_table(rows, *dated[table], repeats=repeated >= max(1, carried))


def _rows_with_own_day(rows: Sequence[tuple[Entry, Printed]], header: Header) -> tuple[str, list[DatedRow]]:
    """Which of their days counts, and the rows that print it: beside their figures, or on a line above them in a column of days."""

    def is_own(day: Day, printed: Printed) -> bool:
        left = [column for column in header.columns if column.x0 - SLACK <= day.x0]  # a weekday may lead past the heading's end
        in_place = any(_is_other(text) for text in _cells(printed.row.words, day.x0 - SLACK, day.x1))  # under a day alone above the rows
        return day in printed.days or (bool(left) and max(left, key=lambda column: column.x0).role in ROLES and not in_place)

    dated = [(entry, row) for entry, row in rows if not entry.carried and any(is_own(day, row) for day in entry.days.values())]
    role = next((role for role in ROLES if 2 * sum(role in entry.days for entry, _ in dated) >= len(dated)), "")
    return role, [(entry, row, entry.days[role]) for entry, row in dated if role in entry.days and is_own(entry.days[role], row)]


def _forget_in_table(rows: Sequence[tuple[Entry, Printed]], role: str, own: Sequence[DatedRow], *, repeats: bool) -> None:
    """A day is torn that lacks its year where most have one, or its nought; `repeats` if no row leaves out the day of the one above."""
    printed_days = [(entry, day, NUMBER.findall(row.row.text[day.start : day.end])) for entry, row, day in own if day in row.days]
    parts = [(entry, part, (len(numbers), place)) for entry, _, numbers in printed_days for place, part in enumerate(numbers)]
    noughts = {place for _, part, place in parts if re.fullmatch(r"0\d", part)}
    yearly = len(printed_days) <= 2 * sum(day.year is not None for _, day, _ in printed_days)
    torn = {id(entry) for entry, part, place in parts if len(part) == 1 and place in noughts}
    torn |= {id(entry) for entry, day, _ in printed_days if yearly and day.year is None}
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


def _cells(words: Sequence[Word], x0: float, x1: float) -> Iterator[str]:
    """Yield the cells that begin between x0 and x1, after a weekday if there is one, and the cells whose last word is a number there."""
    for cell in runs_of(words, lambda word, behind: behind.x0 < word.x0 or behind.x0 - word.x1 > WIDE_GAP * (word.y1 - word.y0)):
        named = list(dropwhile(lambda word: fold(word.text).strip(" .,") in WEEKDAYS, cell))
        places = [cell[0].x0, *(word.x0 for word in named[:1]), *(word.x0 for word in named[-1:] if any(map(str.isdigit, word.text)))]
        if named and any(x0 <= place < x1 for place in places):
            yield " ".join(word.text for word in named)


def _is_other(text: str) -> bool:
    """True if the text is neither a time, nor a mark that repeats the day above."""
    return NO_DAY.fullmatch(fold(text).strip(" .,")) is None


def forget_lost(items: Sequence[ScanItem], rows: Sequence[Printed]) -> None:
    """Clear the day of a heading, above or below its row, if the heading right above the row is one that cannot be read."""
    headings = {id(printed.days[0]): place for place, printed in enumerate(rows) if names_day(printed)}
    under = [
        (item.entry, item.printed, headings[key]) for item in items if item.entry and (key := id(item.entry.days.get("date"))) in headings
    ]
    known = list({_shape(rows[place]): rows[place] for *_, place in under}.values())
    damaged = [place for place, printed in enumerate(rows) if any(_is_damaged(printed, heading) for heading in known)]
    places = {id(printed.row): place for place, printed in enumerate(rows)}
    lost, read = [-1, *damaged], [-1, *sorted(headings.values())]
    for entry, printed, _ in under if damaged else ():
        own = places.get(id(printed.row), 0) if printed else 0
        if lost[bisect_left(lost, own) - 1] > read[bisect_left(read, own) - 1]:
            entry.days = {}


def _is_damaged(printed: Printed, heading: Printed) -> bool:
    """True if a row is no heading of days but at the place of one and made like it: digits, words and points in the same order."""
    row, like, text = printed.row, heading.row, f" {printed.row.text} "
    level = abs(row.left - like.left) <= LEVEL or abs(row.words[-1].x1 - like.words[-1].x1) <= LEVEL  # one edge stays
    if not level or abs(len(row.text) - len(like.text)) > LONGER or names_day(printed):
        return False
    if any(text[figure.start].isspace() and text[figure.end + 1].isspace() for figure in printed.figures):  # an amount, no piece of a day
        return False
    shape, model = _shape(printed), _shape(heading)
    same = sum(map(str.__eq__, shape, model)) / max(len(shape), len(model))  # in its place, or in order
    if len(shape.split()) != len(model.split()) or max(same, SequenceMatcher(None, shape, model).ratio()) < ALIKE:
        return False
    words = [word for word in WORD.findall(fold(row.text)) if len(word) > SHORT and word.isalpha()]
    return all(get_close_matches(word, (*months(), *WEEKDAYS), n=1, cutoff=NEARLY) for word in words)


def _shape(printed: Printed) -> str:
    """Every digit as 0, every word as a: "2?-01-2023" is 0?-00-0000."""
    return LETTERS.sub("a", DIGIT.sub("0", printed.row.text))
