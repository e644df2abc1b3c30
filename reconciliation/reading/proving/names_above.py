"""A section's name that is not heard still says its side: rows below it that run the other way are in doubt."""

from collections.abc import Sequence

from reconciliation.reading.document.paper import Paper
from reconciliation.reading.scanning.entries import Table
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.direction import direction

MOST_WORDS = 5  # of a name above rows: what is longer is a sentence


def against_names_above(best: Solution, section: Paper, *, owed: bool) -> bool:
    """Do most rows of a table whose heading names no side run against the side that the line right above them names, or may a heading
    that turned the side be words of a row?

    Where every balance beside the rows follows, those bear the sides out.
    """
    if best.entries and best.follows == len(best.entries):
        return False
    if any(table.turned for table in best.tables):
        return True
    for table in best.tables:
        if not table.entries or direction(table.heading, card=owed):
            continue
        side = _side_above(table, section.rows, owed=owed)
        moved = [best.amount_of[id(entry)] * side for entry in table.entries if id(entry) in best.amount_of]
        if sum(amount < 0 for amount in moved) > sum(amount > 0 for amount in moved):
            return True
    return False


def _side_above(table: Table, rows: Sequence[Printed], *, owed: bool) -> int:
    """The side that the line above the first row names; 0 where it is none of a few words alone."""
    first = table.entries[0]
    above = [printed for printed in rows if printed.row.page == first.page and printed.row.bottom <= first.box[1]]
    line = max(above, key=lambda printed: printed.row.bottom, default=None)
    if line is None or line.figures or line.days or "\t" in line.row.text or len(line.plain.split()) > MOST_WORDS:
        return 0
    return direction(line.plain, card=owed)
