"""Numbers, headings and names beside the rows: a branch, a section, a title, another account."""

import datetime as dt
from decimal import Decimal

import pytest

from reconciliation.reading.vocabulary.phrases import direction
from tests.reading.drawing import DAY, FIGURE, PAYROLL, TEXT, account, headings
from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, amounts, proofs, proved, scene, statement, statements, table

BALANCE = -520.0


def test_the_number_of_a_branch_is_no_day() -> None:
    made = scene()
    made.cells((40, "Sort code 07-04-36  Account no. 33911507"), (300, "Statement date: 30 September 2025"))
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*HEAD)
    table(made, ("01 Sep", "Rent", "40.00", "", "60.00"), ("20 Sep", "Salary", "", "30.00", "90.00"))
    made.cells((40, "Closing balance"), (-250, "90.00"))

    (result,) = statements(made)
    assert [line.date for line in result.lines] == [dt.date(2025, 9, 1), dt.date(2025, 9, 20)]


def test_a_number_like_a_day_of_another_time_gives_no_year() -> None:
    made = scene()
    for text in ("Sort code", "07-04-36", "Statement from 1 September 2025 to 30 September 2025", "07-04-36", "07-04-36"):
        made.cells((40, text))
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*HEAD)
    table(made, ("01 Sep", "Rent", "40.00", "", "60.00"))

    (result,) = statements(made)
    assert [line.date for line in result.lines] == [dt.date(2025, 9, 1)]


def sections(second: str, *, size: float, left: float = DAY) -> Scene:
    """Two sections, of money in and money out, the second under its name and headings of its own."""
    made = account((), closing="1,150.00")
    made.cells((DAY, "Deposits and additions"))
    headings(made)
    made.cells((DAY, "01/05"), (TEXT, "Payroll"), (FIGURE, "200.00"))
    made.cells((left, second), size=size)
    headings(made)
    made.cells((DAY, "01/20"), (TEXT, "Monthly"), (FIGURE, "50.00"))
    return made


@pytest.mark.parametrize("name", ["Service Charges and Fees", "Purchases and debits", "Withdrawals"])
@pytest.mark.parametrize("size", [9, 14])
def test_the_name_of_a_section_over_its_headings_is_none_of_them(name: str, size: float) -> None:
    made = sections(name, size=size)

    assert amounts(made) == ["200.00", "-50.00"]
    assert proved(made)


def test_a_line_in_larger_letters_does_not_continue_the_row_above() -> None:
    made = account([PAYROLL], closing="1,200.00")
    made.cells((TEXT, "Withdrawals"), size=14)

    assert statement(made).lines[0].description == "Payroll"


def test_a_section_that_goes_on_on_the_next_page_is_one_table() -> None:
    made = account([PAYROLL], closing="1,130.00")
    made.cells((DAY, "Withdrawals"))
    headings(made)
    made.cells((DAY, "01/06"), (TEXT, "Monthly"), (FIGURE, "20.00"))
    made.sheet.next_page()
    made.cells((DAY, "Withdrawals (continued)"))
    headings(made)
    made.cells((DAY, "01/20"), (TEXT, "Monthly"), (FIGURE, "50.00"))
    made.cells((TEXT, "Subtotal"), (FIGURE, "70.00"))

    assert proved(made)


def test_a_number_without_words_in_the_details_does_not_end_them() -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*HEAD)
    made.cells((40, "01/05/2025"), (120, "Book depot"), (-400, "20.00"), (-545, "80.00"), step=11)
    for text in ("12.71 EUR@", "1.1563946", "INCL FX FEE E0.63"):
        made.cells((120, text), step=11)
    made.cells((120, "Rent"), (-400, "10.00"), (-545, "70.00"))

    (result,) = statements(made)
    assert [(str(line.amount), line.date) for line in result.lines] == [(size, dt.date(2025, 1, 5)) for size in ("-20.00", "-10.00")]


def test_a_row_of_totals_may_repeat_the_balance() -> None:
    made = account((), closing="1,150.00")
    made.cells((DAY, "Date"), (TEXT, "Description"), (-360, "Withdrawals"), (-440, "Deposits"), (BALANCE, "Balance"))
    made.cells((DAY, "01/05"), (TEXT, "Payroll"), (-440, "200.00"), (BALANCE, "1,200.00"))
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), (-360, "50.00"), (BALANCE, "1,150.00"))
    made.cells((TEXT, "Totals at end of page"), (-360, "50.00"), (-440, "200.00"), (BALANCE, "1,150.00"))

    assert proved(made)


@pytest.mark.parametrize(("label", "way"), [("credit card", 0), ("credit union", 0), ("credits", 1), ("credit card payments", -1)])
def test_a_credit_card_is_no_money_in(label: str, way: int) -> None:
    assert direction(label) == way


def forwards(first: str, second: str) -> list[Decimal | None]:
    """The openings of a file with two tables, each with a balance brought forward, and no closing named."""
    made = scene()
    for name, brought, after in ((first, "100.00", "60.00"), (second, "400.00", "360.00")):
        made.cells((40, name))
        made.cells(*HEAD)
        made.cells((40, "1 Sep"), (120, "B/F balance"), (-545, brought))
        table(made, ("2 Sep", "Rent", "40.00", "", after))
    return [one.opening_balance for one in statements(made)]


def test_another_balance_brought_forward_under_another_heading_begins_an_account() -> None:
    assert forwards("HKD Savings", "HKD Current") == [Decimal(100), Decimal(400)]
    assert forwards("HKD Savings", "HKD Savings") == [Decimal(100)]


def test_an_address_over_the_headings_names_no_account() -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Account number 01-0902-0081144-00"))
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells((40, "Auckland 1011"))
    made.cells(*HEAD)
    table(made, ("01/03/2025", "Rent", "40.00", "", "60.00"))
    made.sheet.next_page()
    made.cells((40, "Account number 01-0902-0081144-00"))
    made.cells(*HEAD)
    table(made, ("01/20/2025", "Salary", "", "30.00", "90.00"))
    made.cells((40, "Closing balance"), (-250, "90.00"))

    assert proofs(made) == [True]
