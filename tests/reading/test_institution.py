"""The institution is a name, not the title of a document, a web address or advice."""

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
def test_the_largest_print_is_a_name_or_no_institution(printed: str, name: str | None) -> None:
    made = empty_page()
    made.cells((40, printed), size=15, step=24)
    made.cells(*HEAD)
    table(made, ("01/03/2025", "Rent", "40.00", "", "60.00"), ("01/20/2025", "Salary", "", "30.00", "90.00"))

    assert statement(made).institution == name


def named(*lines: str, below: str = "") -> str | None:
    """The institution of a page with these lines above the rows and perhaps this one in a row's words."""
    made = empty_page()
    for line in lines:
        made.cells((40, line))
    made.cells(*HEAD)
    table(made, ("01/03/2025", "Rent", "40.00", "", "60.00"))
    made.cells((120, below or "Flat 3"))
    table(made, ("01/20/2025", "Salary", "", "30.00", "90.00"))
    return statement(made).institution


@pytest.mark.parametrize("line", ["EUR", "Acme Tools Inc.", "Printed By : SYSTEM"])
def test_a_value_behind_a_label_a_currency_and_any_companys_name_are_no_banks(line: str) -> None:
    assert named("Account details", line) is None
    assert named("First Example Bank", line) == "First Example Bank"


@pytest.mark.parametrize("payer", ["MANGO PTE LTD", "Second Sample Bank", "Sample Trust"])
def test_a_payer_in_a_rows_words_is_not_the_bank(payer: str) -> None:
    assert named("Account details", below=payer) is None
