"""Pages that only teach how a statement is read, bound with one."""

from collections.abc import Sequence
from itertools import groupby

from reconciliation.reading.headings.headers import header_of
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed

GUIDE = words_of(
    r"how to read|understanding (?:your|a)|guide to (?:your|reading)|sample statement|statement (?:guide|explained)|"
    r"reading your statement|specimen|so lesen sie|comment lire|como leer|come leggere|zo leest u|como ler|sa laser du|slik leser du|"
    r"sadan laeser du|jak czytac|cara membaca"
)
TITLE_ROWS, LONGEST_TITLE = 6, 60


def names_guide(rows: Sequence[Printed]) -> bool:
    """True if a title among the first rows, in one cell, says that this is a guide."""
    titles = [printed.row.text for printed in rows[:TITLE_ROWS] if len(printed.plain) <= LONGEST_TITLE]
    return any(GUIDE.search(fold(cell)) for title in titles for cell in title.split("\t"))


def without_guides(rows: Sequence[Printed]) -> list[Printed]:
    """The rows of the other pages; all of them where every page, or one with a table of its own, is a guide's."""
    pages = [list(group) for _, group in groupby(rows, key=lambda printed: printed.row.page)]
    guides = [page for page in pages if names_guide(page)]
    if len(guides) == len(pages) or any(header_of(page, index) for page in guides for index in range(len(page))):
        return [*rows]
    return [printed for page in pages if page not in guides for printed in page]
