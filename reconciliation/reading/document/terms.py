"""A card's terms in a box: the names of its days, limits and dues, and right below them nothing but days and sums."""

import itertools
from collections.abc import Sequence

from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import NO_COLUMN

FEWEST_NAMES = 2

Days = tuple[tuple[int, int, int | None], ...]


def terms_in(rows: Sequence[Printed]) -> frozenset[Printed]:
    """The rows of days and sums of such a box, also where a slip to pay with prints the same days once more without names: they are no
    movements, wherever they stand."""
    bare = [printed for printed in rows if printed.days and printed.figures and not any(map(str.isalpha, printed.folded))]
    named = {below for above, below in itertools.pairwise(rows) if _names_terms(above)}
    told = {_days_of(printed) for printed in bare if printed in named}
    return frozenset(printed for printed in bare if _days_of(printed) in told)


def _names_terms(printed: Printed) -> bool:
    """Several names and no figure, one of them of a term."""
    cells = fold(printed.row.text).split("\t") if not (printed.figures or printed.days) else []
    return len(cells) >= FEWEST_NAMES and any(NO_COLUMN.search(cell) for cell in cells)


def _days_of(printed: Printed) -> Days:
    return tuple((day.first, day.second, day.year) for day in printed.days)
