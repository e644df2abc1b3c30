"""The balances of a document are assigned to its accounts."""

from decimal import Decimal

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, PLAIN_HEAD, proofs, scene, statements, table
from tests.reading.two_accounts import FIRST, SECOND, ends


def test_a_summary_of_two_names_a_line_below_another_account_takes_each_figure_by_its_own_name() -> None:
    made = scene()
    for month, opening, out, closing in (("01", "100.00", "40.00", "60.00"), ("02", "60.00", "25.00", "35.00")):
        made.cells((40, f"Statement period {month}/01/2025 to {month}/28/2025"))
        made.cells((40, "Opening balance"), (-250, opening), (330, "Withdrawals"), (-545, out))
        made.cells((40, "Closing balance"), (-250, closing))
        made.cells(*HEAD)
        table(made, (f"{month}/03/2025", "Rent", out, "", closing))

    assert [(one.opening_balance, one.closing_balance) for one in statements(made)] == [
        (Decimal("100.00"), Decimal("60.00")),
        (Decimal("60.00"), Decimal("35.00")),
    ]


def newest_first(*, last_page: str) -> Scene:
    """Two pages of rows from the last day to the first, the opening brought forward below the last of them."""
    made = scene()
    made.cells((40, "Account number: 1110001"))
    made.cells((450, "Page 1 of 2"))
    made.cells(*HEAD)
    made.cells((120, "Closing balance"), (-545, "50.00"))
    table(made, ("01/30/2025", "Rent", "10.00", "", "50.00"), ("01/20/2025", "Rent", "20.00", "", "60.00"))
    made.cells((120, "Carried forward"), (-545, "80.00"))
    made.sheet.next_page()
    made.cells((450, last_page))
    made.cells(*HEAD)
    made.cells((120, "Brought forward"), (-545, "80.00"))
    table(made, ("01/10/2025", "Salary", "", "30.00", "80.00"))
    made.cells((120, "Brought forward"), (-545, "50.00"))
    return made


@pytest.mark.parametrize(("last_page", "holds"), [("Page 2 of 2", True), ("Page 2 of 3", None)])
def test_the_balance_below_rows_with_the_newest_first_is_the_opening_balance(last_page: str, holds: bool | None) -> None:
    (result,) = statements(newest_first(last_page=last_page))

    assert (result.opening_balance, result.closing_balance, result.integrity.holds) == (Decimal(50), Decimal(50), holds)


def test_the_day_above_a_carried_balance_is_that_of_the_first_row_below_the_next_head() -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells(*HEAD)
    made.cells((120, "Opening balance"), (-545, "100.00"))
    table(made, ("01/03/2025", "Rent", "10.00", "", "90.00"))
    made.cells((120, "Carried forward"), (-545, "90.00"))
    made.sheet.next_page()
    made.cells((40, "Sample Bank, account number: 1110001"))
    made.cells(*HEAD)
    made.cells((120, "Brought forward"), (-545, "90.00"))
    table(made, ("", "Shop", "5.00", "", "85.00"), ("01/04/2025", "Shop", "5.00", "", "80.00"))
    made.cells((120, "Closing balance"), (-545, "80.00"))

    (result,) = statements(made)
    assert [line.date.day for line in result.lines if line.date] == [3, 3, 4]


def test_a_title_may_name_the_account_below_the_number_of_the_customer() -> None:
    made = scene()
    for name, number in (FIRST, SECOND):
        made.cells((40, f"{name} statement"), bold=True)
        made.cells((40, "Klantnummer: 404433676"))
        made.cells((40, f"Account number: {number}"))
        made.cells(*HEAD)
        table(made, ("01/03/2025", "Rent", "40.00", "", "60.00"))

    assert [one.account_hint for one in statements(made)] == [FIRST[1], SECOND[1]]


def test_a_loan_on_the_next_page_has_its_title_above_a_line_like_a_row() -> None:
    made = scene(kind="For your files")
    for month, opening, closing in (("May", "500.00", "410.00"), ("June", "410.00", "320.00")):
        made.cells((40, "Loan statement"), bold=True)
        made.cells((40, "12 SAMPLE STREET"))
        made.cells((40, "Account number: 1110001"))
        made.cells((40, f"Statement date: {month} 28, 2025"))
        made.cells((40, "Opening balance"), (-250, opening))
        made.cells((40, "Closing balance"), (-250, closing))
        made.cells((40, "Date"), (120, "Description"), (-400, "Amount"), (-470, "Balance"))
        made.cells((40, f"{month} 2025"))
        made.cells((40, "4"), (120, "Instalment received"), (-400, "-90.00"), (-470, closing))
        made.sheet.next_page()

    assert [[line.amount for line in one.lines] for one in statements(made)] == [[Decimal(90)], [Decimal(90)]]


def test_an_opening_below_an_accounts_only_row_belongs_to_it_if_its_closing_is_above() -> None:
    made = scene()
    for number, closing, opening in (("Page 1 of 1", "50.00", "60.00"), ("Page 1 of 1", "40.00", "50.00")):
        made.cells((450, number))
        made.cells((40, "Account number: 1110001"))
        made.cells(*HEAD)
        made.cells((120, "Closing balance"), (-545, closing))
        table(made, ("01/10/2025", "Rent", "10.00", "", closing))
        made.cells((120, "Opening balance"), (-545, opening))
        made.sheet.next_page()

    assert [(one.opening_balance, one.closing_balance) for one in statements(made)] == [
        (Decimal("60.00"), Decimal("50.00")),
        (Decimal("50.00"), Decimal("40.00")),
    ]


POT = (
    (
        "Everyday",
        "IBAN: DE27 1001 1001 2620 7787 04",
        (("01/03/2025", "Groceries", "-30.00"), ("01/04/2025", "Salary", "90.00")),
        "100.00",
        "160.00",
    ),
    ("Pot Holidays", "IBAN: DE27 1001 1001 2620 7787 04", (("01/08/2025", "From everyday", "5.00"),), "7.00", "12.00"),
)


def test_balances_below_the_rows_of_each_account_are_its_own() -> None:
    made = scene()
    for name, number, lines, opening, closing in POT:
        made.cells((40, name), bold=True)
        made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
        made.cells(*PLAIN_HEAD)
        for day, words, amount in lines:
            made.cells((40, day), (120, words), (-470, amount))
        made.cells((40, number))
        made.sheet.next_page()
        made.cells((40, "Opening balance"), (-470, opening))
        made.cells((40, "Closing balance"), (-470, closing))
        made.sheet.next_page()

    assert [one[1:] for one in ends(statements(made))] == [(Decimal(100), Decimal(160), 2), (Decimal(7), Decimal(12), 1)]
    assert True in proofs(made)


def test_the_last_day_of_a_period_below_another_table_is_no_row_that_waits_for_its_figure() -> None:
    made = scene()
    for _, number in (FIRST, SECOND):
        made.cells((40, "Account statement"), bold=True)
        made.cells((40, f"Account number: {number}"))
        made.cells((40, "From: 01/01/2025"))
        made.cells((40, "To: 01/31/2025"))
        made.cells((40, "Available balance"), (-470, "560.00"))
        made.cells((40, "Opening balance"), (-470, "100.00"))
        made.cells((40, "Closing balance"), (-470, "60.00"))
        made.cells(*PLAIN_HEAD)
        made.cells((40, "01/03/2025"), (120, "Check 1636"), (-470, "-40.00"))
        made.cells((40, "Summary of checks written"))
        made.cells((40, "Check no."), (120, "Date"), (-470, "Amount"))
        made.cells((40, "1636"), (120, "01/03/2025"), (-470, "40.00"))

    assert [[line.amount for line in one.lines] for one in statements(made)] == [[-40], [-40]]
