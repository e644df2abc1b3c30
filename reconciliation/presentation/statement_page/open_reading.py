"""Open points of the reading of one statement: its fields, the marks without an answer, and the values to confirm.

The fields of a row are filled from the words of an unread row or mark. A person compares them with the page before they are recorded.
"""

import datetime as dt
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

from reconciliation.documents.pages import Box, Word
from reconciliation.models import Decision, Statement, StatementLine
from reconciliation.presentation.formats import figure
from reconciliation.presentation.labels.reading import SENTENCES, sentence
from reconciliation.presentation.labels.verdicts import is_incomplete
from reconciliation.presentation.statement_page.rows import ListPart, RowSides, load
from reconciliation.printed.arithmetic import gaps_in_time, in_printed_order
from reconciliation.printed.statement import UNNAMED_ENDS, PrintedLine, PrintedStatement
from reconciliation.reading.tokens.amounts import decide_style
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import look_at
from reconciliation.reading.tokens.rows import Row
from reconciliation.signoff.rules import ENDS_UNCONFIRMED
from reconciliation.verification.chain import TYPED
from reconciliation.verification.regate import OF_MARKS, OF_SUMS
from reconciliation.verification.verdict import NOTHING_COMPARED

WORD = re.compile(r"\S+")
HEIGHT = 10.0
Place = tuple[int, Box, str]
"""A page, a box on it, and the words there."""
NOT_NAMED = frozenset({"opening_unnamed", "closing_unnamed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessedRow:
    """A row guessed from words. None and empty are unknown."""

    date: dt.date | None = None
    description: str = ""
    amount: Decimal | None = None
    balance: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """The balances before and after a place, in the order of time, as the rows beside it leave them. None is not known."""

    before: Decimal | None = None
    after: Decimal | None = None


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

    line: StatementLine
    crop: Crop | None
    number: int = 0
    no_row: Decision | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenReading:
    """The reading as people's answers leave it; `printed` is without its rows. `asks` is true while it is neither proved nor confirmed, or
    its ends are unconfirmed; then `compared` has the rows of the `part` that is shown, `first` and `last` the rows at an end that no figure
    confirms, with the space beyond them."""

    printed: PrintedStatement
    marks: tuple[OpenMark, ...]
    part: ListPart
    compared: tuple[ComparedRow, ...]
    first: ComparedRow | None
    last: ComparedRow | None
    points: tuple[OpenPoint, ...]
    digest: str
    rows_in: int
    rows_out: int
    into: Decimal
    out: Decimal
    asks: bool
    days_known: bool

    @property
    def rows(self) -> int:
        return self.part.count

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
    statement: Statement,
    sides: RowSides,
    verdict: Mapping[str, Any],
    whole: Callable[[], PrintedStatement],
    first: str = "",
    decided: Iterable[Decision] = (),
) -> OpenReading:
    """Return the open points of a statement; without a document it has none. `whole` returns the statement with every row, which only marks
    need; `first` is the number of the compared row from which they are shown."""
    compared, reasons = sides.compared, verdict["reasons"]
    head = compared.head
    left = {(row.page, row.box, row.text) for row in head.unread}
    unread: list[tuple[int, Place]] = [
        (number, (row["page"], tuple(row["box"]), row["text"])) for number, row in enumerate(statement.unread)
    ]
    asks = is_incomplete(verdict) or ENDS_UNCONFIRMED in reasons
    no_rows = {decision.line_numbers[0]: decision for decision in decided if decision.after.get("no_row")}
    asks = asks and TYPED not in head.flags and not set(reasons) & set(NOTHING_COMPARED)
    codes = {fact.code for fact in head.integrity.unconfirmed} if asks and compared.ends and ENDS_UNCONFIRMED in reasons else set()
    ends = {UNNAMED_ENDS[code] for code in codes if code in UNNAMED_ENDS}
    part = ListPart("compared", "", compared.count).from_number(first)
    rows = compared.in_printed_order()[part.places] if asks else ()
    load([(sides, [*rows, *(compared.ends or ())], ())] if asks else [])
    crop = Crops(sides, [*(sides.lines[number].page for number in rows), *(page for _number, (page, _box, _text) in unread)])

    def end(place: int, **space: float) -> ComparedRow | None:
        if compared.ends is None:
            return None
        line = sides.lines[compared.ends[place]]
        return ComparedRow(line=line, crop=crop.of(line.page, line.box, **space))

    return OpenReading(
        printed=head,
        marks=tuple(crop.mark(whole(), number, place) for number, place in unread if place in left),
        part=part,
        compared=tuple(
            ComparedRow(line=line, crop=crop.of(line.page, line.box), number=line.number, no_row=no_rows.get(line.number))
            for line in map(sides.lines.__getitem__, rows)
        ),
        first=end(0, above=SPACE) if "opening" in ends else None,
        last=end(1, below=SPACE) if "closing" in ends else None,
        points=tuple(crop.points(head, asked=NOT_NAMED & codes)),
        digest=compared.digest,
        rows_in=compared.rows_in,
        rows_out=compared.rows_out,
        into=compared.into,
        out=compared.out,
        asks=asks,
        days_known=bool(compared.has_days or head.period_end),
    )


def _share_a_line(box: Box, other: Box) -> bool:
    """True if the middle of each place is at the height of the other, and both overlap."""
    middles = (box[1] + box[3]) / 2, (other[1] + other[3]) / 2
    level = other[1] < middles[0] < other[3] and box[1] < middles[1] < box[3]
    return level and box[0] <= other[2] and other[0] <= box[2]


ROOM, SPACE = 6.0, 60.0  # points around a place, and beyond the first and the last row


class Crops:
    """Strips of the pages of a document. The places of the rows on these `pages` are loaded at the first of them, those of another page
    when it is asked for."""

    def __init__(self, sides: RowSides, pages: Iterable[int]) -> None:
        self.sides = sides
        self.pages = frozenset(pages)
        self.boxes: dict[int, list[Box]] = {}

    def of(self, page: int, box: Sequence[float], *, above: float = ROOM, below: float = ROOM) -> Crop | None:
        """Return the strip of the page at the height of a place, as wide as the rows of the page, or None if the place is not known or the
        page cannot be shown."""
        statement_import = self.sides.statement.statement_import
        sizes = statement_import.page_sizes
        if not statement_import.has_document or not 1 <= page <= len(sizes):
            return None
        width, height = sizes[page - 1]
        top, bottom = max(box[1] - above, 0.0), min(box[3] + below, height)
        if box[3] <= box[1] or bottom <= top:
            return None
        if page not in self.boxes:
            wanted = {page, *self.pages} - self.boxes.keys()
            self.boxes |= {number: [] for number in wanted}
            for number, row_box in self.sides.statement.lines.filter(page__in=wanted).values_list("page", "box"):
                if row_box[2] > row_box[0]:
                    self.boxes[number].append(tuple(row_box))
        boxes = [box, *self.boxes[page]]
        left, right = max(min(left for left, *_ in boxes) - ROOM, 0.0), min(max(right for _, _, right, _ in boxes) + ROOM, width)
        x, y, strip_width, strip, page_width, page_height = (
            format(value, ".2f") for value in (left, top, right - left, bottom - top, width, height)
        )
        return Crop(x=x, y=y, width=strip_width, height=strip, page_width=page_width, page_height=page_height)

    def mark(self, printed: PrintedStatement, number: int, place: Place) -> OpenMark:
        page, box, text = place
        guess = row_in(text, printed, balances_beside(printed, page, box[1]))
        row = next((line for line in printed.lines if line.page == page and _share_a_line(line.box, box)), None)
        return OpenMark(number=number, page=page, text=text, crop=self.of(page, box), guess=guess, row=row)

    def points(self, printed: PrintedStatement, *, asked: Collection[str]) -> Iterator[OpenPoint]:
        """Yield the failed checks, except codes that are `asked` elsewhere. Those about marks are asked mark by mark; while one is open, no
        sum is named, because a row may be printed there."""
        shown, written = set(), partial(figure, currency=self.sides.statement.money_currency)
        for fact in printed.integrity.unconfirmed:
            of_marks = (fact.code in OF_MARKS and fact.box) or (printed.unread and fact.code in OF_SUMS)
            if fact.code not in SENTENCES or fact.code in asked or of_marks or (sentence(fact, written), fact.page) in shown:
                continue
            shown.add((sentence(fact, written), fact.page))
            crop = self.of(fact.page, fact.box) if fact.page and fact.box else None
            yield OpenPoint(says=sentence(fact, written), page=fact.page, crop=crop)


def balances_beside(statement: PrintedStatement, page: int, height: float) -> Between:
    """Return the balances between which a place lies."""
    order = [index for index in in_printed_order(statement) if statement.lines[index].before is None]
    above = [index for index in order if (statement.lines[index].page, statement.lines[index].box[1]) < (page, height)]
    below = order[len(above) :]
    earlier, later = (below[:1], above[-1:]) if gaps_in_time(statement)[1] else (above[-1:], below[:1])
    before = statement.lines[earlier[0]].balance if earlier else statement.opening_balance
    if not later:
        return Between(before=before, after=statement.closing_balance)
    line = statement.lines[later[0]]
    return Between(before=before, after=None if line.balance is None else line.balance - line.amount)


def row_in(text: str, statement: PrintedStatement, between: Between = Between()) -> GuessedRow:
    """Return the fields of a row with these words. The last of two figures is the balance if the statement prints one beside its rows; so
    is the only figure if it is the balance after the row. The balances say the sign of the amount, else an amount without a sign has that
    of most rows."""
    row = _row_of(text)
    if row is None:
        return GuessedRow()
    style = decide_style([row, *filter(None, (_row_of(line.text) for line in statement.lines))], decimals=None)
    printed = look_at(row, style)
    figures = [figure for figure in printed.figures if figure.size]
    signed = [figure.size * (figure.sign or 1) for figure in figures]
    has_balances = any(line.balance is not None for line in statement.lines)
    balance = signed[-1] if has_balances and (len(signed) > 1 or signed == [between.after]) else None
    amount = next(iter(figures if balance is None else figures[:-1]), None)
    guessed = None if balance is None or between.before is None else balance - between.before
    if amount is not None and (guessed is None or abs(guessed) != amount.size):
        mostly_in = sum(line.amount > 0 for line in statement.lines) * 2 > len(statement.lines)
        guessed = amount.size * (amount.sign or (1 if mostly_in else -1))
    return GuessedRow(
        date=_date_in(printed.days, statement),
        description=printed.text_outside(printed.figures, printed.days),
        amount=guessed,
        balance=balance,
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
