"""Dates and amounts of a file. Day order and decimal mark follow from the file as a whole, or a person is asked."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal

from finance.models.ledger_import import DateOrder, DecimalMark
from finance.money import NotAnAmount, exponent, to_minor

THOUSANDS = re.compile(r"(?<=[0-9])[\s'\u2019](?=[0-9]{3}(?![0-9]))")
FIGURE = re.compile(r"[0-9][0-9.,]*|[.,][0-9]+")
ZERO = re.compile(r"[^0-9]*0[0.,]*[^0-9]*")
SYMBOLS = ("US$", "HK$", "NT$", "NZ$", "A$", "C$", "R$", "S$", "€", "$", "£", "¥", "\uffe5", "円")
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


def _figure(text: str, currency: str) -> tuple[int, str]:
    """Return the sign and the digits with their marks: (1,234.50) is -1 and 1,234.50."""
    bare = text.replace("\N{MINUS SIGN}", "-")
    for symbol in (currency, *SYMBOLS):
        bare = bare.replace(symbol, "")
    bare = THOUSANDS.sub("", bare).strip().replace("- ", "-")
    if bare.startswith("(") and bare.endswith(")"):
        return -1, bare[1:-1]
    if bare.endswith("-"):
        return -1, bare[:-1]
    return (-1, bare[1:]) if bare.startswith("-") else (1, bare.removeprefix("+"))


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


TIME = r"([T ,]+[0-9:.,+Z -]*( ?[ap]m)?)?"
YEAR_FIRST = re.compile(rf"([0-9]{{4}})([-/.]?)([0-9]{{2}})\2([0-9]{{2}}){TIME}", re.IGNORECASE)
NUMBERS = re.compile(rf"([0-9]{{1,2}})([-/.])([0-9]{{1,2}})\2([0-9]{{4}}|[0-9]{{2}}){TIME}", re.IGNORECASE)
DAY_NAME = re.compile(r"([0-9]{1,2})[ -]([a-z]{3})[a-z]*\.?[ ,-]+([0-9]{4})")
NAME_DAY = re.compile(r"([a-z]{3})[a-z]*\.? ([0-9]{1,2}),? ([0-9]{4})")
MONTHS = {
    name: number for number, name in enumerate(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1)
}
ORDERS: tuple[DateOrder, ...] = ("dmy", "mdy", "ymd")
AHEAD = dt.timedelta(days=366)


def is_date(text: str) -> bool:
    """True if the text is a date in any order."""
    return _plain(text) is not None or bool(NUMBERS.fullmatch(text))


def possible_orders(texts: Iterable[str], today: dt.date) -> tuple[DateOrder, ...]:
    """Return the orders in which every date of the column exists; of those with equal results only the first.

    No export is dated more than a year after `today`. Empty if no date is ambiguous; if no order fits all dates, the orders that
    fit any.
    """
    matches = [match for text in set(texts) if _plain(text) is None and (match := NUMBERS.fullmatch(text))]
    if not matches:
        return ()
    readings = {order: tuple(_ordered(match, order, today) for match in matches) for order in ORDERS}
    whole = [order for order in ORDERS if all(day and day <= today + AHEAD for day in readings[order])]
    if not whole:
        return tuple(order for order in ORDERS if any(readings[order]))
    return tuple(order for place, order in enumerate(whole) if readings[order] not in [readings[other] for other in whole[:place]])


def read_date(text: str, order: DateOrder, today: dt.date) -> dt.date | None:
    if plain := _plain(text):
        return plain
    match = NUMBERS.fullmatch(text)
    return _ordered(match, order, today) if match and order else None


def _plain(text: str) -> dt.date | None:
    """Return a date that can be read in one way only, or None."""
    if match := YEAR_FIRST.fullmatch(text):
        return _date(int(match[1]), int(match[3]), int(match[4]))
    if match := DAY_NAME.fullmatch(text.lower()):
        return _date(int(match[3]), MONTHS.get(match[2], 0), int(match[1]))
    if match := NAME_DAY.fullmatch(text.lower()):
        return _date(int(match[3]), MONTHS.get(match[1], 0), int(match[2]))
    return None


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
