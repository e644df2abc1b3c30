"""Printed sums that do not belong to the rows: fees not charged, and the terms of a condition."""

import pytest

from tests.reading.drawing import GROCERY, PAYROLL, account
from tests.reading.scenes import proved, text_page

FEES = ("Fee Summary", ("", "Total bank account fees", "$5.00"))


def test_a_total_of_fees_below_the_rows_speaks_only_of_rows_that_are_called_fees() -> None:
    assert proved(account(after=FEES))
    assert proved(account((PAYROLL, ("01/19", "Monthly fee", "-2.00"), ("01/20", "ATM fee", "-3.00")), closing="1,195.00", after=FEES))
    assert not proved(account((PAYROLL, ("01/20", "Monthly fee", "-50.00")), after=FEES))


@pytest.mark.parametrize(("label", "holds"), [("qualifying electronic deposits", True), ("electronic deposits", False)])
def test_a_sum_required_by_a_condition_is_no_sum_of_the_rows(label: str, *, holds: bool) -> None:
    made = account((PAYROLL, GROCERY), after=(("", f"- Total amount of {label}", "$500.00"),))

    assert proved(made) is holds


@pytest.mark.parametrize(("received", "holds"), [("120.00", True), ("121.00", False)])
def test_a_sum_of_nothing_in_a_summary_net_of_fees_is_one_of_its_parts(received: str, *, holds: bool) -> None:
    made = text_page("First Example Wallet", "Account statement", "1/1/26 - 1/31/26")
    for name, figure in (
        ("Beginning Available Balance", "100.00"),
        ("Payments received", received),
        ("Withdrawals and Debits", "-50.00"),
        ("Deposits and Credits", "0.00"),
        ("Fees", "-4.00"),
        ("Ending Available Balance", "166.00"),
    ):
        made.cells((50, name), (-300, figure))
    made.cells((50, "Date"), (110, "Description"), (-400, "Gross"), (-470, "Fee"), (-545, "Net"))
    made.cells((50, "01/06/2026"), (110, "Payment from Quill"), (-400, "120.00"), (-470, "-4.00"), (-545, "116.00"))
    made.cells((50, "01/20/2026"), (110, "Withdrawal"), (-400, "-50.00"), (-470, "0.00"), (-545, "-50.00"))

    assert proved(made) is holds
