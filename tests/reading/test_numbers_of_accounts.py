"""The number that identifies the account of a statement."""

import pytest

from tests.reading.scenes import HEAD, statement, table, text_page


def hint(*head: str, row: str = "", second: str = "") -> str | None:
    """The number that names the account, with these lines in the head, and these words on a row's first or second line."""
    made = text_page(
        "First Example Bank", "Savings account statement", *head, "Statement period: 1 January 2026 to 31 January 2026", left=40
    )
    made.cells((40, "Opening balance"), (-220, "1,000.00"))
    made.cells((40, "Closing balance"), (-220, "1,200.00"))
    made.cells(*HEAD)
    table(made, ("05 Jan", "Salary", "", "250.00", "1,250.00"))
    made.cells((40, "20 Jan"), (120, "Shop"))
    made.cells((120, row or "Kiosk"), (-400, "50.00"), (-545, "1,200.00"))
    if second:
        made.cells((120, second))
    return statement(made).account_hint


@pytest.mark.parametrize(
    ("head", "number"),
    [
        (("Customer ID : 881199220", "Account No: 911010012345678"), "911010012345678"),
        (("Customer Number: 881199220",), None),
        (("Account number ending in: 5521",), "5521"),
        (("Account ending in 5521",), "5521"),
        (("4510 **** **** 8812",), "4510 **** **** 8812"),
        (("No. 1299-0112-33 PHP",), "1299-0112-33"),
        (("Number 812-099112-833",), "812-099112-833"),
        (("Tel. No. 1299-0112-33",), None),
        (("Statement No. 1299-0112",), None),
        (("4510 1234 1234 8812",), None),
    ],
)
def test_a_labelled_number_or_one_that_is_alone_names_the_account(head: tuple[str, ...], number: str | None) -> None:
    assert hint(*head) == number


@pytest.mark.parametrize("reference", ["HC126010300112233", "DE89370400440532013000", "4510 **** **** 8812"])
def test_a_number_in_a_rows_words_names_no_account(reference: str) -> None:
    assert hint(row=reference) is None
    assert hint(second=reference) is None
    assert hint("Number 812-099112-833", row=reference) == "812-099112-833"
