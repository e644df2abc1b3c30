"""Names that stand below their figures, as a summary in large type has them."""

from collections.abc import Sequence

from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import labels_above, phrases_of

FEWEST = 2  # figures side by side
EDGE = 3.0  # points between the left edges, the right edges or the middles of a figure and its name
CLOSE = 1.0  # heights of the figures between them and their names


def labels_around(rows: Sequence[Printed], index: int) -> dict[int, str]:
    """The names above the figures of a row; where not each has its own there, those of a row that names each of them from right below."""
    above = labels_above(rows, index)
    return above if len(set(above.values())) == len(rows[index].figures) else _labels_below(rows, index) or above


def _labels_below(rows: Sequence[Printed], index: int) -> dict[int, str]:
    """A name for each figure of a row of nothing else, from the row right below; empty where one of them has none."""
    here, below = rows[index], rows[index + 1] if index + 1 < len(rows) else None
    bare = not here.days and not any(letter.isalpha() for letter in here.folded)
    if below is None or not bare or len(here.figures) < FEWEST or below.figures or below.days or below.row.page != here.row.page:
        return {}
    if below.row.top - here.row.bottom > CLOSE * here.row.height:
        return {}
    names = {
        id(figure): fold(phrase)
        for figure in here.figures
        for phrase, x0, x1 in phrases_of(below)
        if _in_line(here.row.span(figure.start, figure.end), (x0, x1))
    }
    return names if len(names) == len(here.figures) == len(phrases_of(below)) else {}


def _in_line(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return min(abs(one[0] - other[0]), abs(one[1] - other[1]), abs(sum(one) - sum(other)) / 2) <= EDGE
