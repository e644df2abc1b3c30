"""Rows that count, though the page says that they do not: under a heading, in a cell of their own, or in a note."""

import itertools
import re
from collections.abc import Container, Sequence

from reconciliation.reading.accounts.drafts import first_date
from reconciliation.reading.proving.case import Case
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind, names_unbooked_alone
from reconciliation.reading.vocabulary.phrases import DISOWNS, STATE

NOTE = re.compile(r"\W?([*\u2020\u2021#]+|\d\))\s*")  # the mark that begins a note
ROW_NUMBER = re.compile(r"\brow (\d{1,3})\b")


def unbooked_counted(case: Case) -> bool:
    """True if a row counts that a heading, a cell of its own or a note calls pending, declined, cancelled or no part of the balances."""
    lines = case.section.rows
    rows = set(filter(case.sums.is_of_rows, lines))
    worded = ([cell for cell in map(fold, line.row.text.split("\t")) if any(map(str.isalpha, cell))] for line in rows)
    states = any(len(cells) > 1 and any(STATE.fullmatch(cell.strip(" .*()")) for cell in cells) for cells in worded)
    if states or any(_disowns(line, case) for line in lines if line not in rows):
        return True
    return any(_heads(line, lines[place + 1 : place + 4], rows) for place, line in enumerate(lines))


def _heads(line: Printed, after: Sequence[Printed], rows: Container[Printed]) -> bool:
    """True for a heading of what is not booked right above a row, or above the headings of its columns and an opening balance."""
    if line.figures or line.days or not names_unbooked_alone(line.plain):
        return False
    others = (other for other in after if not balance_kind(other.folded) and (other.figures or "\t" not in other.row.text))
    return any(below.figures and below in rows for below in itertools.islice(others, 1))


def _disowns(line: Printed, case: Case) -> bool:
    """True for a note that says so of a row, by a mark behind its words, its day or its number."""
    if not DISOWNS.match(line.plain):
        return False
    mark, (first, last) = NOTE.match(line.row.text), case.period
    if mark and any(word.text.endswith(mark[1]) for entry in case.best.entries for word in entry.words):
        return True
    days = {first_date(entry, case.calendar) for entry in case.best.entries}
    return bool(ROW_NUMBER.search(line.plain)) or any(case.calendar.date(day, first=first, last=last) in days for day in line.days[:1])
