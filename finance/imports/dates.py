"""Dates of a file. The year first is plain; of day and month, the file as a whole says which comes first, or it is refused."""

import datetime as dt
import re
from collections.abc import Mapping

from django.utils.translation import gettext as _

from finance.imports.problems import FileRefused, in_row

YEAR_FIRST = re.compile(r"([0-9]{4})([-/.]?)([0-9]{2})\2([0-9]{2})([T ][0-9:.,+Z -]*)?")
NUMBERS = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})")
DAY_NAME = re.compile(r"([0-9]{1,2})[ -]([a-z]{3})[a-z]*\.?[ ,-]+([0-9]{4})")
NAME_DAY = re.compile(r"([a-z]{3})[a-z]*\.? ([0-9]{1,2}),? ([0-9]{4})")
MONTHS = {
    name: number for number, name in enumerate(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1)
}


def parse_dates(texts: Mapping[int, str]) -> dict[int, dt.date]:
    """The dates of a column, by row number. Raises `FileRefused`, by row, where a text is no date or could be two."""
    plain = {row: _plain(text) for row, text in texts.items()}
    unclear = {row: match for row, text in texts.items() if plain[row] is None and (match := NUMBERS.fullmatch(text))}
    bad = [row for row, day in plain.items() if day is None and row not in unclear]
    if bad:
        raise FileRefused(
            in_row(row, _('"%(text)s" is not a date with its whole year: write it like 2026-01-31.') % {"text": texts[row]}) for row in bad
        )
    return {row: day for row, day in plain.items() if day} | _ordered(unclear, texts)


def _plain(text: str) -> dt.date | None:
    """A date that can be read in one way only."""
    if match := YEAR_FIRST.fullmatch(text):
        return _date(int(match[1]), int(match[3]), int(match[4]))
    if match := DAY_NAME.fullmatch(text.lower()):
        return _date(int(match[3]), MONTHS.get(match[2], 0), int(match[1]))
    if match := NAME_DAY.fullmatch(text.lower()):
        return _date(int(match[3]), MONTHS.get(match[1], 0), int(match[2]))
    return None


def _ordered(unclear: Mapping[int, re.Match[str]], texts: Mapping[int, str]) -> dict[int, dt.date]:
    """The order of day and month in which every date of the file exists. Dots are written only between day, month, year."""
    day_first = {row: _date(int(match[4]), int(match[3]), int(match[1])) for row, match in unclear.items()}
    month_first = {row: None if match[2] == "." else _date(int(match[4]), int(match[1]), int(match[3])) for row, match in unclear.items()}
    possible = [order for order in (day_first, month_first) if all(order.values())]
    if not possible:
        rows = [row for row in unclear if not (day_first[row] and (month_first[row] or unclear[row][2] == "."))]
        raise FileRefused(
            in_row(row, _('"%(text)s" does not fit the order of day and month in the other rows.') % {"text": texts[row]}) for row in rows
        )
    if len(possible) > 1 and day_first != month_first:
        row = next(row for row in unclear if day_first[row] != month_first[row])
        raise FileRefused(
            [in_row(row, _('"%(text)s" may be two dates, and no row tells which: write dates like 2026-01-31.') % {"text": texts[row]})]
        )
    return {row: day for row, day in possible[0].items() if day}


def _date(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None
