"""A second reading that adds up as well, or a contradiction, forbids the proof."""

import pytest

from tests.reading.drawing import GROCERY, PAYROLL, account
from tests.reading.scenes import proved

PAIR = (("01/12", "Payment", "-75.00"), ("01/14", "Returned", "75.00"))


@pytest.mark.parametrize("heading", ["Scheduled payments", "Card authorizations", "Pending transactions are not included."])
def test_a_table_set_aside_whose_rows_cancel_may_belong_to_the_account(heading: str) -> None:
    assert not proved(account(after=[heading, "", *PAIR]))


@pytest.mark.parametrize("heading", ["Declined transactions", "Rewards activity", "Round-up pot movements"])
def test_a_table_whose_rows_cancel_may_belong_to_another_account(heading: str) -> None:
    assert not proved(account(after=[heading, "", *PAIR]))


def test_pending_rows_that_change_the_sum_are_none_of_the_accounts() -> None:
    assert proved(account(after=["Pending transactions", "", ("02/02", "Coffee", "-3.00")]))


def test_two_closings_are_one_too_many() -> None:
    made = account(before=[("", "Current balance", "1,120.00")], after=["Recent transactions", "", ("01/31", "Coffee", "-30.00")])

    assert not proved(made)


def test_a_row_after_the_end_of_the_period_is_not_of_the_account() -> None:
    assert not proved(account((PAYROLL, GROCERY, ("02/03", "Coffee", "-30.00")), closing="1,120.00"))


@pytest.mark.parametrize("total", [("", "Total deposits", "275.00"), ("", "Total withdrawals", "125.00")])
@pytest.mark.parametrize("place", ["before", "after"])
def test_a_total_that_differs_forbids_the_proof(total: tuple[str, str, str], place: str) -> None:
    around = [total]

    assert not proved(account(before=around) if place == "before" else account(after=around))


def test_a_number_of_rows_that_differs_forbids_the_proof() -> None:
    assert not proved(account(after=["Number of transactions 4"]))
    assert proved(account(after=["Number of transactions 2"]))
