"""Lists of what is announced and not booked, under a heading that says so and without headings of their own."""

from collections.abc import Sequence

from reconciliation.reading.headings.header import Header
from reconciliation.reading.headings.roles import Column
from reconciliation.reading.scanning.entries import Table
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


def _announces(printed: Printed) -> bool:
    return not printed.figures and not printed.days and is_heading(printed) and ASIDE.search(printed.plain) is not None


def _listed_under(rows: Sequence[Printed], index: int) -> list[Printed]:
    """The rows of a day and one figure right under a heading, not right of it, at steady steps."""
    above, listed = rows[index], list[Printed]()
    widest = WIDEST_STEP * above.row.height
    for printed in rows[index + 1 :]:
        step = printed.row.top - above.row.bottom
        lone = printed.begins_with_day and len(printed.figures) == 1
        if not lone or printed.row.page != above.row.page or step > widest or printed.row.left < rows[index].row.left - SAME_STEP:
            break
        listed.append(printed)
        above, widest = printed, step + SAME_STEP
    return listed
