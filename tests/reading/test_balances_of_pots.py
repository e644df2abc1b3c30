"""An account with pots: the total of its own balance and those of the pots is not the sum of its rows."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, proved, scene, statement, table, write_lines

ROWS = (("12 Jan", "Book shop", "50.00", "", "450.00"), ("13 Jan", "Corner shop", "10.00", "", "440.00"))
NAMES = ("Total balance", "Current account balance", "Balance in pots")


def account(pots: str, *, on_one_row: bool) -> Scene:
    made = scene()
    write_lines(made, "Statement period 01 January 2025 to 31 January 2025")
    made.cells((40, "Opening balance"), (-250, "500.00"))
    figures = ("790.00", "440.00", pots)
    if on_one_row:
        made.cells(*zip((60, 200, 380), figures, strict=True))
        made.cells(*zip((60, 200, 380), NAMES, strict=True), step=30)
    else:
        for name, figure in zip(NAMES, figures, strict=True):
            made.cells((40, name), (-250, figure))
    made.cells(*HEAD)
    table(made, *ROWS)
    return made


@pytest.mark.parametrize("on_one_row", [True, False])
def test_the_balance_beside_the_last_row_closes_the_account_and_not_the_total_with_the_pots(*, on_one_row: bool) -> None:
    made = account("350.00", on_one_row=on_one_row)

    assert str(statement(made).closing_balance) == "440.00"
    assert proved(made)


@pytest.mark.parametrize("on_one_row", [True, False])
def test_a_total_that_differs_from_the_balances_contradicts_the_closing(*, on_one_row: bool) -> None:
    assert not proved(account("351.00", on_one_row=on_one_row))
