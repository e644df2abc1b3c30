"""The lines of a document shown to a model: visible rows, numbered, in chunks of whole pages."""

import itertools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.strict_json import write
from reconciliation.documents.pages import Box
from reconciliation.printed.statement import PrintedLine, PrintedStatement
from reconciliation.reading.scanning.entries import Entry, ScanItem
from reconciliation.reading.tokens.printed import Printed

CHUNK = 12_000  # characters of a chunk, unless one page alone has more
LARGEST_PAGE = 60_000  # characters; a page with more is not sent, and nothing of its document

Place = tuple[int, Box]
"""The page and box of a row, which no two rows share."""


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
        """The text between wide gaps, each with its left and right edge in points."""
        shown, start = [], 0
        for phrase in self.printed.row.text.split("\t"):
            x0, x1 = self.printed.row.span(start, start + max(1, len(phrase)))
            shown.append(f"[{x0:.0f}-{x1:.0f}] {phrase}")
            start += len(phrase) + 1
        return " | ".join(shown)

    @property
    def is_dated_figure(self) -> bool:
        """True if the line has a day and a figure, as most movements do."""
        return bool(self.printed.days and self.printed.figures)


Chunk = tuple[NumberedLine, ...]


def place_of(row: Entry | PrintedLine) -> Place:
    return row.page, row.box


def places_of(statements: Iterable[PrintedStatement]) -> set[Place]:
    """Return the places of these statements' rows."""
    return {place_of(line) for statement in statements for line in statement.lines}


def lines_of(rows: Sequence[Printed], items: Iterable[ScanItem], proved: Collection[Place]) -> list[NumberedLine]:
    """Return the lines of every page with a figure, without rows that are proved already."""
    done = {id(word) for item in items if item.entry is not None and place_of(item.entry) in proved for word in item.entry.words}
    lines = [NumberedLine(number, printed) for number, printed in enumerate(rows)]
    left = [line for line in lines if not any(id(word) in done for word in line.printed.row.words)]
    pages = {line.printed.row.page for line in left if line.printed.figures}
    return [line for line in left if line.printed.row.page in pages]


def chunks_of(lines: Sequence[NumberedLine]) -> list[Chunk]:
    """Return the lines in chunks of whole pages, including repeated lines."""
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
    """Return a chunk as it is sent: page by page, each line with its number; `placed` adds the positions of its cells."""
    pages = [
        {"page": page, "lines": [[line.number, line.cells if placed else line.text] for line in group]}
        for page, group in itertools.groupby(chunk, key=lambda line: line.printed.row.page)
    ]
    return {"pages": pages}


CHARACTERS_A_TOKEN = 3  # of text that is mostly figures
OUTPUT_WEIGHT = 4  # what vendors ask for a token of output, in tokens of input
ROW_TOKENS, MAP_TOKENS = 45, 200  # of an answer


def cost_of_rows(chunks: Sequence[Chunk], instructions: str) -> int:
    """Return the cost of sending every chunk and getting an answer for every row."""
    rows = sum(line.is_dated_figure for chunk in chunks for line in chunk)
    sent = sum(len(write(shown(chunk))) + len(instructions) for chunk in chunks)
    return sent // CHARACTERS_A_TOKEN + OUTPUT_WEIGHT * ROW_TOKENS * rows


def cost_of_map(chunk: Chunk, instructions: str) -> int:
    """Return the cost of sending one chunk and getting one short answer."""
    return (len(write(shown(chunk, placed=True))) + len(instructions)) // CHARACTERS_A_TOKEN + OUTPUT_WEIGHT * MAP_TOKENS
