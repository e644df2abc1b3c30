"""What a model is shown of a document: visible rows, numbered, in chunks of whole pages."""

import itertools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from reconciliation.documents.pages import Box
from reconciliation.printed.statement import PrintedLine, PrintedStatement
from reconciliation.reading.reader import Scanned
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.tokens.printed import Printed

CHUNK = 12_000  # characters of a chunk, unless one page alone has more
LARGEST_PAGE = 60_000  # characters; a page with more is not sent, and nothing of its document

Place = tuple[int, Box]
"""Where a row stands, which no two rows share: its page and its box."""


@dataclass(frozen=True, slots=True, eq=False)
class NumberedLine:
    """One printed row by its number in the document: rows of equal words on two pages are two lines."""

    number: int
    printed: Printed

    @property
    def text(self) -> str:
        return " | ".join(self.printed.row.text.split("\t"))

    @property
    def cells(self) -> str:
        """The text between wide gaps, each with where it begins and ends, in points from the left."""
        shown, start = [], 0
        for phrase in self.printed.row.text.split("\t"):
            x0, x1 = self.printed.row.span(start, start + max(1, len(phrase)))
            shown.append(f"[{x0:.0f}-{x1:.0f}] {phrase}")
            start += len(phrase) + 1
        return " | ".join(shown)

    @property
    def is_dated_figure(self) -> bool:
        """Has it a day and a figure, as most movements do?"""
        return bool(self.printed.days and self.printed.figures)


Chunk = tuple[NumberedLine, ...]


def place_of(row: Entry | PrintedLine) -> Place:
    return row.page, row.box


def places_of(statements: Iterable[PrintedStatement]) -> set[Place]:
    """Where the rows of these statements stand."""
    return {place_of(line) for statement in statements for line in statement.lines}


def lines_of(scanned: Scanned, proved: Collection[Place]) -> list[NumberedLine]:
    """The lines of every page with a figure; those of rows that are proved already are nobody's business."""
    done = {id(word) for one in scanned.seen if one.entry is not None and place_of(one.entry) in proved for word in one.entry.words}
    lines = [NumberedLine(number, printed) for number, printed in enumerate(scanned.printed)]
    left = [line for line in lines if not any(id(word) in done for word in line.printed.row.words)]
    pages = {line.printed.row.page for line in left if line.printed.figures}
    return [line for line in left if line.printed.row.page in pages]


def chunks_of(lines: Sequence[NumberedLine]) -> list[Chunk]:
    """The lines in chunks of whole pages, none left out because it looks like another."""
    chunks: list[Chunk] = []
    for _, group in itertools.groupby(lines, key=lambda line: line.printed.row.page):
        page = tuple(group)
        if chunks and characters(chunks[-1]) + characters(page) <= CHUNK:
            chunks[-1] += page
        else:
            chunks.append(page)
    return chunks


def characters(chunk: Iterable[NumberedLine]) -> int:
    return sum(len(line.text) for line in chunk)


def shown(chunk: Chunk, *, placed: bool = False) -> dict[str, Any]:
    """A chunk as it is sent: page by page, each line with its number; `placed` with the places of its cells."""
    pages = [
        {"page": page, "lines": [[line.number, line.cells if placed else line.text] for line in group]}
        for page, group in itertools.groupby(chunk, key=lambda line: line.printed.row.page)
    ]
    return {"pages": pages}
