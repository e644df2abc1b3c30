"""Amounts of a file. Whether a comma or a point stands before the cents, the file as a whole says, or it is refused."""

import re
from collections.abc import Mapping
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.problems import FileRefused, in_row
from finance.money import NotAnAmount, exponent, to_minor

THOUSANDS = re.compile(r"(?<=[0-9])[\s'\u2019](?=[0-9]{3}(?![0-9]))")
FIGURE = re.compile(r"[0-9][0-9.,]*|[.,][0-9]+")


def parse_amounts(texts: Mapping[int, str], currency: str) -> dict[int, Decimal]:
    """The amounts of one or more columns, by row number. Raises `FileRefused`, by row."""
    figures = {row: _figure(text, currency) for row, text in texts.items()}
    mark = _decimal_mark({row: figure for row, (_sign, figure) in figures.items()}, texts, currency)
    amounts, problems = {}, []
    for row, (sign, figure) in figures.items():
        amount = _amount(figure, mark)
        if amount is None or not _fits(amount, currency):
            problems.append(in_row(row, _('"%(text)s" is not an amount in %(currency)s.') % {"text": texts[row], "currency": currency}))
        else:
            amounts[row] = sign * amount
    if problems:
        raise FileRefused(problems)
    return amounts


def _figure(text: str, currency: str) -> tuple[int, str]:
    """The sign, and the digits with their marks: (1,234.50) is -1 and 1,234.50."""
    bare = text.replace("\N{MINUS SIGN}", "-")
    for sign in (currency, "€", "$", "£", "¥"):
        bare = bare.replace(sign, "")
    bare = THOUSANDS.sub("", bare).strip().replace("- ", "-")
    if bare.startswith("(") and bare.endswith(")"):
        return -1, bare[1:-1]
    if bare.endswith("-"):
        return -1, bare[:-1]
    return (-1, bare[1:]) if bare.startswith("-") else (1, bare.removeprefix("+"))


def _decimal_mark(figures: Mapping[int, str], texts: Mapping[int, str], currency: str) -> str:
    said = {row: mark for row, figure in figures.items() if (mark := _says(figure))}
    marks = {mark for mark in said.values() if mark in ".,"}
    if len(marks) > 1:
        rows = [next(row for row, mark in said.items() if mark == wanted) for wanted in ".,"]
        raise FileRefused(
            in_row(
                row,
                _('"%(text)s" does not fit the other rows: a point and a comma cannot both stand before the cents.') % {"text": texts[row]},
            )
            for row in rows
        )
    if marks:
        return marks.pop()
    unclear = next((row for row, mark in said.items() if mark == "?"), None)
    if unclear is not None and exponent(currency) > 0:
        raise FileRefused(
            [
                in_row(
                    unclear,
                    _('"%(text)s" may be thousands or decimals, and no row tells which: write amounts with their cents.')
                    % {"text": texts[unclear]},
                )
            ]
        )
    return "," if any("." in figure for figure in figures.values()) else "."


def _says(figure: str) -> str:
    """What one figure says of the file's decimal mark: the mark, "?" where it could be either, nothing where it has none."""
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


def _fits(amount: Decimal, currency: str) -> bool:
    try:
        to_minor(amount, currency)
    except NotAnAmount:
        return False
    return True
