"""Terms beside a day or a sum, as of what is due; and a card's terms in a box, with nothing but days and sums right below their names."""

import itertools
import re
from collections.abc import Iterator, Sequence

from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import NO_COLUMN

FEWEST_NAMES, LABEL_LENGTH = 2, 160
MASK = re.compile(r"(?<![a-z])x{2,}(?![a-z])")

Days = tuple[tuple[int, int, int | None], ...]


def terms_beside(rows: Sequence[Printed], terms: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the terms that label a figure or a day: on its line, or on the line above a line of figures and days. Prose is skipped."""
    for printed, below in itertools.zip_longest(rows, rows[1:]):
        labels = printed.figures or printed.days or (below is not None and _names_nothing(below))
        if labels and len(printed.plain) < LABEL_LENGTH:
            yield from terms.finditer(printed.plain)


def _names_nothing(printed: Printed) -> bool:
    """True if the line has figures or days and no words; the letters that mask a number are none."""
    return bool(printed.figures or printed.days) and not any(map(str.isalpha, MASK.sub("", printed.folded)))


def terms_in(rows: Sequence[Printed]) -> frozenset[Printed]:
    """The rows of days and sums of such a box, also where a slip to pay with prints the same days once more without names: they are no
    movements, wherever they stand."""
    bare = [printed for printed in rows if printed.days and printed.figures and _names_nothing(printed)]
    named = {below for above, below in itertools.pairwise(rows) if _names_terms(above)}
    told = {_days_of(printed) for printed in bare if printed in named}
    return frozenset(printed for printed in bare if _days_of(printed) in told)


def _names_terms(printed: Printed) -> bool:
    """Several names and no figure, one of them of a term."""
    cells = fold(printed.row.text).split("\t") if not (printed.figures or printed.days) else []
    return len(cells) >= FEWEST_NAMES and any(NO_COLUMN.search(cell) for cell in cells)


def _days_of(printed: Printed) -> Days:
    return tuple((day.first, day.second, day.year) for day in printed.days)
