"""Dates of a file. The order of day and month follows from the file as a whole, or a person is asked."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping

from finance.models.import_choices import DateOrder

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


def read_dates(texts: Mapping[int, str], order: DateOrder, today: dt.date) -> dict[int, dt.date | None]:
    """Return the dates of a column by row; None if a text is no date in this order."""
    return {row: read_date(text, order, today) for row, text in texts.items()}


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
