"""Days as documents print them: every date-shaped token of a row, its order of day and month left open."""

import datetime as dt
import itertools
import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reconciliation.reading.tokens.alternatives import one_of
from reconciliation.reading.tokens.rows import Row

CALENDAR = json.loads(Path(__file__).with_name("calendar_names.json").read_text(encoding="utf-8"))
"""Months and days of the week in the languages of statements, as `scripts.calendar_names` writes them."""
LETTERS = str.maketrans({"\u2019": "'", "\u2013": "-", "\u2212": "-", "ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "đ": "d", "\u0131": "i"})
NEWEST, BUDDHIST = 2100, 543  # last year of ours; years by which the Buddhist era is ahead of ours
TUESDAY = "mar"  # "mar" is Tuesday in Spanish, French and Italian; in more languages it is March
DAY_AND_MONTH = re.compile(r"\d{1,2}[./-](?:0?[1-9]|1[0-2])(?!\d)")
CLOCK = r"[ ]?(?:uhr|uur|hrs|h|klo)\b"  # the word for o'clock behind the hour and the minute
SEPARATOR = r"[./\-\u2010\u2011\u2013]"
GLUED = r"[^\s.,:;()\[\]'\"/\-\u2010\u2011\u2013]"  # a character right beside a digit may be a damaged one
FIRST, LAST = rf"(?:[0-3]\d|(?<!{GLUED})\d)", rf"(?:[0-3]\d|\d(?!{GLUED}))"
BESIDE = r"[^\W_至到からまで부터까지]"  # a letter right beside a day whose parts are named, except those of "from" and "to"
TORN = r"(?:[\w?*#]\d|\d[\w?*#])(?!\S)"  # the rest of a damaged year of four digits
SORT_CODE = re.compile(r"\bsort ?codes?\b\W{0,3}(\d\d-\d\d-\d\d)(?!\d)")  # the code of a British or Irish branch; it is not a day

# Days with points where the point is the decimal mark, too: before such a day or figure may be a day of the week or a number
BEFORE = r"(?:[^\W\d_]{2,4}\.?[ \t]+|\d{1,6}[ \t]+)?"
POINTED_DAY = r"(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])"
LEADING_DAYS = re.compile(rf"{BEFORE}{POINTED_DAY}(?:[ \t]+{POINTED_DAY}(?=[ \t]|$)|(?=[ \t]))")  # a row may be two days alone
NEXT_DAY = re.compile(rf"[ \t]+(?P<weekday>[^\W\d_]{{2,4}})\.?[ \t]+{POINTED_DAY}(?=[ \t])")
LEADING_FIGURE = re.compile(rf"{BEFORE}[\d',]*\d\.\d\d(?=[ \t])")
FIGURE, WORD, NO_LETTER = re.compile(r"\d\.\d\d(?![\d.,])"), re.compile(r"[^\W\d_]{3,}"), re.compile(r"[\W\d_]")
FEWEST_DAYS, STEADY = 3, 0.9  # fewest rows with days in one direction; least share of their steps in it


@dataclass(frozen=True, slots=True)
class Day:
    """A date-shaped token. Numeric ones keep both numbers until the document's order is decided."""

    first: int
    second: int
    year: int | None
    start: int
    end: int
    named: bool  # the month was a word, or the order is fixed (ISO): first is the day, second the month
    x0: float = 0.0
    x1: float = 0.0

    def on(self, *, day_first: bool, year: int | None = None) -> dt.date | None:
        """Return the date under one order, or None if it is impossible or has no known year."""
        day, month = (self.first, self.second) if self.named or day_first else (self.second, self.first)
        known = self.year if self.year is not None else year
        try:
            return None if known is None else dt.date(known, month, day)
        except ValueError:
            return None

    def possible(self, *, day_first: bool) -> bool:
        """True if some year has such a day."""
        return self.on(day_first=day_first, year=2024) is not None

    @property
    def possible_either_way(self) -> bool:
        return self.possible(day_first=True) or self.possible(day_first=False)


@cache
def months() -> dict[str, int]:
    """Month names and abbreviations of the languages, without accents; a name that means two months is left out."""
    names: dict[str, set[int]] = {"sept": {9}, "mrz": {3}, "maerz": {3}}
    for number, spellings in CALENDAR["months"].items():
        for name in spellings:
            names.setdefault(fold(name), set()).add(int(number))
    return {name: next(iter(numbers)) for name, numbers in names.items() if len(numbers) == 1 and len(name) >= 3 and name.isalpha()}


def fold(text: str) -> str:
    """Return the text in lower case without accents, with plain dashes and quotes. Its length may change."""
    lower = text.lower()
    if lower.isascii():  # most texts are, and the steps below do not change them
        return lower
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", plain.translate(LETTERS))  # syllables whole again, as of Korean


WEEKDAYS = frozenset({""}) | {fold(name).strip(".") for name in CALENDAR["weekdays"]} | {"nd", "sb"}  # includes Polish short forms


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], tuple[re.Pattern[str], ...]], ...]:
    """Return the patterns of dates for text in lower case, each with patterns that it cannot match without. Ignoring case would cost
    three times as much with so many names."""
    spellings = {*months(), *(name for names in CALENDAR["months"].values() for name in names if fold(name) in months())}
    joined = re.compile(rf"\d(?:{SEPARATOR}[ ]?\d|\d \d\d 20\d\d|[月월])")
    named = re.compile(one_of("|".join({re.escape(name[:3]) for name in spellings})))
    month = rf"(?P<month>{one_of('|'.join(sorted(map(re.escape, spellings), key=len, reverse=True)))})\.?(?![^\W\d_]|[ ]=)"
    year, end = rf"(?P<year>(?:19|20|25)\d\d|'?\d\d(?![\d:]|{TORN}))", r"(?![\d])(?!(?:[.,]\d)|[ ]?%)"
    no_year = rf"(?!{SEPARATOR}\S{{2}}{TORN})"
    ordinal = r"(?:st|nd|rd|th)?"
    no_torn_year = rf"(?![ ,]{{1,2}}(?=\S{{0,3}}[^\s\d])[12liz?*#][09o?*#]{TORN})"
    later_day = rf"(?P<first>[0-3]\d|\d(?={ordinal}(?!{GLUED}))){ordinal}(?!\d|{TORN})"
    later_year = rf"(?:(?:,[ ]?|[ ]|[./\-])(?P<year>(?:19|20|25)\d\d|(?<=/)\d\d(?!{TORN})|(?<= )\d\d(?=\t)){end}|{no_year}{no_torn_year})"
    gap = r"[ .,/\-\u2010\u2011\u2013]{0,2}"
    its_year = rf"(?:{gap}(?:de |del |of )?{year}{end}|{no_year}{no_torn_year})"
    behind_dash = r"(?<=[ ,]\d{4}-)|(?<=[a-z][. ]\d\d-)|(?<=[a-z][. ]\d-)"  # that joins two days, as in "Sep 15-Oct 13, 2023"
    behind_stroke = r"(?<=\d{4}-\d\d-\d\d/)|(?<=\d\d-\d\d-\d{4}/)"  # as between two days of ISO 8601
    # a dash right behind a year joins two days
    begins = rf"(?:(?<![\d.,/])|{behind_stroke})(?:(?<!-)|(?<=[/. a-z]\d\d-)|(?<=[/. a-z]\d{{4}}-)|(?<=\d\.-))"
    whole_behind = r"-[0-3]?\d(?P<point>[./])[0-3]?\d(?P=point)(?:20)?\d\d(?!\d)"  # as in "09/15-10/13/2023"
    behind = rf"(?![\d\w])(?!(?!{whole_behind})[.,/\-:]\d|[ ]?%)(?!{CLOCK}){no_year}"
    numeric = (
        rf"{begins}(?P<year>(?:19|20|25)\d\d){SEPARATOR}(?P<second>[01]?\d){SEPARATOR}(?P<first>{LAST}){end}",
        rf"{begins}(?P<one>{FIRST})(?P<point>{SEPARATOR})(?P<two>[0-3]?\d)(?P=point){year}{end}",
        rf"{begins}(?P<one>{FIRST})\.[ ](?P<two>[0-3]?\d)\.[ ](?P<year>(?:19|20)\d\d){end}",
        rf"{begins}(?<!\d )(?P<one>[0-3]\d) (?P<two>[0-3]\d) (?P<year>20\d\d)(?! \d){end}",
        rf"(?<!{BESIDE})(?:(?P<year>(?:19|20|25)\d\d)[年년][ ]?)?(?P<second>[01]?\d)[月월][ ]?(?P<first>[0-3]?\d)[日일](?!{BESIDE})",
    )
    worded = (
        rf"{begins}(?P<first>{FIRST})(?:st|nd|rd|th|er|º|°)?{gap}(?:de |of )?{month}(?![ ][0-3]?\d(?:,[ ]?|[ ])20\d\d){its_year}",
        rf"(?<![^\W_])(?:(?<!\S[/\-])|{behind_dash}){month}{gap}{later_day}(?![.:]\d|,\d(?!\d{{3}}(?!\d))|/\d(?!\d)){later_year}",
    )
    short = rf"(?:(?<![\d.,/\-\w])|(?<=\d\.-))(?P<one>{FIRST})(?:(?P<dot>\.)[ ]?(?P<two>{LAST})\.?|[/\-](?P<three>{LAST})){behind}"
    return tuple((hint, tuple(map(re.compile, group))) for hint, group in ((joined, numeric), (named, worded), (joined, (short,))))


def days_of(row: Row, text: str) -> list[Day]:
    """The date-shaped tokens of a row's text (its figures blanked out before), left to right, none overlapping."""
    days: list[Day] = []
    lower = text.lower()
    if len(lower) != len(text):  # each character stays in its place
        lower = "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)
    if "code" in lower and (code := SORT_CODE.search(lower)):  # the number of a branch looks like a day
        lower = f"{lower[: code.start(1)]}{' ' * len(code[1])}{lower[code.end(1) :]}"
    for hint, patterns in _patterns():
        for match in itertools.chain.from_iterable(pattern.finditer(lower) for pattern in patterns) if hint.search(lower) else ():
            parts = match.groupdict()
            month, named = parts.get("month"), "first" in parts
            if month == TUESDAY and DAY_AND_MONTH.match(lower, match.start("first")):
                continue
            first, second = int(parts["first"] if named else parts["one"]), parts.get("second") or parts.get("two") or parts.get("three")
            number = months().get(fold(month).strip("."), 0) if month else int(second or 0)
            digits = (parts.get("year") or "").strip("'")
            year = int(digits) if digits else None
            if year is not None and len(digits) < 4:
                year += 2000 if year < 70 else 1900
            elif year is not None and year > NEWEST:
                year -= BUDDHIST
            x0, x1 = row.span(*match.span())
            day = Day(first, number, year, *match.span(), named=named, x0=x0, x1=x1)
            if day.possible_either_way and all(day.end <= other.start or day.start >= other.end for other in days):
                days.append(day)
    return sorted(days, key=lambda day: day.start)


def writes_days_with_points(rows: Sequence[Row]) -> bool:
    """True if all rows of words that begin with a number like 05.03 begin with a day: with a figure behind it, or in the order of days."""
    numbered = [row.text for row in rows if WORD.search(row.text) and LEADING_FIGURE.match(row.text)]
    numbered = [text for text in numbered if fold(NO_LETTER.split(text, maxsplit=1)[0]) in WEEKDAYS]
    days = [(text, match) for text in numbered if (match := LEADING_DAYS.match(text))]
    if not days or len(days) < len(numbered):
        return False
    if 2 * sum(bool(FIGURE.search(text, match.end())) for text, match in days) >= len(days):
        return True
    order = [tuple(reversed(re.findall(r"\d\d", match[0])[-2:])) for _, match in days]
    rises = sum(after >= before for before, after in itertools.pairwise(order))
    falls = sum(after <= before for before, after in itertools.pairwise(order))
    return len(days) >= FEWEST_DAYS and max(rises, falls) >= STEADY * (len(days) - 1)


def end_of_days(text: str) -> int:
    """Return the end of the days that a row begins with, each perhaps behind its day of the week; 0 where it begins with none."""
    days = LEADING_DAYS.match(text)
    if days is None:
        return 0
    behind = NEXT_DAY.match(text, days.end())
    return behind.end() if behind and fold(behind["weekday"]) in WEEKDAYS else days.end()
