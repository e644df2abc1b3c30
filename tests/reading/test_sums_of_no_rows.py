"""Printed sums that are none of the rows': of fees that were not charged, and of what a condition asks for."""

import pytest

from tests.reading.drawing import GROCERY, PAYROLL, account
from tests.reading.scenes import proved

FEES = ("Fee Summary", ("", "Total bank account fees", "$5.00"))


def test_a_total_of_fees_below_the_rows_speaks_only_of_rows_that_are_called_fees() -> None:
    assert proved(account(after=FEES))
    assert proved(account((PAYROLL, ("01/19", "Monthly fee", "-2.00"), ("01/20", "ATM fee", "-3.00")), closing="1,195.00", after=FEES))
    assert not proved(account((PAYROLL, ("01/20", "Monthly fee", "-50.00")), after=FEES))


@pytest.mark.parametrize(("label", "holds"), [("qualifying electronic deposits", True), ("electronic deposits", False)])
def test_what_a_condition_asks_for_is_no_sum_of_the_rows(label: str, *, holds: bool) -> None:
    made = account((PAYROLL, GROCERY), after=(("", f"- Total amount of {label}", "$500.00"),))

    assert proved(made) is holds
