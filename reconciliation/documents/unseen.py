"""Text that is invisible in the document, line by line: shown to a person, never read."""

from itertools import groupby, islice
from typing import NamedTuple

from reconciliation.documents.pages import Box, OpenedDocument, Word

MOST_LINES, LONGEST = 100, 500  # lines, characters: enough to see what it is about


class UnseenLine(NamedTuple):
    """Words on one line of a page; very long `text` is cut."""

    page: int
    box: Box
    text: str


def unseen_lines(document: OpenedDocument) -> list[UnseenLine]:
    """Return the first hidden lines, in the document's own order."""
    lines = groupby(document.hidden, key=lambda item: (item[0], round(item[1].baseline)))
    return [_line(page, [word for _, word in words]) for (page, _), words in islice(lines, MOST_LINES)]


def _line(page: int, words: list[Word]) -> UnseenLine:
    lefts, tops, rights, bottoms = zip(*(word.box for word in words), strict=True)
    return UnseenLine(page, (min(lefts), min(tops), max(rights), max(bottoms)), " ".join(word.text for word in words)[:LONGEST])
