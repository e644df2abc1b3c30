"""Open points of the reading of one statement: its fields, the marks without an answer, and the values to confirm."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

from reconciliation.documents.pages import Box
from reconciliation.models import Decision, Statement
from reconciliation.presentation.formats import figure
from reconciliation.presentation.labels.reading import SENTENCES, sentence
from reconciliation.presentation.labels.verdicts import is_incomplete
from reconciliation.presentation.statement_page.guessed_row import GuessedRow, balances_beside, row_in
from reconciliation.printed.arithmetic import in_printed_order, sums_of_sides
from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.statement import UNNAMED_ENDS, PrintedLine, PrintedStatement
from reconciliation.signoff.rules import ENDS_UNCONFIRMED
from reconciliation.verification.chain import TYPED
from reconciliation.verification.regate import OF_MARKS, OF_SUMS
from reconciliation.verification.verdict import NOTHING_COMPARED

Place = tuple[int, Box, str]
"""A page, a box on it, and the words there."""
NOT_NAMED = frozenset({"opening_unnamed", "closing_unnamed"})


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
    """An unread row or mark without an answer. `number` is its place in the reading, `guess` the fields of a row filled from its words,
    `row` the row that was read at the same place, or None."""

    number: int
    page: int
    text: str
    crop: Crop | None
    guess: GuessedRow
    row: PrintedLine | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRow:
    """A row as decided, beside its place on the page. `number` is its index, `no_row` the decision that it is none."""

    line: PrintedLine
    crop: Crop | None
    number: int = 0
    no_row: Decision | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenReading:
    """The reading as people's answers leave it. `asks` is true while it is neither proved nor confirmed, or its ends are unconfirmed; then
    `compared` has all rows, `first` and `last` the rows at an end that no figure confirms, with the space beyond them."""

    printed: PrintedStatement
    marks: tuple[OpenMark, ...]
    compared: tuple[ComparedRow, ...]
    first: ComparedRow | None
    last: ComparedRow | None
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


def open_reading(
    statement: Statement, printed: PrintedStatement, verdict: Mapping[str, Any], decided: Iterable[Decision] = ()
) -> OpenReading:
    """Return the open points of a statement; without a document it has none."""
    reasons = verdict["reasons"]
    into, out = sums_of_sides(printed)
    unread: list[tuple[int, Place]] = [
        (number, (row["page"], tuple(row["box"]), row["text"])) for number, row in enumerate(statement.unread)
    ]
    left = {(row.page, row.box, row.text) for row in printed.unread}
    asks = is_incomplete(verdict) or ENDS_UNCONFIRMED in reasons
    asks = asks and TYPED not in printed.flags and not set(reasons) & set(NOTHING_COMPARED)
    order = in_printed_order(printed)
    lines = [printed.lines[index] for index in order]
    no_rows = {decision.line_numbers[0]: decision for decision in decided if decision.after.get("no_row")}
    compared = (
        ComparedRow(line=line, crop=crop_of(statement, printed, line.page, line.box), number=index, no_row=no_rows.get(index))
        for index, line in zip(order, lines, strict=True)
    )
    days = [line.date for line in lines if line.date]
    codes = {fact.code for fact in printed.integrity.unconfirmed} if asks and lines and ENDS_UNCONFIRMED in reasons else set()
    ends = {UNNAMED_ENDS[code] for code in codes if code in UNNAMED_ENDS}
    return OpenReading(
        printed=printed,
        marks=tuple(_mark(statement, printed, number, place) for number, place in unread if place in left),
        compared=tuple(compared) if asks else (),
        first=_end(statement, printed, lines[0], above=SPACE) if "opening" in ends else None,
        last=_end(statement, printed, lines[-1], below=SPACE) if "closing" in ends else None,
        points=tuple(_points(statement, printed, asked=NOT_NAMED & codes)),
        digest=digest_of_statement(printed),
        into=into,
        out=out,
        asks=asks,
        days_known=bool(days or printed.period_end),
    )


def _mark(statement: Statement, printed: PrintedStatement, number: int, place: Place) -> OpenMark:
    page, box, text = place
    guess = row_in(text, printed, balances_beside(printed, page, box[1]))
    row = next((line for line in printed.lines if line.page == page and _share_a_line(line.box, box)), None)
    return OpenMark(number=number, page=page, text=text, crop=crop_of(statement, printed, page, box), guess=guess, row=row)


def _share_a_line(one: Box, other: Box) -> bool:
    """True if the middle of each place is at the height of the other, and both overlap."""
    middles = (one[1] + one[3]) / 2, (other[1] + other[3]) / 2
    level = other[1] < middles[0] < other[3] and one[1] < middles[1] < one[3]
    return level and one[0] <= other[2] and other[0] <= one[2]


def _end(statement: Statement, printed: PrintedStatement, line: PrintedLine, **space: float) -> ComparedRow:
    return ComparedRow(line=line, crop=crop_of(statement, printed, line.page, line.box, **space))


ROOM, SPACE = 6.0, 60.0  # points around a place, and beyond the first and the last row


def crop_of(
    statement: Statement, printed: PrintedStatement, page: int, box: Box, *, above: float = ROOM, below: float = ROOM
) -> Crop | None:
    """Return the strip of the page at the height of a place, as wide as the rows of the page, or None if the place is not known or the page
    cannot be shown."""
    sizes = statement.statement_import.page_sizes
    if not statement.statement_import.has_document or not 1 <= page <= len(sizes):
        return None
    width, height = sizes[page - 1]
    top, bottom = max(box[1] - above, 0.0), min(box[3] + below, height)
    if box[3] <= box[1] or bottom <= top:
        return None
    boxes = [box, *(line.box for line in printed.lines if line.page == page and line.box[2] > line.box[0])]
    left, right = max(min(each[0] for each in boxes) - ROOM, 0.0), min(max(each[2] for each in boxes) + ROOM, width)
    x, y, strip_width, strip, page_width, page_height = (
        format(value, ".2f") for value in (left, top, right - left, bottom - top, width, height)
    )
    return Crop(x=x, y=y, width=strip_width, height=strip, page_width=page_width, page_height=page_height)


def _points(statement: Statement, printed: PrintedStatement, *, asked: Collection[str]) -> Iterator[OpenPoint]:
    """Yield the failed checks, except codes that are `asked` elsewhere. Those about marks are asked mark by mark; while one is open, no sum
    is named, because a row may be printed there."""
    shown, written = set(), partial(figure, currency=statement.money_currency)
    for fact in printed.integrity.unconfirmed:
        of_marks = (fact.code in OF_MARKS and fact.box) or (printed.unread and fact.code in OF_SUMS)
        if fact.code not in SENTENCES or fact.code in asked or of_marks or (sentence(fact, written), fact.page) in shown:
            continue
        shown.add((sentence(fact, written), fact.page))
        crop = crop_of(statement, printed, fact.page, fact.box) if fact.page and fact.box else None
        yield OpenPoint(says=sentence(fact, written), page=fact.page, crop=crop)
