"""A reading does not hold if printed figures contradict one another and no doubt about the rows remains."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, scene, statement, table

ROWS = (
    ("01/03/2025", "Rent", "40.00", "", "60.00"),
    ("01/04/2025", "Salary", "", "30.00", "90.00"),
    ("01/06/2025", "Fuel", "15.00", "", "75.00"),
    ("01/09/2025", "Refund", "", "5.00", "80.00"),
)
TAMPERED = (*ROWS[:2], ("01/06/2025", "Fuel", "15.00", "", "85.00"), ROWS[3])


def account(*rows: tuple[str, str, str, str, str], closing: str = "80.00", paid_in: str = "35.00", between: str = "") -> Scene:
    """An account whose days may be read in either order."""
    made = scene()
    totals = [("Total paid in", paid_in), ("Total paid out", "55.00")] if paid_in else []
    for label, figure in (("Opening balance", "100.00"), *totals, ("Closing balance", closing)):
        made.cells((40, label), (-250, figure))
    made.cells(*HEAD)
    table(made, *rows[:2])
    if between:
        made.cells((120, between), (-400, "1O.00"))
    table(made, *rows[2:])
    return made


def test_rows_that_add_up_on_uncertain_days_do_not_contradict() -> None:
    assert statement(account(*ROWS)).integrity.holds is None


def test_a_balance_that_does_not_follow_is_named_despite_an_uncertain_order_of_days() -> None:
    result = statement(account(*TAMPERED)).integrity

    assert (result.holds, result.first_break) == (False, 2)


@pytest.mark.parametrize("paid_in", ["35.00", "36.00"])
def test_a_closing_that_differs_from_the_rows_is_named(paid_in: str) -> None:
    rows = tuple((*row[:4], "") for row in ROWS)
    result = statement(account(*rows, closing="81.00", paid_in=paid_in)).integrity

    assert (result.holds, str(result.difference)) == (False, "1.00")


def test_an_unread_line_explains_a_broken_balance_unless_totals_exclude_it() -> None:
    assert statement(account(*TAMPERED, between="Market", paid_in="")).integrity.holds is None
    assert statement(account(*TAMPERED, between="Market")).integrity.holds is False
