"""Amounts without decimals among others, and lines with an unread number."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import Line, amounts, proved, scene

Row = tuple[str, str, str, str]


def listed(closing: str, *rows: Row | Line, opening: str = "500.00") -> Scene:
    """Rows of day, text, amount and balance, or lines of cells, from this opening to this closing."""
    made = scene(kind="Checking account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, opening))
    made.cells((40, "Closing balance"), (-250, closing), step=26)
    made.cells((40, "Date"), (120, "Description"), (-400, "Amount"), (-500, "Balance"))
    for row in rows:
        cells = [cell if isinstance(cell, tuple) else (place, cell) for place, cell in zip((40, 120, -400, -500), row, strict=False)]
        made.cells(*[cell for cell in cells if cell[1]])
    return made


def two_days(first: str, second: str, third: str, fourth: str, *, balances: tuple[str, str]) -> tuple[Row, ...]:
    """Two rows on each of two days, with the balances at the end of the days, if there are any."""
    return (
        ("01/05/2025", "Alder", first, ""),
        ("01/05/2025", "Birch", second, balances[0]),
        ("01/08/2025", "Cedar", third, ""),
        ("01/08/2025", "Dogwood", fourth, balances[1]),
    )


def test_whole_amounts_are_read_where_the_balance_of_each_day_follows() -> None:
    made = listed("539.50", *two_days("-20", "-30", "100", "-10.50", balances=("450.00", "539.50")))

    assert amounts(made) == ["-20", "-30", "100", "-10.50"]
    assert proved(made)


def test_whole_amounts_are_read_in_rows_printed_newest_first_too() -> None:
    rows = (("01/08/2025", "Dogwood", "-10.50", "539.50"), ("01/08/2025", "Cedar", "100", ""))
    earlier = (("01/05/2025", "Birch", "-30", "450.00"), ("01/05/2025", "Alder", "-20", ""))

    assert proved(listed("539.50", *rows, *earlier))


def test_whole_amounts_of_both_signs_between_two_balances_are_not_read() -> None:
    assert not proved(listed("579.50", *two_days("20", "-30", "100", "-10.50", balances=("490.00", "579.50"))))


def test_whole_amounts_of_both_signs_without_balances_beside_them_are_not_read() -> None:
    assert not proved(listed("539.50", *two_days("-20", "-30", "100", "-10.50", balances=("", ""))))
    assert proved(listed("339.50", *two_days("-20", "-30", "-100", "-10.50", balances=("", ""))))


ALDER, BIRCH = ("01/05/2025", "Alder", "-20.00", "480.00"), ("01/07/2025", "Birch", "-30.00", "450.00")
CEDAR = ("01/09/2025", "Cedar", "-20.00", "430.00")


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        (((40.0, "01/08/2025"), (120.0, "Card replaced"), (-500.0, "450.00")), True),
        (((40.0, "01/08/2025"), (120.0, "Elm"), (350.0, "5"), (-500.0, "450.00")), False),
        (((40.0, "01/08/2025"), (120.0, "Elm"), (-400.0, "-5"), (-500.0, "450.00")), False),
        (((40.0, "01/08/2025"), (120.0, "Elm"), (-400.0, "-5.OO"), (-500.0, "450.00")), False),
    ],
)
def test_a_line_with_an_unreadable_number_is_no_repeated_balance(line: Line, *, holds: bool) -> None:
    assert proved(listed("430.00", ALDER, BIRCH, line, CEDAR)) is holds


@pytest.mark.parametrize(
    ("opening", "last", "closing", "holds"),
    [
        ("500.25", "-18.50", "571.75", True),
        ("500.25", "-18.00", "572.25", False),
        ("500.00", "-18.50", "571.50", False),
    ],
)
def test_whole_amounts_of_both_signs_are_read_where_no_sum_is_printed_with_zeros(
    opening: str, last: str, closing: str, *, holds: bool
) -> None:
    rows = two_days("20", "-30", "100", last, balances=("", ""))

    assert proved(listed(closing, *rows, opening=opening)) is holds


def test_a_minus_is_read_behind_the_currency_of_a_whole_amount() -> None:
    made = listed("479.50", ("01/05/2025", "Alder", "20 $-", "480.00"), ("01/08/2025", "Birch", "0.50 $-", "479.50"))

    assert amounts(made) == ["-20", "-0.50"]
    assert proved(made)
