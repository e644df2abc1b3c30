"""The exchange with a model that points at rows: the lines that it is shown, in chunks of whole pages, and the places on them that it may
answer. Its own figures are never used."""

import itertools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

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


Direction = Literal["in", "out", "unknown"]
MOST_COLUMNS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRow:
    """One movement of the account."""

    line: Annotated[int, "the number of the line that prints its amount"]
    date: Annotated[str, "its booking day, exactly as printed"]
    amount: Annotated[str, "its amount, exactly as printed"]
    direction: Annotated[Direction, "in: more for the holder, or less owed; out: less for the holder, or more owed"]
    balance: Annotated[str | None, "the balance printed on the same line, exactly as printed"] = None
    date_line: Annotated[int | None, "the number of the line that prints the day, where it is another line"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldBalance:
    """A balance of the account that is printed outside its rows."""

    kind: Literal["opening", "closing"]
    line: Annotated[int, "the number of the line that prints it"]
    figure: Annotated[str, "the balance, exactly as printed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRows:
    """Every movement that these lines print, in printed order, and the opening and closing balances."""

    rows: tuple[ToldRow, ...]
    balances: tuple[ToldBalance, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldColumn:
    """One column of the table of movements: its content, and its left and right edge."""

    role: Literal["date", "debit", "credit", "amount", "balance"]
    x0: int
    x1: int

    def __post_init__(self) -> None:
        if self.x1 <= self.x0:
            raise ValueError("x1 must be right of x0")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldMap:
    """The columns of the table of movements, and the opening and closing balances."""

    columns: tuple[ToldColumn, ...]
    unsigned: Annotated[Direction, "which way an amount without a sign goes, where one column holds both ways"] = "unknown"
    balances: tuple[ToldBalance, ...] = ()

    def __post_init__(self) -> None:
        roles = [column.role for column in self.columns]
        if "date" not in roles or not {"debit", "credit", "amount"} & set(roles):
            raise ValueError("the columns need a date, and an amount, a debit or a credit")
        if len(roles) > MOST_COLUMNS:
            raise ValueError(f"there are at most {MOST_COLUMNS} columns")
