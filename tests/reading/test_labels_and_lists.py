"""Labels, paragraphs and lists beside the rows are recognised and are no rows."""

import datetime as dt

import pytest

from tests.reading.drawing import DAY, FIGURE, TEXT
from tests.reading.scenes import Line, page, statement

ROWS: tuple[Line, ...] = (
    ((DAY, "Checking account statement"),),
    ((DAY, "Account number: 1234567890"),),
    ((DAY, "Statement period: January 1, 2026 to January 31, 2026"),),
    ((DAY, "Opening balance"), (FIGURE, "1,000.00")),
    ((DAY, "Closing balance"), (FIGURE, "1,150.00")),
    ((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount")),
    ((DAY, "01/05"), (TEXT, "Payroll"), (FIGURE, "200.00")),
    ((DAY, "01/20"), (TEXT, "Grocery"), (FIGURE, "-50.00")),
)


def test_labels_in_two_languages_are_recognised_in_both() -> None:
    result = statement(
        page(
            ((DAY, "SAO KE TAI KHOAN / ACCOUNT STATEMENT"),),
            ((DAY, "Tu/From: 01/08/2024  Den/To: 31/08/2024"),),
            ((DAY, "So CIF/ CIF No.:"), (TEXT + 40, "11882077"), (TEXT + 120, "So du dau ky/ Opening balance:"), (-500, "1,000.00")),
            ((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount")),
            ((DAY, "02/08/2024"), (TEXT, "Payroll"), (FIGURE, "200.00")),
            ((DAY, "05/08/2024"), (TEXT, "Grocery"), (FIGURE, "-50.00")),
            ((TEXT, "So du cuoi ky/ Closing balance"), (FIGURE, "1,150.00")),
        )
    )

    assert (result.period_start, result.period_end) == (dt.date(2024, 8, 1), dt.date(2024, 8, 31))
    assert [str(result.opening_balance), str(result.closing_balance)] == ["1000.00", "1150.00"]


def test_a_paragraph_that_mentions_a_total_is_no_total() -> None:
    prose = "Example: for 1,500.00 dollars over 12 months the rate is 138.20 dollars each month, and the total due is 1,658.40 dollars."

    assert statement(page(*ROWS, ((DAY, prose),))).integrity.holds


def test_the_months_of_future_payments_are_no_rows() -> None:
    months: Line = ((DAY, "February 2026"), (-230, "204.10"), (250, "March 2026"), (FIGURE, "204.10"))

    assert statement(page(*ROWS, ((DAY, "Upcoming instalments"),), months)).integrity.holds
    assert not statement(page(*ROWS, ((DAY, "More"),), months)).integrity.holds


def test_the_day_in_a_head_is_the_statement_date_if_it_follows_the_rows() -> None:
    def last_day(day: str) -> dt.date | None:
        return statement(
            page(
                ((DAY, "Savings account statement"),),
                ((DAY, "Date"), (TEXT, day)),
                ((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount")),
                ((TEXT, "Opening balance"), (FIGURE, "1,000.00")),
                ((DAY, "5 Mar 2024"), (TEXT, "Payroll"), (FIGURE, "200.00")),
                ((TEXT, "Closing balance"), (FIGURE, "1,200.00")),
            )
        ).period_end

    assert last_day("18 Mar 2024") == dt.date(2024, 3, 18)
    assert last_day("18 May 2024") is None


@pytest.mark.parametrize("label", ["Bonus total", "Total relationship balance"])
def test_a_total_of_points_or_of_all_accounts_is_none_of_the_rows(label: str) -> None:
    assert statement(page(*ROWS, ((DAY, label), (FIGURE, "79.31")))).integrity.holds
    assert not statement(page(*ROWS, ((DAY, "Total"), (FIGURE, "79.31")))).integrity.holds
