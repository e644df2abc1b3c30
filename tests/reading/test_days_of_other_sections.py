"""The format of days in one section applies to the other sections too."""

import pytest

from tests.reading.drawing import DAY, FIGURE, PAYROLL, account
from tests.reading.scenes import statement


@pytest.mark.parametrize(("second", "dated"), [("01/21", True), ("01/20", False)])
def test_a_row_takes_no_day_from_above_if_another_section_prints_a_day_twice(second: str, *, dated: bool) -> None:
    made = account((PAYROLL, ("", "Gift of Ann", "50.00"), ("01/07", "Wages", "10.00")), before=["Deposits"], closing="1,210.00")
    made.sheet.down(20)
    made.cells((DAY, "Withdrawals"))
    made.cells((DAY, "Date"), (110, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "01/20"), (110, "Grocery"), (FIGURE, "-30.00"))
    made.cells((DAY, second), (110, "Bakery"), (FIGURE, "-20.00"))
    result = statement(made)

    assert [str(line.amount) for line in result.lines] == ["200.00", "50.00", "10.00", "-30.00", "-20.00"]
    assert (result.lines[1].date is not None) is dated
    assert bool(result.integrity.holds) is dated
