"""What stands above or below the rows of an account and is none of them."""

from collections.abc import Sequence

import pytest

from tests.reading.drawing import GROCERY, PAYROLL, Cells, account, statement

PENDING: list[Cells] = [("01/30", "Fuel", "-4.50"), ("01/31", "Rent", "-61.20")]


@pytest.mark.parametrize("heading", ["Pending transactions (not yet posted)", "Scheduled payments (not included above)"])
def test_what_is_announced_is_no_row_though_it_has_no_headings(heading: str) -> None:
    amounts = {line.amount for line in statement(account(before=[heading, *PENDING])).lines}

    assert amounts == {line.amount for line in statement(account()).lines}


def test_what_is_announced_below_the_rows_is_no_row() -> None:
    assert len(statement(account(after=["Upcoming payments", *PENDING])).lines) == 2


@pytest.mark.parametrize("prose", ["Deposits are insured up to", "Monthly fee"])
def test_figures_under_another_heading_have_no_day(prose: str) -> None:
    after: Sequence[Cells | str] = ["Our charges", (prose, "", "4.90")]

    assert len(statement(account([PAYROLL, GROCERY], after=after)).lines) == 2
