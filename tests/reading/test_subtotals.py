"""A printed subtotal covers the rows since the previous subtotal."""

import pytest

from tests.reading.scenes import HEAD, page, proved, scene, statement, table, write_lines

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
def test_a_total_below_newest_first_rows_may_repeat_the_closing_as_a_balance(balance: str, *, holds: bool) -> None:
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


@pytest.mark.parametrize(
    ("lines", "holds"),
    [
        ([("13 Jan", "Total charges", "3.20", "", "446.80")], True),
        ([("", "DR Total charges", "3.20", "", "446.80")], True),
        ([("13 Jan", "Total charges", "3.20", "", ""), ("", "Corner shop", "6.80", "", "440.00")], True),
        ([("13 Jan", "Total charges", "3.20", "", "440.00")], False),
    ],
)
def test_a_row_that_is_called_a_total_is_one_that_moves_the_balance(lines: list[tuple[str, str, str, str, str]], *, holds: bool) -> None:
    made = scene()
    write_lines(made, "Statement period 01 January 2025 to 31 January 2025")
    closing = lines[-1][-1]
    made.cells((40, "Opening balance"), (-250, "500.00"))
    made.cells((40, "Closing balance"), (-250, closing))
    made.cells(*HEAD)
    table(made, ("12 Jan", "Book shop", "50.00", "", "450.00"), *lines)

    assert proved(made) is holds
    assert len(statement(made).lines) == 1 + len(lines)
