"""How one section prints the days of its rows tells of the other sections too."""

import pytest

from tests.reading.drawing import DAY, FIGURE, PAYROLL, account
from tests.reading.scenes import statement


@pytest.mark.parametrize(("second", "dated"), [("01/21", True), ("01/20", False)])
def test_a_row_has_not_the_day_above_it_where_another_section_prints_a_day_twice(second: str, *, dated: bool) -> None:
    made = account((PAYROLL, ("", "Gift of Ann", "50.00"), ("01/07", "Wages", "10.00")), before=["Deposits"], closing="1,210.00")
    made.sheet.down(20)
    made.cells((DAY, "Withdrawals"))
    made.cells((DAY, "Date"), (110, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "01/20"), (110, "Grocery"), (FIGURE, "-30.00"))
    made.cells((DAY, second), (110, "Bakery"), (FIGURE, "-20.00"))
    found = statement(made)

    assert [str(line.amount) for line in found.lines] == ["200.00", "50.00", "10.00", "-30.00", "-20.00"]
    assert (found.lines[1].date is not None) is dated
    assert bool(found.integrity.holds) is dated
