"""Open points of the reading of one statement: its fields, the marks without an answer, and the values to confirm."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from reconciliation.documents.pages import Box, Word
from reconciliation.models import Statement
from reconciliation.presentation.labels.reading import SENTENCES, sentence
from reconciliation.presentation.labels.verdicts import is_incomplete
from reconciliation.printed.arithmetic import sums_of_sides
from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reading.tokens.amounts import decide_style
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import look_at
from reconciliation.reading.tokens.rows import Row
from reconciliation.signoff.rules import ENDS_UNCONFIRMED
from reconciliation.verification.chain import TYPED
from reconciliation.verification.regate import OF_MARKS
from reconciliation.verification.verdict import NOTHING_COMPARED

WORD = re.compile(r"\S+")
HEIGHT = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessedRow:
    """A row guessed from words. None and empty are unknown."""

    date: dt.date | None = None
    description: str = ""
    amount: Decimal | None = None
    balance: Decimal | None = None


def row_in(text: str, statement: PrintedStatement) -> GuessedRow:
    """Return the fields of a row with these words. The last of two figures is the balance if the statement prints one beside its rows; an
    amount without a sign has the sign of most rows."""
    row = _row_of(text)
    if row is None:
        return GuessedRow()
    style = decide_style([row, *filter(None, (_row_of(line.text) for line in statement.lines))], decimals=None)
    printed = look_at(row, style)
    figures = [figure for figure in printed.figures if figure.size]
    has_balances = any(line.balance is not None for line in statement.lines)
    balance = figures[-1] if has_balances and len(figures) > 1 else None
    amount = next((figure for figure in figures if figure is not balance), None)
    size = amount.size if amount else None
    usual_sign = 1 if sum(line.amount > 0 for line in statement.lines) * 2 > len(statement.lines) else -1
    return GuessedRow(
        date=_date_in(printed.days, statement),
        description=printed.text_outside(printed.figures, printed.days),
        amount=size * (amount.sign or usual_sign) if amount and size is not None else None,
        balance=balance.size * (balance.sign or 1) if balance else None,
    )


def _row_of(text: str) -> Row | None:
    """Return the words as a printed row; a wide gap, which is stored as two spaces, separates columns."""
    printed = text.replace("  ", "\t")
    words = [(match[0], match.start()) for match in WORD.finditer(printed)]
    if not words:
        return None
    return Row(
        page=1,
        words=tuple(Word(word, float(start), 0.0, float(start + len(word)), HEIGHT) for word, start in words),
        text=printed,
        offsets=tuple(start for _, start in words),
        top=0.0,
        bottom=HEIGHT,
        height=HEIGHT,
    )


def _date_in(days: tuple[Day, ...], statement: PrintedStatement) -> dt.date | None:
    """Return the first day that lies in the period, in the one order of day and month or the other."""
    first = statement.period_start or min((line.date for line in statement.lines if line.date), default=None)
    last = statement.period_end or max((line.date for line in statement.lines if line.date), default=None)
    if first is None or last is None:
        return None
    possible = (
        day.on(day_first=day_first, year=year)
        for day in days
        for day_first in (True, False)
        for year in dict.fromkeys((first.year, last.year))
    )
    return next((date for date in possible if date and first <= date <= last), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Crop:
    """The part of a page around a place, in points as written in SVG."""

    x: str
    y: str
    width: str
    height: str
    page_width: str
    page_height: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPoint:
    """A check that the reading fails, in words, and its place if it has one."""

    says: str
    page: int | None
    crop: Crop | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenMark:
    """An unread row or mark without an answer. `number` is its place in the reading, `guess` the fields of a row filled from its words."""

    number: int
    page: int
    text: str
    crop: Crop | None
    guess: GuessedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenReading:
    """The reading as people's answers leave it. `asks` is true while it is neither proved nor confirmed, or its ends are unconfirmed."""

    printed: PrintedStatement
    marks: tuple[OpenMark, ...]
    points: tuple[OpenPoint, ...]
    digest: str
    into: Decimal
    out: Decimal
    asks: bool
    days_known: bool

    @property
    def rows(self) -> int:
        return len(self.printed.lines)

    @property
    def rows_in(self) -> int:
        return sum(line.amount > 0 for line in self.printed.lines)

    @property
    def rows_out(self) -> int:
        return sum(line.amount < 0 for line in self.printed.lines)

    @property
    def adds_up(self) -> bool:
        """True if the rows lead from the opening to the closing balance, or one of these is unknown."""
        opening, closing = self.printed.opening_balance, self.printed.closing_balance
        return opening is None or closing is None or opening + self.into - self.out == closing

    @property
    def may_be_confirmed(self) -> bool:
        """True if no point is open, so that a person may compare the whole with the document."""
        return self.asks and self.days_known and not self.marks and self.adds_up


def open_reading(statement: Statement, printed: PrintedStatement, verdict: Mapping[str, Any]) -> OpenReading:
    """Return the open points of a statement; without a document it has none."""
    reasons = verdict["reasons"]
    into, out = sums_of_sides(printed)
    unread = [(number, (row["page"], tuple(row["box"]), row["text"])) for number, row in enumerate(statement.unread)]
    left = {(row.page, row.box, row.text) for row in printed.unread}
    asks = is_incomplete(verdict) or ENDS_UNCONFIRMED in reasons
    days = [line.date for line in printed.lines if line.date]
    return OpenReading(
        printed=printed,
        marks=tuple(
            OpenMark(number=number, page=page, text=text, crop=crop_of(statement, page, box), guess=row_in(text, printed))
            for number, (page, box, text) in unread
            if (page, box, text) in left
        ),
        points=tuple(_points(statement, printed)),
        digest=digest_of_statement(printed),
        into=into,
        out=out,
        asks=asks and TYPED not in printed.flags and not set(reasons) & set(NOTHING_COMPARED),
        days_known=bool(days or printed.period_end),
    )


ROOM = 6.0  # points around a place


def crop_of(statement: Statement, page: int, box: Box) -> Crop | None:
    """Return the strip of the page at the height of a place, or None if the page cannot be shown."""
    sizes = statement.statement_import.page_sizes
    if not statement.statement_import.has_document or not 1 <= page <= len(sizes):
        return None
    width, height = sizes[page - 1]
    top, bottom = max(box[1] - ROOM, 0.0), min(box[3] + ROOM, height)
    if bottom <= top:
        return None
    x, y, strip, page_width, page_height = (format(value, ".2f") for value in (0.0, top, bottom - top, width, height))
    return Crop(x=x, y=y, width=page_width, height=strip, page_width=page_width, page_height=page_height)


def _points(statement: Statement, printed: PrintedStatement) -> Iterator[OpenPoint]:
    """Yield the failed checks; those about marks are asked mark by mark."""
    shown = set()
    for fact in printed.integrity.unconfirmed:
        if fact.code not in SENTENCES or (fact.code in OF_MARKS and fact.box) or (sentence(fact), fact.page) in shown:
            continue
        shown.add((sentence(fact), fact.page))
        crop = crop_of(statement, fact.page, fact.box) if fact.page and fact.box else None
        yield OpenPoint(says=sentence(fact), page=fact.page, crop=crop)
