"""Text around the rows that is no row: the steps of a form, and the due date beside a summary."""

import pytest

from tests.reading.drawing import DAY, FIGURE, account, headings
from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, text_page

STEPS = ("Ending balance", "Total deposits +", "Subtotal", "Total withdrawals -", "Adjusted balance")


def test_the_steps_of_a_form_to_fill_in_count_no_rows() -> None:
    assert proved(account(after=[f"{step} {text}" for step, text in enumerate(STEPS, 1)]))


@pytest.mark.parametrize(
    "counts", [["2 Total deposits"], ["1 Subtotal", "2 Total deposits"], ["3 Total deposits", "4 Subtotal", "5 Total"]]
)
def test_a_number_of_rows_is_no_step(counts: list[str]) -> None:
    assert not proved(account(after=counts))


def card(due: str, *, label: str = "Payments") -> Scene:
    made = text_page("First Example Bank", "Credit card statement", "Jan 1, 2026 - Jan 31, 2026")
    made.cells((DAY, "Payment due date"), (330.0, "Previous balance"), (-545.0, "$100.00"))
    made.cells((DAY, due), (330.0, label), (-545.0, "- $60.00"))
    for text, figure in (("Other credits", "- $40.00"), ("Transactions", "+ $30.00"), ("New balance", "$30.00")):
        made.cells((330.0, text), (-545.0, figure))
    headings(made)
    for row in (("Jan 5", "PAYMENT", "- $60.00"), ("Jan 6", "SHOP REFUND", "- $40.00"), ("Jan 20", "GROCERY", "$30.00")):
        made.cells((DAY, row[0]), (110.0, row[1]), (FIGURE, row[2]))
    return made


def test_the_day_by_which_to_pay_makes_no_row_of_the_summary_beside_it() -> None:
    assert proved(card("Feb 25, 2026"))


@pytest.mark.parametrize(("due", "label"), [("Jan 25, 2026", "Payments"), ("Feb 25, 2026", "Grocery")])
def test_a_sum_beside_a_day_of_the_period_or_of_no_side_may_be_a_row(due: str, label: str) -> None:
    assert not proved(card(due, label=label))


@pytest.mark.parametrize(("place", "proof"), [(73.0, True), (90.0, False)])
def test_a_day_of_one_digit_is_read_below_the_last_of_two_digits(place: float, *, proof: bool) -> None:
    made = account((("Jan 12", "Payroll", "200.00"), ("Jan 15", "Bakery", "-20.00")), closing="1,150.00")
    made.cells((DAY, "Jan"), (place, "5"), (110.0, "Grocery"), (FIGURE, "-30.00"))

    assert proved(made) is proof


@pytest.mark.parametrize(("text", "proof"), [("NUMBER OF DEPOSITS/CHECKS PAID", True), ("DEPOSITS AND CHECKS", False)])
def test_numbers_of_rows_are_read_in_the_columns_of_money(text: str, *, proof: bool) -> None:
    made = text_page("First Example Bank", "Checking account statement", "January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Beginning balance"), (-300.0, "$1,000.00"))
    made.cells((DAY, "Ending balance"), (-300.0, "$1,150.00"))
    made.cells((DAY, "Date"), (110.0, "Description"), (-370.0, "Deposits"), (-450.0, "Withdrawals"), (-545.0, "Balance"))
    made.cells((DAY, "01/05/2026"), (110.0, "Payroll"), (-370.0, "200.00"), (-545.0, "1,200.00"))
    made.cells((DAY, "01/20/2026"), (110.0, "Check 1051"), (-450.0, "50.00"), (-545.0, "1,150.00"))
    made.cells((110.0, text), (-370.0, "1"), (-450.0, "1"))

    assert proved(made) is proof
