"""Which sides the figures of a total are, by the headings of the list that it ends: one that names no days is no table of rows."""

from collections.abc import Sequence

from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import role_of
from reconciliation.reading.vocabulary.labels_near import phrases_of

MOST_ROWS = 20  # of such a list
SAME_EDGE = 3.0  # points between the right edges of a heading and of a figure under it
SIDES = frozenset({"debit", "credit"})


def sides_above(rows: Sequence[Printed], index: int) -> dict[str, Figure]:
    """The two figures of a row by the sides that the nearest row without figures above names, right above each of them."""
    here = rows[index]
    if len(here.figures) != len(SIDES) or here.days:
        return {}
    above = next((one for one in rows[max(0, index - MOST_ROWS) : index][::-1] if not one.figures), None)
    if above is None or above.days or above.row.page != here.row.page:
        return {}
    named = {role_of(fold(phrase)): x1 for phrase, _, x1 in phrases_of(above)}
    found = {role: figure for role in SIDES & set(named) for figure in here.figures if abs(figure.x1 - named[role]) <= SAME_EDGE}
    return found if len({id(figure) for figure in found.values()}) == len(SIDES) else {}
