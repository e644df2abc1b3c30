"""The fields of a row, filled from the words of an unread row or mark. A person compares them with the page before they are recorded."""

import datetime as dt
import re
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.documents.pages import Word
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reading.tokens.amounts import decide_style
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import look_at
from reconciliation.reading.tokens.rows import Row

WORD = re.compile(r"\S+")
HEIGHT = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessedRow:
    """What the words seem to say. None and empty are not known."""

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
    return GuessedRow(
        date=_date_in(printed.days, statement),
        description=printed.text_outside(printed.figures, printed.days),
        amount=size * (amount.sign or _usual_sign(statement)) if amount and size is not None else None,
        balance=balance.size * (balance.sign or 1) if balance else None,
    )


def _row_of(text: str) -> Row | None:
    """Return the words as a printed row; a wide gap, which is stored as two spaces, parts columns."""
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
