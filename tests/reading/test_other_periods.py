"""Periods and balances that the rows contradict: a second period in the head, and swapped names of balances."""

import pytest

from tests.reading.drawing import GROCERY, PAYROLL, account
from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, proved, scene, table


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("Statement period: February 1, 2026 to February 28, 2026", False),
        ("Statement for the month of February 2026", False),
        ("This statement covers 1 to 15 January 2026", False),
        ("Statement for the month of January 2026", True),
        ("Previous period: December 1, 2025 to December 31, 2025", True),
        ("Interest period: January 1, 2026 to January 15, 2026", True),
        ("Your office is closed from February 1, 2026 to February 28, 2026", True),
    ],
)
def test_all_rows_lie_in_every_period_of_the_statement(line: str, *, holds: bool) -> None:
    assert proved(account((PAYROLL, GROCERY), before=(("", line, ""),), opening="1,000.00")) == holds


def backwards(top: str, bottom: str) -> Scene:
    """Rows from the newest to the oldest, between the balance after them and the one before them."""
    made = scene()
    made.cells((40, "Period: 01/03/2026 to 31/03/2026"))
    made.cells(*HEAD)
    table(made, ("31/03/2026", top, "", "", "1,150.00"))
    table(made, ("20/03/2026", "Grocer", "50.00", "", "1,150.00"), ("17/03/2026", "Payroll", "", "200.00", "1,200.00"))
    table(made, ("01/03/2026", bottom, "", "", "1,000.00"))
    return made


def test_balances_that_words_name_are_not_turned_by_their_days() -> None:
    assert proved(backwards("Closing balance", "Opening balance"))
    assert not proved(backwards("Opening balance", "Closing balance"))
