"""Dates and amounts of a file. Day order and decimal mark follow from the file as a whole, or a person is asked.

Names of months and days of the week, and signs of currencies, are those of all languages, as `scripts.import_names` writes them."""

import datetime as dt
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from finance.models.ledger_import import DateOrder, DecimalMark
from finance.money import NotAnAmount, exponent, is_currency, to_minor

NO_MONTHS: Mapping[str, int] = {}


@cache
def _table() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(Path(__file__).with_name("names.json").read_text(encoding="utf-8"))
    return loaded | {"weekdays": frozenset(loaded["weekdays"])}


def month_number(name: str, doubtful: Mapping[str, int] = NO_MONTHS) -> int:
    """Return the number of a month by its name in lower case without points; 0 if it is none, or one that `doubtful` does not decide."""
    number: int = _table()["months"].get(name, 0)
    return number or doubtful.get(name, 0)


def is_month(name: str) -> bool:
    return bool(month_number(name)) or any(name in own for own in _table()["of_language"].values())


def is_weekday(name: str) -> bool:
    return name in _table()["weekdays"]


def doubtful_months(names: Iterable[str]) -> dict[str, int]:
    """Return the months of names that mean another month in another language, if the languages that have all these names agree."""
    wanted = set(names)
    if all(map(month_number, wanted)):
        return {}
    fitting = [own for own in _table()["of_language"].values() if wanted <= own.keys()]
    numbers = {name: {own[name] for own in fitting} for name in wanted}
    return {name: own.pop() for name, own in numbers.items() if len(own) == 1}


@cache
def currencies_of(sign: str) -> frozenset[str]:
    """Return the codes that a sign, or a code itself, may mean: $ is many, Kč is CZK; none if it is no currency."""
    bare = sign.strip()
    if len(bare) == 3 and bare.isascii() and is_currency(bare.upper()):
        return frozenset({bare.upper()})
    signs = _table()["signs"]
    return frozenset(signs.get(bare.casefold(), ()) or signs.get(bare.casefold().strip("."), ()))


THOUSANDS = re.compile(r"(?<=[0-9])[\s'\u2019](?=[0-9]{3}(?![0-9]))")
FIGURE = re.compile(r"[0-9][0-9.,]*|[.,][0-9]+")
ZERO = re.compile(r"[^0-9]*0[0.,]*[^0-9]*")
MINUS = str.maketrans(
    dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{SMALL HYPHEN-MINUS}\N{FULLWIDTH HYPHEN-MINUS}", "-")
)
WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | dict.fromkeys(map(ord, "\u00a0\u2007\u2009\u202f\u3000"), " ")
CURRENCY = r"[^0-9\s()+-](?:[^0-9()+-]{0,8}?[^0-9\s()+-])?"
WRITTEN = re.compile(
    rf"(?P<a>[-+]?)\s*(?:(?P<before>{CURRENCY})\.?)??\s*(?P<b>[-+]?)\s*(?P<figure>[.,]?[0-9](?:[0-9.,\s'\u2019]*[0-9.,])?)"
    rf"\s*(?P<c>[-+]?)\s*(?:(?P<after>{CURRENCY})\.?)?\s*(?P<d>[-+]?)"
)
"""A figure with a sign and a currency before or after it."""
MARKS: tuple[DecimalMark, ...] = (".", ",")


def is_amount(text: str, currency: str) -> bool:
    """True if the text is a figure with either decimal mark."""
    return bool(FIGURE.fullmatch(_figure(text, currency)[1]))


def says_amount(text: str) -> bool:
    """True if the cell is neither blank nor a zero that only fills the column."""
    return bool(text.strip(".,-+ ")) and not ZERO.fullmatch(text)


def possible_marks(texts: Iterable[str], currency: str) -> tuple[DecimalMark, ...]:
    """Return the possible decimal marks.

    Both are possible if a figure such as 1.234 is ambiguous and no other decides, or if two figures contradict each other.
    """
    figures = [figure for text in texts if FIGURE.fullmatch(figure := _figure(text, currency)[1])]
    proved = {_proved_mark(figure) for figure in figures}
    certain = tuple(mark for mark in MARKS if mark in proved)
    if certain:
        return certain
    if "?" in proved and exponent(currency) > 0:
        return MARKS
    return (",",) if any("." in figure for figure in figures) else (".",)


def read_amounts(texts: Mapping[int, str], currency: str, mark: DecimalMark) -> dict[int, Decimal | None]:
    """Return the amounts of a column by row; None if a text is no amount of the currency with this mark."""
    return {row: read_amount(text, currency, mark) for row, text in texts.items()}


def read_amount(text: str, currency: str, mark: DecimalMark) -> Decimal | None:
    sign, figure = _figure(text, currency)
    amount = _amount(figure, mark)
    return sign * amount if amount is not None and fits(amount, currency) else None


def read_typed(text: str, mark: DecimalMark) -> Decimal | None:
    """Return the amount of a single figure; `mark` decides only if its own marks are ambiguous (1,234)."""
    sign, figure = _figure(text, "")
    proved = _proved_mark(figure)
    amount = _amount(figure, proved if proved in MARKS else mark)
    return None if amount is None else sign * amount


def fits(amount: Decimal, currency: str) -> bool:
    """True if the currency and the ledger's column can hold the amount."""
    try:
        to_minor(amount, currency)
    except NotAnAmount:
        return False
    return True


def currency_in(text: str, currency: str) -> str:
    """Return the sign or code beside the figure if it is of another currency than `currency`; empty otherwise."""
    written = _written(text)[2]
    return "" if not written or currency in currencies_of(written) else written


def has_sign(text: str) -> bool:
    """True if a minus or a plus is written, or brackets, which are a minus."""
    return bool(set("-+(") & set(text.translate(MINUS)))


def _figure(text: str, currency: str) -> tuple[int, str]:
    """Return the sign and the digits with their marks: (1,234.50) is -1 and 1,234.50."""
    return _written(text)[:2]


@lru_cache(maxsize=50_000)
def _written(text: str) -> tuple[int, str, str]:
    """Return the sign, the digits with their marks, and the currency beside them; a text that is no amount is returned with its letters."""
    bare = _ascii(text).translate(MINUS).strip()
    in_brackets = len(bare) > 2 and bare[0] == "(" and bare[-1] == ")"
    match = WRITTEN.fullmatch(bare[1:-1].strip() if in_brackets else bare)
    if match is None:
        match = WRITTEN.fullmatch(re.sub(r"^([^0-9()]*)\((.*)\)([^0-9()]*)$", r"\1\2\3", bare)) if "(" in bare else None
        in_brackets = match is not None
    if match is None:
        return 1, bare, ""
    signs = [match[name] for name in "abcd" if match[name]]
    currencies = [name for name in (match["before"], match["after"]) if name]
    if len(signs) + in_brackets > 1 or len(currencies) > 1 or not all(map(currencies_of, currencies)):
        return 1, bare, ""
    sign = -1 if in_brackets or signs == ["-"] else 1
    return sign, THOUSANDS.sub("", match["figure"]), "".join(currencies)


def _ascii(text: str) -> str:
    """Return the text with full-width characters and special spaces as ASCII has them; digits of other scripts stay."""
    return text if text.isascii() else text.translate(WIDE)


def _proved_mark(figure: str) -> str:
    """Return the decimal mark that one figure proves, "?" if it could be either, or nothing without marks."""
    marks = [character for character in figure if character in ".,"]
    if not marks:
        return ""
    if len(set(marks)) > 1:
        return marks[-1]
    if len(marks) > 1:
        return "," if marks[0] == "." else "."
    whole, _mark, decimals = figure.partition(marks[0])
    return "?" if len(decimals) == 3 and 1 <= len(whole) <= 3 and not whole.startswith("0") else marks[0]


def _amount(figure: str, mark: str) -> Decimal | None:
    group = "." if mark == "," else ","
    whole, _mark, decimals = figure.partition(mark)
    grouped = rf"[0-9]{{1,3}}(\{group}[0-9]{{2,3}})*\{group}[0-9]{{3}}"
    if not FIGURE.fullmatch(figure) or not re.fullmatch(rf"[0-9]*|{grouped}", whole) or not re.fullmatch("[0-9]*", decimals):
        return None
    return Decimal(f"{whole.replace(group, '') or 0}.{decimals or 0}")


TIME = r"([T ,]+[0-9:.,+Z -]*( ?[ap]\.?m\.?)?)?"
YEAR_FIRST = re.compile(rf"([0-9]{{4}})(?:([-/.]) ?([0-9]{{1,2}})\2 ?([0-9]{{1,2}})\.?|([0-9]{{2}})([0-9]{{2}})){TIME}", re.IGNORECASE)
EAST = re.compile(rf"(?:(令和|平成) ?)?([0-9]{{1,4}}|元) ?[年년] ?([0-9]{{1,2}}) ?[月월] ?([0-9]{{1,2}}) ?[日일]?(?: ?\([^)]*\))?{TIME}")
ERAS = {"令和": 2018, "平成": 1988}
NUMBERS = re.compile(rf"([0-9]{{1,2}})([-/.]) ?([0-9]{{1,2}})[-/.'] ?([0-9]{{4}}|[0-9]{{2}})\.?{TIME}", re.IGNORECASE)
CLOCK = re.compile(
    r"[T ,]+[0-9]{1,2}[:.][0-9]{2}([:.][0-9]{2})?([.,][0-9]+)?( ?[ap]\.?m\.?)?( ?(z|utc|gmt)| ?[+-][0-9]{2}:?[0-9]{2})?$", re.IGNORECASE
)
TOKENS = re.compile(r"[0-9]+|[^\W0-9_]+")
FILLERS = {"de", "del", "of", "the", "st", "nd", "rd", "th", "er", "d", "den", "a", "o"}
"""Words between the parts of a day."""
ORDERS: tuple[DateOrder, ...] = ("dmy", "mdy", "ymd")
AHEAD = dt.timedelta(days=366)


def is_date(text: str) -> bool:
    """True if the text is a date in any order."""
    return _plain(text) is not None or bool(NUMBERS.fullmatch(text)) or bool(month_in(text))


def month_in(text: str) -> str:
    """Return the name of the month in a day that has one, also if it is another month in another language; empty otherwise."""
    parts = _named_parts(text)
    return parts[1] if parts else ""


def possible_orders(texts: Iterable[str], today: dt.date) -> tuple[DateOrder, ...]:
    """Return the orders in which every date of the column exists; of those with equal results only the first.

    No export is dated more than a year after `today`. Empty if no date is ambiguous; if no order fits all dates, the orders that
    fit any.
    """
    matches = [match for text in set(texts) if _plain(text) is None and (match := NUMBERS.fullmatch(_ascii(text)))]
    if not matches:
        return ()
    readings = {order: tuple(_ordered(match, order, today) for match in matches) for order in ORDERS}
    whole = [order for order in ORDERS if all(day and day <= today + AHEAD for day in readings[order])]
    if not whole:
        return tuple(order for order in ORDERS if any(readings[order]))
    return tuple(order for place, order in enumerate(whole) if readings[order] not in [readings[other] for other in whole[:place]])


def read_date(text: str, order: DateOrder, today: dt.date, months: Mapping[str, int] = NO_MONTHS) -> dt.date | None:
    """Return the day; `months` are names of the column that mean another month in another language."""
    if plain := _plain(text):
        return plain
    match = NUMBERS.fullmatch(_ascii(text))
    return _ordered(match, order, today) if match and order else _named(text, months)


@lru_cache(maxsize=20_000)
def _plain(text: str) -> dt.date | None:
    """Return a date that can be read in one way only, or None."""
    text = _ascii(text)
    if match := YEAR_FIRST.fullmatch(text):
        return _date(int(match[1]), int(match[3] or match[5]), int(match[4] or match[6]))
    if match := EAST.fullmatch(text):
        year = 1 if match[2] == "元" else int(match[2])
        if match[1] or len(match[2]) == 4:
            return _date(ERAS.get(match[1], 0) + year, int(match[3]), int(match[4]))
        return None
    return _named(text, NO_MONTHS)


def _named(text: str, doubtful: Mapping[str, int]) -> dt.date | None:
    parts = _named_parts(text)
    if not parts:
        return None
    year, month, day = parts
    return _date(year, month_number(month, doubtful), day)


@lru_cache(maxsize=20_000)
def _named_parts(text: str) -> tuple[int, str, int] | None:
    """Return year, name of the month and day: Tue 13 Jan 2026, 2-Jan-26, 5 de enero de 2026, Jan 13, 2026. The day precedes a year of two
    digits."""
    day_alone = CLOCK.sub("", _ascii(text).casefold())
    tokens = TOKENS.findall(unicodedata.normalize("NFC", day_alone))
    if not 3 <= len(tokens) <= 9:
        return None
    words = [token for token in tokens if not token.isdigit() and token not in FILLERS]
    months = [word for word in words if is_month(word)]
    names = [word for word in months if not is_weekday(word)] if len(months) > 1 else months
    numbers = [token for token in tokens if token.isdigit()]
    others = [word for word in words if word not in names and not is_weekday(word)]
    if (
        len(names) != 1
        or len(numbers) != 2
        or others
        or max(map(len, numbers)) not in {1, 2, 4}
        or re.search(r"[^\w\s.,/'\u2019-]", day_alone)
    ):
        return None
    year, day = numbers if len(numbers[0]) == 4 else numbers[::-1]
    if len(day) > 2 or len(year) not in {2, 4}:
        return None
    return (2000 + int(year) if len(year) == 2 else int(year)), names[0], int(day)


def _ordered(match: re.Match[str], order: DateOrder, today: dt.date) -> dt.date | None:
    """Return the date in this order. Dots occur only in day, month, year; a two-digit year comes first only with other marks."""
    first, second, third = int(match[1]), int(match[3]), int(match[4])
    if order != "dmy" and match[2] == ".":
        return None
    if order == "ymd":
        return None if len(match[4]) == 4 else _date(_century(first, today), second, third)
    year = third if len(match[4]) == 4 else _century(third, today)
    return _date(year, second, first) if order == "dmy" else _date(year, first, second)


def _century(year: int, today: dt.date) -> int:
    """Return the full year: 26 is 2026; years far ahead are in the last century."""
    return 2000 + year if 2000 + year <= today.year + 20 else 1900 + year


def _date(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None
