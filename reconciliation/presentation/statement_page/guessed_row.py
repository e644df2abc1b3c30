"""The fields of a row, filled from the words of an unread row or mark. A person compares them with the page before they are recorded."""

import datetime as dt
import re
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.documents.pages import Word
from reconciliation.printed.arithmetic import gaps_in_time, in_printed_order
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reading.tokens.amounts import decide_style
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import look_at
from reconciliation.reading.tokens.rows import Row

WORD = re.compile(r"\S+")
HEIGHT = 10.0


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
        guessed = amount.size * (amount.sign or _usual_sign(statement))
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


def _usual_sign(statement: PrintedStatement) -> int:
    return 1 if sum(line.amount > 0 for line in statement.lines) * 2 > len(statement.lines) else -1
