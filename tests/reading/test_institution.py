"""The institution is a name: no paper, no web address, no advice."""

import pytest

from tests.reading.scenes import HEAD, empty_page, statement, table


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("First Sample Bank", "First Sample Bank"),
        ("FIRST SAMPLE BANK ACCOUNT DETAILS", "FIRST SAMPLE BANK"),
        ("First Sample Bank Ltd - Deposit Account Statement", "First Sample Bank Ltd"),
        ("You and First Sample Bank", "First Sample Bank"),
        ("SampleBank.com", None),
        ("Rekeningafschrift", None),
        ("(CONTINUED)", None),
        ("Bank reference", None),
        ("International Bank Account Number", None),
        ("Managing Your Accounts", None),
    ],
)
def test_what_is_printed_largest_is_a_name_or_none(printed: str, name: str | None) -> None:
    made = empty_page()
    made.cells((40, printed), size=15, step=24)
    made.cells(*HEAD)
    table(made, ("01/03/2025", "Rent", "40.00", "", "60.00"), ("01/20/2025", "Salary", "", "30.00", "90.00"))

    assert statement(made).institution == name
