"""Periods as rows print them: two days joined, two days under labels of their own, days of one month, or a whole month."""

import datetime as dt
import itertools
import re
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.metadata import STATEMENT_TITLE
from reconciliation.reading.tokens.alternatives import phrases, words_of
from reconciliation.reading.tokens.amounts import HAS_DIGIT
from reconciliation.reading.tokens.dates import WEEKDAYS, Day, fold, months
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import phrases_of
from reconciliation.reading.vocabulary.phrases import ENDS, STARTS

LONGEST, ROWS_APART = 400, 3  # most days of a period; most rows between its first and last day
UNTIL, BETWEEN = f"(?:{phrases('labels', 'until')})", words_of(phrases("labels", "between"))
JOINED = frozenset({"e", "y", "et", "and", "und", "en", "och", "og", "dan", "a"})
BESIDE_LABEL = frozenset({"", "/", "->"})  # texts between two days behind the name of a period
ARTICLE = r"(?: (?:the|le|el|il|dem|zum|den))?"
ARTICLE_BEHIND, BETWEEN_ENDS = re.compile(rf"{ARTICLE[:-1]}$"), re.compile(rf"{UNTIL}{ARTICLE}|\u2014")
PERIOD = words_of(phrases("statements", "period_labels"))
NAME = r"(?P<month>[^\W\d_]{3,})\.?"
YEAR, HAS_YEAR = r"(?P<year>20\d\d)(?!\d)", re.compile(r"20\d\d")
OF_MONTH = (
    re.compile(rf"\b{NAME} (?P<one>[0-3]?\d) ?{UNTIL} ?(?P<other>[0-3]?\d),? {YEAR}"),
    re.compile(rf"(?<![\d/.\-])(?P<one>[0-3]?\d)(?:\.|er|o)? ?{UNTIL} ?(?P<other>[0-3]?\d)\.? (?:de )?{NAME},? (?:de )?{YEAR}"),
)
WHOLE_MONTH = re.compile(
    rf"(?: d[eo]l? (?:extrato|extracto)|(?: (?:the|den|del?))? (?:month|monat|mois|mes|mese|maand)(?: of| d[ei']l?)?)?\W{{0,4}}"
    rf"(?:{NAME}|(?P<number>0?[1-9]|1[0-2])(?= ?[/.\-]))"
    rf"(?: de | of |[ ,./\-]+){YEAR}(?! ?{UNTIL} )"
)
TIME_ZONE = re.compile(r"[\[(][a-z]{2,4}(?:[+-]\d{1,2}(?::\d\d)?)?[\])]")  # a time zone behind a day, as in "[GMT]"
TITLED_MONTH = re.compile(rf"(?:your |the )?{NAME},? {YEAR} (?:(?:account|monthly|bank) )?statement")
MONTH_OF_TITLE = re.compile(
    rf"(?: \w+)?[ ,:\-]+(?:(?:for|of|fur|vom|du mois de|de|del mese di|del mes de|do mes de|van|for maneden) )?{NAME} (?:de )?{YEAR}"
)
OTHER_TITLE = re.compile(r"(?:[^\W\d_]+ ){1,4}statement|[^\W\d_]+(?: [^\W\d_]+)? kontoauszug|kontoauszug(?: [^\W\d_]+){1,3}")
TITLE_ROWS, LARGER, LINE_GAP = 16, 1.2, 1.5  # most rows of a title; its size by the period's letters; most heights to a label above


@dataclass(frozen=True, slots=True)
class Span:
    """The first and the last day; `named` where words say that they are a period's, with the `label` of their cell if it says so alone."""

    first: dt.date
    last: dt.date
    named: bool
    label: str = ""


def spans_of(rows: Sequence[Printed], calendar: Calendar) -> dict[Printed, list[Span]]:
    """Return the periods printed on each row; that of two labelled days counts for the row of the last day."""
    spans_on: dict[Printed, list[Span]] = {}
    start: tuple[dt.date, int] | None = None
    for index, printed in enumerate(rows):
        if not HAS_DIGIT.search(printed.row.text):
            continue
        spans = [*_joined(rows, index, calendar), *_in_a_month(printed)]
        for day, date in [(day, calendar.date(day)) for day in printed.days] if not spans else ():
            labels = [*_in_each_language(label_of(rows, index, day)), *_in_each_language(label_above(rows, index, day))]
            if any(map(STARTS.fullmatch, labels)):
                start = (date, index) if date else None
            elif date and start and index - start[1] <= ROWS_APART and any(map(ENDS.fullmatch, labels)) and _may_span(start[0], date):
                spans.append(Span(start[0], date, named=True))
                start = None
        if spans:
            spans_on[printed] = spans
    return spans_on


def _joined(rows: Sequence[Printed], index: int, calendar: Calendar) -> Iterator[Span]:
    """Yield two days joined by a word or a dash; behind a row's own day and beside its figure they are the row's words."""
    printed = rows[index]
    for day, other in itertools.pairwise(printed.days):
        before = fold(printed.row.text[: day.start])
        between = " ".join(TIME_ZONE.sub("", fold(printed.row.text[day.end : other.start])).split()).strip(" ,.;:()")
        if ARTICLE_BEHIND.sub("", between) in JOINED and BETWEEN.search(before):
            between = "to"
        label = label_of(rows, index, day)
        of_period = between in BESIDE_LABEL and len(printed.days) == 2 and (PERIOD.search(before) or PERIOD.search(label))
        weekdays = between in WEEKDAYS and before.strip(" .,") in WEEKDAYS - {""}
        if weekdays or not (of_period or any(map(BETWEEN_ENDS.fullmatch, _in_each_language(between)))):
            continue
        named = bool(PERIOD.search(before) or PERIOD.search(label))
        if printed.figures and not named and printed.days[0] is not day and printed.begins_with_day:
            continue
        last = calendar.date(other)
        first = day.on(day_first=calendar.day_first, year=last.year) if last else None
        if first and last and first > last and day.year is None:
            first = day.on(day_first=calendar.day_first, year=last.year - 1)
        if first and last and _may_span(first, last):
            yield Span(first, last, named=named, label=label if PERIOD.search(label) else "")


def _may_span(first: dt.date, last: dt.date) -> bool:
    return 0 <= (last - first).days <= LONGEST


def _in_each_language(label: str) -> list[str]:
    """Return a label, and its parts where a stroke parts two languages."""
    parts = [part.strip() for part in label.split("/")]
    return [label, *parts] if len(parts) == 2 and all(len(part) > 1 for part in parts) else [label]


def label_of(rows: Sequence[Printed], index: int, day: Day) -> str:
    """Return the folded words that name a day: those before it, from the figure, the day or the wide gap before; else those above it."""
    printed = rows[index]
    ends = (*(other.end for other in printed.days), *(figure.end for figure in printed.figures))
    before = max((end for end in ends if end <= day.start), default=0)
    cells = [cell for cell in printed.row.text[before : day.start].split("\t") if cell.strip(" .:-")]
    return _words(cells[-1]) if cells else label_above(rows, index, day)


def label_above(rows: Sequence[Printed], index: int, day: Day) -> str:
    """Return the folded words of the cell right above a day."""
    row, above = rows[index].row, rows[index - 1]
    if not index or above.days or above.figures or above.row.page != row.page or row.top - above.row.bottom > LINE_GAP * row.height:
        return ""
    return next((_words(phrase) for phrase, x0, x1 in phrases_of(above) if min(x1, day.x1) > max(x0, day.x0)), "")


def _words(text: str) -> str:
    return " ".join(fold(text).split()).strip(" .:*()-")


def _in_a_month(printed: Printed) -> Iterator[Span]:
    """Yield spans as in "October 1-31, 2024", and behind a period's name "July 2025"."""
    text = " ".join(fold(printed.row.text).split())
    name = PERIOD.search(text) if HAS_YEAR.search(text) else None
    for match in itertools.chain.from_iterable(pattern.finditer(text) for pattern in OF_MONTH):
        month, first, last = _month(match), int(match["one"]), int(match["other"])
        if month and 1 <= first <= last <= month[1].day:
            yield Span(month[0].replace(day=first), month[0].replace(day=last), named=bool(name))
    if name and not printed.days and (month := _month(WHOLE_MONTH.match(text, name.end()))):
        yield Span(*month, named=True)


def titled_month(rows: Sequence[Printed]) -> tuple[dt.date, dt.date] | None:
    """Return the month that a title on top names: "September 2025 statement", "Statement for September 2025"."""
    for words in (cell.strip(" .:") for printed in rows[:TITLE_ROWS] for cell in fold(printed.row.text).split("\t")):
        title = STATEMENT_TITLE.search(words)
        match = TITLED_MONTH.fullmatch(words) or (MONTH_OF_TITLE.fullmatch(words, title.end()) if title else None)
        if month := _month(match):
            return month
    return None


def _month(match: re.Match[str] | None) -> tuple[dt.date, dt.date] | None:
    """Return the first and the last day of the month and the year that a pattern matched, if there is such a month."""
    if match is None:
        return None
    year, month = int(match["year"]), months().get(match["month"]) or int(match.groupdict().get("number") or 0)
    return (dt.date(year, month, 1), dt.date(year, month, monthrange(year, month)[1])) if month else None


def other_titles(rows: Sequence[Printed], spans: Mapping[Printed, Sequence[Span]]) -> Iterator[Printed]:
    """Return titles of another statement: large letters over its period, in other words than the title before, which pages repeat."""
    over = [(printed, below.row) for printed, below in itertools.pairwise(rows) if below in spans and not below.figures]
    large = [printed for printed, row in over if printed.row.page == row.page and printed.row.height > LARGER * row.height]
    titles = [printed for printed in large if OTHER_TITLE.fullmatch(printed.plain)]
    return (printed for before, printed in itertools.pairwise(titles) if printed.plain != before.plain)
