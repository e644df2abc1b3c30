"""The results of the scan of the rows, in printed order: entries, balances, totals, periods."""

import datetime as dt
from dataclasses import dataclass, field
from decimal import Decimal

from reconciliation.documents.pages import Box, Word
from reconciliation.reading.headings.header import Header
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import box_of


@dataclass(eq=False)
class Entry:
    """One printed row of a table: its day or days, its figures by the role of their column, its rows of text."""

    page: int
    days: dict[str, Day]
    figures: dict[str, Figure]
    texts: list[str]
    words: list[Word]
    carried: bool = False  # the day, or the one of two that it was booked on, is on a row above
    strays: int = 0  # figures on the row, under no money heading
    strays_in_words: int = 0  # those of them before the columns of money
    worded: tuple[Figure, ...] = ()  # figures in a cell of its words: strays only where the rows' amounts are
    table_id: int = 0
    side: str = ""  # what its column of types says
    parts: tuple[tuple[str, Decimal], ...] = ()  # of a payment of a debt: amounts by kind, which come to the whole

    @property
    def box(self) -> Box:
        return box_of(self.words)

    @property
    def description(self) -> str:
        return " ".join(" ".join(self.texts).split())

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


@dataclass(eq=False)
class Table:
    """Entries under one header and one heading."""

    heading: str
    header: Header
    entries: list[Entry] = field(default_factory=list)
    turned: bool = False  # its heading names the other side than the one before it, and may be words of its first row

    def figures(self, role: str) -> list[Figure]:
        return [entry.figures[role] for entry in self.entries if role in entry.figures]


@dataclass(frozen=True, eq=False)
class ScanItem:
    """Something the scan saw, in printed order.

    kind: entry; announced (not booked); opening, closing, brought, carried, dated (a balance named by its day); total, summary; period,
    number, page_one; overview (an account's opening or closing, by its number, in a list of all accounts); nothing (no activity);
    stray (a dated row that could not be read), loose (a figure after a total), part (named as one of a payment), outside (other figures).
    role: a total's column; which balance of an account; titled, of a number under the name of a kind of account; only, of a page 1 of 1.
    """

    kind: str
    page: int
    figure: Figure | None = None
    day: Day | None = None
    label: str = ""
    role: str = ""
    table: Table | None = None
    entry: Entry | None = None
    printed: Printed | None = None
    period: tuple[dt.date, dt.date] | None = None
    inside: bool = False  # within a table, not in a summary
    leads: bool = False  # of a total: it is above its rows

    @property
    def value(self) -> Decimal | None:
        return None if self.figure is None else self.figure.printed
