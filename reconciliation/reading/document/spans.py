"""Periods as rows print them: two days joined, two days under labels of their own, days of one month, or a whole month."""

import datetime as dt
import itertools
import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.titles import STATEMENT_TITLE
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.dates import WEEKDAYS, Day, fold, months
from reconciliation.reading.tokens.money_marks import HAS_DIGIT
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.phrases import ENDS, STARTS

LONGEST = 400  # days of a period
BOTH_ENDS = 2
ROWS_APART = 3  # between the row of the first day and that of the last
UNTIL = (
    r"(?:(?:and )?(?:to|through|thru|until|till|ending|ends?)(?: date)?|and|bis(?: zum| einschl\w*)?|zum|au|jusqu'au|al|a|ate|"
    r"hasta(?: el)?|fino al|"
    r"tot(?: en met)?|t/m|til(?: og med)?|t\.?o\.?m|do(?: dnia)?|sampai(?: dengan)?|hingga|s/d|s\.d|-)"
)
BETWEEN, JOINED = (
    words_of(r"between|entre|zwischen|tra|tussen|mellan|mellem|mellom|antara|miedzy"),
    {
        *("e", "y", "et", "and", "und", "en", "och", "og", "dan", "a"),
    },
)
ARTICLE = r"(?: (?:the|le|el|il|dem|zum|den))?"
ARTICLE_BEHIND = re.compile(rf"{ARTICLE[:-1]}$")
PERIOD = words_of(
    r"period|periods|periode|perioden|periodo(?: d\w+ (?:extrato|extracto|estado|cartola))?|"
    r"okres|zeitraum|\w+zeitraum|(?:billing|statement) cycle|open to close date|"
    r"statement dates|tempoh|(?:informe del )?mes|"
    r"statement (?:from|for|covers)|(?:kontoauszug|releve|extracto|estratto conto|extrato|kontoutdrag|kontoutskrift|kontoudtog|wyciag)"
    r"(?: \w+)? (?:vom|fur|du|del|dal|de|za|for|van)|movimentacao|movimientos del|movimenti dal"
)
NAME = r"(?P<month>[^\W\d_]{3,})\.?"
YEAR, HAS_YEAR = r"(?P<year>20\d\d)(?!\d)", re.compile(r"20\d\d")
OF_MONTH = (
    re.compile(rf"\b{NAME} (?P<one>[0-3]?\d) ?{UNTIL} ?(?P<other>[0-3]?\d),? {YEAR}"),
    re.compile(rf"(?<![\d/.\-])(?P<one>[0-3]?\d)(?:\.|er|o)? ?{UNTIL} ?(?P<other>[0-3]?\d)\.? (?:de )?{NAME},? (?:de )?{YEAR}"),
)
WHOLE_MONTH = re.compile(
    rf"(?: d[eo]l? (?:extrato|extracto))?\W{{0,4}}(?:{NAME}|(?P<number>0?[1-9]|1[0-2])(?= ?[/.\-]))"
    rf"(?: de | of |[ ,./\-]+){YEAR}(?! ?{UNTIL} )"
)


TIME_ZONE = re.compile(r"[\[(][a-z]{2,4}(?:[+-]\d{1,2}(?::\d\d)?)?[\])]")  # as "[GMT]" behind a day
TITLED_MONTH = re.compile(rf"(?:your |the )?{NAME},? {YEAR} (?:(?:account|monthly|bank) )?statement")
TITLE_ROWS = 16
MONTH_OF_TITLE = re.compile(
    rf"(?: \w+)?[ ,:\-]+(?:(?:for|of|fur|vom|du mois de|de|del mese di|del mes de|do mes de|van|for maneden) )?{NAME} (?:de )?{YEAR}"
)


@dataclass(frozen=True, slots=True)
class Span:
    """The first and the last day; `named` where words say that they are a period's."""

    first: dt.date
    last: dt.date
    named: bool


def spans_of(rows: Sequence[Printed], calendar: Calendar) -> dict[Printed, list[Span]]:
    """The periods printed on each row; that of two labelled days counts for the row of the last day."""
    found: dict[Printed, list[Span]] = {}
    start: tuple[dt.date, int] | None = None
    for index, printed in enumerate(rows):
        if not HAS_DIGIT.search(printed.row.text):
            continue
        spans = [*_joined(rows, index, calendar), *_in_a_month(printed)]
        for day in printed.days if not spans else ():
            labels = [said for label in (label_of(rows, index, day), label_above(rows, index, day)) for said in in_each_language(label)]
            date = calendar.date(day)
            if any(map(STARTS.fullmatch, labels)):
                start = (date, index) if date else None
            elif date and start and any(map(ENDS.fullmatch, labels)) and index - start[1] <= ROWS_APART and _sane(start[0], date):
                spans.append(Span(start[0], date, named=True))
                start = None
        if spans:
            found[printed] = spans
    return found


def in_each_language(label: str) -> list[str]:
    """A label, and its parts where a stroke parts what it says in two languages."""
    parts = [part.strip() for part in label.split("/")]
    return [label, *parts] if len(parts) == 2 and all(len(part) > 1 for part in parts) else [label]


def label_of(rows: Sequence[Printed], index: int, day: Day) -> str:
    """The folded words that name a day: those before it, from the figure, the day or the wide gap before; else those above it."""
    printed = rows[index]
    ends = [*(one.end for one in printed.days), *(one.end for one in printed.figures)]
    before = max((end for end in ends if end <= day.start), default=0)
    cells = [cell for cell in printed.row.text[before : day.start].split("\t") if cell.strip(" .:-")]
    return _words(cells[-1]) if cells else label_above(rows, index, day)


def label_above(rows: Sequence[Printed], index: int, day: Day) -> str:
    """The folded words of the cell right above a day."""
    printed, above = rows[index], rows[index - 1]
    if (
        not index
        or above.days
        or above.figures
        or above.row.page != printed.row.page
        or printed.row.top - above.row.bottom > 1.5 * printed.row.height
    ):
        return ""
    start = 0
    for phrase in above.row.text.split("\t"):
        x0, x1 = above.row.span(start, start + len(phrase)) if phrase else (0.0, 0.0)
        if min(x1, day.x1) > max(x0, day.x0):
            return _words(phrase)
        start += len(phrase) + 1
    return ""


def _joined(rows: Sequence[Printed], index: int, calendar: Calendar) -> Iterator[Span]:
    """Two days joined by a word or a dash; behind a row's own day and beside its figure they are the row's words."""
    printed = rows[index]
    for one, other in itertools.pairwise(printed.days):
        between = " ".join(TIME_ZONE.sub("", fold(printed.row.text[one.end : other.start])).split()).strip(" ,.;:()")
        before = fold(printed.row.text[: one.start])
        between = "to" if ARTICLE_BEHIND.sub("", between) in JOINED and BETWEEN.search(before) else between
        apart = not between and len(printed.days) == BOTH_ENDS and PERIOD.search(before) is not None
        until = any(re.fullmatch(rf"{UNTIL}{ARTICLE}|\u2014", said) for said in in_each_language(between))
        if not (apart or until) or (between in WEEKDAYS and before.strip(" .,") in WEEKDAYS - {""}):
            continue
        named = bool(PERIOD.search(before) or PERIOD.search(label_of(rows, index, one)))
        if printed.figures and not named and printed.days[0] is not one and printed.begins_with_day:
            continue
        last = calendar.date(other)
        first = one.on(day_first=calendar.day_first, year=last.year) if last else None
        if first and last and first > last and one.year is None:
            first = one.on(day_first=calendar.day_first, year=last.year - 1)
        if first and last and _sane(first, last):
            yield Span(first, last, named=named)


def _in_a_month(printed: Printed) -> Iterator[Span]:
    """ "October 1-31, 2024", and behind a period's name "July 2025."""
    text = " ".join(fold(printed.row.text).split())
    if not HAS_YEAR.search(text):
        return
    for match in (match for pattern in OF_MONTH for match in pattern.finditer(text)):
        month, year = months().get(match["month"]), int(match["year"])
        one, other = int(match["one"]), int(match["other"])
        if month and 1 <= one <= other <= _length(year, month):
            yield Span(dt.date(year, month, one), dt.date(year, month, other), named=bool(PERIOD.search(text)))
    name = PERIOD.search(text)
    whole = WHOLE_MONTH.match(text, name.end()) if name and not printed.days else None
    month = (int(whole["number"] or 0) or months().get(whole["month"] or "")) if whole else None
    if whole and month:
        year = int(whole["year"])
        yield Span(dt.date(year, month, 1), dt.date(year, month, _length(year, month)), named=True)


def titled_month(rows: Sequence[Printed]) -> tuple[dt.date, dt.date] | None:
    """The month that a title on top names: "September 2025 statement", "Statement for September 2025"."""
    for printed in rows[:TITLE_ROWS]:
        for cell in fold(printed.row.text).split("\t"):
            words = cell.strip(" .:")
            title = STATEMENT_TITLE.search(words)
            match = TITLED_MONTH.fullmatch(words) or (MONTH_OF_TITLE.fullmatch(words, title.end()) if title else None)
            month = months().get(match["month"]) if match else None
            if match and month:
                year = int(match["year"])
                return dt.date(year, month, 1), dt.date(year, month, _length(year, month))
    return None


@cache
def _length(year: int, month: int) -> int:
    return monthrange(year, month)[1]


def _sane(first: dt.date, last: dt.date) -> bool:
    return first <= last and (last - first).days <= LONGEST


def _words(text: str) -> str:
    return " ".join(fold(text).split()).strip(" .:*()-")
