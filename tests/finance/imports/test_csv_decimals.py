"""Currencies of three decimals in a CSV file: a point before three digits may stand for thousands, too."""

from decimal import Decimal

import pytest

from finance.imports.rows import ParsedFile
from finance.models.ledger_import import Choices
from tests.finance.imports.reading import parsed


def dinars(*cells: str, choices: Choices | None = None) -> ParsedFile:
    rows = "".join(f"2026-01-02;{cell}\n" for cell in cells)
    return parsed(f"date;amount\n{rows}".encode(), currency="KWD", choices=choices)


def amounts(found: ParsedFile) -> list[Decimal | None]:
    return [row.amount for row in found.accounts[0].rows]


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        (["0.750", "12.500"], ["0.750", "12.500"]),
        (["1250.000", "-3.250"], ["1250.000", "-3.250"]),
        (["1,250.000", "-1.250"], ["1250.000", "-1.250"]),
        (["-0,750", "1.234,500"], ["-0.750", "1234.500"]),
        (["1.234.567"], ["1234567"]),
    ],
)
def test_they_are_read_to_the_last_decimal(cells: list[str], read: list[str]) -> None:
    found = dinars(*cells)

    assert "decimal_mark" not in found.questions
    assert amounts(found) == [Decimal(text) for text in read]


def test_a_mark_that_may_be_decimals_or_thousands_is_asked_about() -> None:
    """12.500 is twelve and a half dinars, or twelve thousand five hundred: the file does not say it, so a person does."""
    assert "decimal_mark" in dinars("12.500", "-1.250").questions
    assert amounts(dinars("12.500", choices=Choices(decimal_mark="."))) == [Decimal("12.500")]
    assert amounts(dinars("12.500", choices=Choices(decimal_mark=","))) == [Decimal(12500)]


def test_a_running_balance_settles_the_decimal_mark_of_ambiguous_amounts() -> None:
    rows = b"Date;Text;Amount;Balance\n2026-01-05;Rent;-12.500;1,987.500\n2026-01-06;Gym;-1.250;1,986.250\n"

    found = parsed(rows, currency="KWD")

    assert "decimal_mark" not in found.questions
    assert amounts(found) == [Decimal("-12.500"), Decimal("-1.250")]


def test_a_fourth_decimal_is_no_amount() -> None:
    rows = dinars("1.2345", "0.750").accounts[0].rows

    assert [bool(row.problem) for row in rows] == [True, False]
