"""Numbers that count the rows of a table, printed before their days: none of the rows' words."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from reconciliation.reading.tokens.dates import fold, months
from reconciliation.reading.tokens.rows import Row, row_of

FEWEST = 3  # rows that count on
SAME_EDGE = 3.0  # points between the edges of the numbers, by the left or the right
NUMBER = re.compile(r"\d{1,5}\.?")
DAY = re.compile(r"(?:\d{1,2}|\d{4})(?:[/\-]\d|\.\d\d?\.)")
NAMED_DAY = re.compile(r"(?:\d{1,2}|\d{4})[./\- ](?P<behind>[^\W\d_]{3,})|(?P<before>[^\W\d_]{3,})\.? \d{1,2}\b")


def without_counters(rows: Sequence[Row]) -> list[Row]:
    """The rows, those of a run that counts on by one without their numbers."""
    runs: dict[int, list[int]] = defaultdict(list)
    last: list[int] = []
    for index in _counted(rows):
        if last and not _counts_on(rows[last[-1]], rows[index]):
            last = []
        last.append(index)
        runs[last[0]] = last
    counted = {index for run in runs.values() if len(run) >= FEWEST for index in run}
    return [row_of(row.page, row.words[1:]) if index in counted else row for index, row in enumerate(rows)]


def _counted(rows: Sequence[Row]) -> Iterator[int]:
    """The rows that begin with a number in a cell of its own and a day behind it, which "5.10" alone may not be."""
    for index, row in enumerate(rows):
        apart = len(row.words) > 1 and row.text[row.offsets[1] - 1] == "\t"
        if apart and NUMBER.fullmatch(row.words[0].text) and _is_day(row.text, row.offsets[1]):
            yield index


def _is_day(text: str, start: int) -> bool:
    named = NAMED_DAY.match(text, start)
    return DAY.match(text, start) is not None or (named is not None and fold(named["behind"] or named["before"]) in months())


def _counts_on(before: Row, row: Row) -> bool:
    one, other = before.words[0], row.words[0]
    level = min(abs(one.x0 - other.x0), abs(one.x1 - other.x1)) <= SAME_EDGE
    return level and int(other.text.strip(".")) == int(one.text.strip(".")) + 1
