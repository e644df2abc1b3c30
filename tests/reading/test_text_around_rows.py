"""Lines above or below the rows of an account that are no rows."""

from collections.abc import Sequence

import pytest

from tests.reading.drawing import DAY, GROCERY, PAYROLL, Cells, account
from tests.reading.scenes import empty_page, statement

PENDING: list[Cells] = [("01/30", "Fuel", "-4.50"), ("01/31", "Rent", "-61.20")]


@pytest.mark.parametrize("heading", ["Pending transactions (not yet posted)", "Scheduled payments (not included above)"])
def test_announced_payments_without_headings_are_no_rows(heading: str) -> None:
    amounts = {line.amount for line in statement(account(before=[heading, *PENDING])).lines}

    assert amounts == {line.amount for line in statement(account()).lines}


def test_announced_payments_below_the_rows_are_no_rows() -> None:
    assert len(statement(account(after=["Upcoming payments", *PENDING])).lines) == 2


@pytest.mark.parametrize("prose", ["Deposits are insured up to", "Monthly fee"])
def test_figures_under_another_heading_have_no_day(prose: str) -> None:
    after: Sequence[Cells | str] = ["Our charges", (prose, "", "4.90")]

    assert len(statement(account([PAYROLL, GROCERY], after=after)).lines) == 2


def test_a_day_is_read_below_the_second_line_of_its_rows_text() -> None:
    made = empty_page()
    made.cells((DAY, "Account statement"), (300, "1 January 2024 - 31 January 2024"))
    made.cells((DAY, "Description"), (-330, "Incoming"), (-430, "Outgoing"), (-530, "Balance"))
    for text, more, day, figure, balance in (
        ("Rent", "", "28 January 2024", "-100.00", "940.00"),
        ("Card transaction issued by a shop", "of the next town", "24 January 2024", "-40.00", "1,040.00"),
        ("Books", "", "10 January 2024", "-20.00", "1,080.00"),
    ):
        made.cells((DAY, text), (-430, figure), (-530, balance), step=10)
        if more:
            made.cells((DAY, more), step=10)
        made.cells((DAY, f"{day}  Transaction"), step=16)

    assert [line.date.day for line in statement(made).lines if line.date] == [28, 24, 10]
