"""A printed subtotal is of rows that no subtotal before it counts."""

import pytest

from tests.reading.scenes import page, proved, statement

ROWS = (("05", "-150.00", "350.00"), ("07", "-20.00", "330.00"), ("09", "60.00", "390.00"), ("12", "-15.00", "375.00"))


@pytest.mark.parametrize(("second", "is_proved"), [("45.00", True), ("25.00", False)], ids=["its own rows", "one of the rows above it too"])
def test_one_that_counts_a_row_again_is_wrong(second: str, is_proved: bool) -> None:
    lines = [((40, f"01/{day}/2025"), (120, "Corner shop"), (-400, amount), (-500, balance)) for day, amount, balance in ROWS]
    made = page(
        ((40, "Sample Bank"),),
        ((40, "Checking account statement"),),
        ((40, "Statement period 01/01/2025 to 01/31/2025"),),
        ((40, "Opening balance"), (-250, "500.00")),
        ((40, "Closing balance"), (-250, "375.00")),
        ((40, "Date"), (120, "Description"), (-400, "Amount"), (-500, "Balance")),
        *lines[:2],
        ((120, "Subtotal"), (-400, "-170.00")),
        *lines[2:],
        ((120, "Subtotal"), (-400, second)),
    )

    assert (statement(made).integrity.holds is True) == is_proved


@pytest.mark.parametrize(("balance", "holds"), [("350.00", True), ("360.00", False)])
def test_a_total_below_rows_printed_newest_first_may_repeat_the_closing_in_the_column_of_balances(balance: str, *, holds: bool) -> None:
    made = page(
        ((40, "Sample Bank"),),
        ((40, "Checking account statement"),),
        ((40, "Statement period 01/01/2025 to 01/31/2025"),),
        ((40, "Opening balance"), (-250, "500.00")),
        ((40, "Closing balance"), (-250, "350.00")),
        ((40, "Date"), (120, "Description"), (-400, "Amount"), (-500, "Balance")),
        ((40, "01/20/2025"), (120, "Book shop"), (-400, "-100.00"), (-500, "350.00")),
        ((40, "01/05/2025"), (120, "Corner shop"), (-400, "-50.00"), (-500, "450.00")),
        ((120, "Total"), (-400, "-150.00"), (-500, balance)),
    )

    assert proved(made) is holds
