"""Lists of what is announced and not booked, under a heading that says so and without headings of their own."""

import re
from collections.abc import Sequence
from itertools import pairwise

from reconciliation.reading.headings.header import Header
from reconciliation.reading.headings.roles import Column
from reconciliation.reading.scanning.entries import Table
from reconciliation.reading.tokens.dates import months
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import is_heading
from reconciliation.reading.vocabulary.phrases import ASIDE

WIDEST_STEP = 1.7  # heights between a heading and its list
SAME_STEP = 1.0  # points by which the steps of a list may differ


def announced(rows: Sequence[Printed]) -> dict[Printed, Table]:
    """The rows of such lists, each with the table it belongs to: of no account's movements."""
    found: dict[Printed, Table] = {}
    for index, heading in enumerate(rows):
        listed = _listed_under(rows, index) if _announces(heading) else []
        if listed:
            day, figure = listed[0].days[0], listed[0].figures[0]
            columns = (Column("date", day.x0, day.x1), Column("amount", figure.x0, figure.x1))
            found |= dict.fromkeys(listed, Table(heading=heading.plain, header=Header(columns, by_place=True)))
    return found


def months_to_come(rows: Sequence[Printed]) -> frozenset[Printed]:
    """The rows right under such a heading whose every figure stands behind a month's name."""
    return frozenset(below for above, below in pairwise(rows) if _announces(above) and below.figures and _names_months(below))


def _names_months(printed: Printed) -> bool:
    labels = [re.sub(r"[^a-z]", "", printed.label(figure)) for figure in printed.figures]
    return all(label in months() for label in labels)


def _announces(printed: Printed) -> bool:
    return not printed.figures and not printed.days and is_heading(printed) and ASIDE.search(printed.plain) is not None


def _names_parts(printed: Printed) -> bool:
    """Are there several cells of words and nothing else?"""
    return "\t" in printed.row.text and not printed.figures and not printed.days


def _days_of_cells(printed: Printed) -> int:
    """How many cells are days."""
    starts = {0, *(place + 1 for place, letter in enumerate(printed.row.text) if letter == "\t")}
    return sum(day.start in starts for day in printed.days)


def _listed_under(rows: Sequence[Printed], index: int) -> list[Printed]:
    """The rows of a day and one figure, or of several such side by side, right under a heading, not right of it, at steady steps; perhaps
    below the names of parts."""
    above, listed = rows[index], list[Printed]()
    widest = WIDEST_STEP * above.row.height
    below = index + 1
    if below < len(rows) and _names_parts(rows[below]) and rows[below].row.top - above.row.bottom <= widest:
        above, below = rows[below], below + 1
    for printed in rows[below:]:
        step = printed.row.top - above.row.bottom
        lone = printed.begins_with_day and printed.figures and len(printed.figures) == max(1, _days_of_cells(printed))
        if not lone or printed.row.page != above.row.page or step > widest or printed.row.left < rows[index].row.left - SAME_STEP:
            break
        listed.append(printed)
        above, widest = printed, step + SAME_STEP
    return listed
