"""Totals, sums and counts of some rows, which together with their neighbours cover all rows."""

import pytest

from tests.reading.drawing import DAY, FIGURE, TEXT, account
from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, proved, statement, text_page


def card(*totals: tuple[str, str]) -> Scene:
    """Return a card with three purchases, and totals below them."""
    made = text_page("First Example Bank", "Credit card statement", "Statement period: January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Previous balance"), (FIGURE, "100.00"))
    made.cells((DAY, "New balance"), (FIGURE, "160.00"), step=26)
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))
    for day, text, figure in (("01/05", "Grocery", "30.00"), ("01/06", "Bakery", "20.00"), ("01/07", "Bookshop", "10.00")):
        made.cells((DAY, day), (TEXT, text), (FIGURE, figure))
    for name, figure in totals:
        made.cells((TEXT, name), (FIGURE, figure))
    return made


def test_totals_that_add_up_to_the_next_one_break_it_down() -> None:
    holders = (("Total for Rosa Example", "45.00"), ("Total for Tom Example", "15.00"))

    assert proved(card(*holders, ("Total purchases", "60.00")))
    assert not proved(card(*holders, ("Total purchases", "61.00")))
    assert not proved(card(holders[0], ("Total purchases", "60.00")))


def agreeing(made: Scene) -> list[tuple[str, ...]]:
    """Return the number of printed totals that agree with the rows, if any."""
    return [fact.figures for fact in statement(made).integrity.confirmed if fact.code == "totals_of_rows_agree"]


def test_a_total_that_is_the_new_balance_counts_for_the_reading() -> None:
    assert agreeing(card(("Total amount", "160.00"))) == [("1",)]
    assert agreeing(card(("Total amount", "161.00"))) == []


def test_on_a_card_payments_towards_the_account_are_money_in() -> None:
    made = text_page("First Example Bank", "Credit card statement", "Statement period: January 1, 2026 to January 31, 2026")
    for name, figure in (("Previous balance", "100.00"), ("Payments towards your account", "90.00"), ("New balance", "40.00")):
        made.cells((DAY, name), (FIGURE, figure))
    made.sheet.down()
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "01/05"), (TEXT, "Payment received, thank you"), (FIGURE, "-90.00"))
    made.cells((DAY, "01/06"), (TEXT, "Bakery"), (FIGURE, "30.00"))

    assert amounts(made) == ["90.00", "-30.00"]
    assert agreeing(made) == [("1",)]


@pytest.mark.parametrize(("sign", "holds"), [("+ ", True), ("", False)])
def test_a_name_behind_a_plus_in_a_summary_is_money_in(sign: str, *, holds: bool) -> None:
    made = account((("01/05", "Payroll", "150.00"), ("01/06", "Bonus", "50.00"), ("01/20", "Grocery", "-50.00")), before=[])
    made.cells((DAY, "Summary"))
    made.cells((DAY, "Total deposits"), (FIGURE, "150.00"))
    made.cells((DAY, f"{sign}Bonus of the bank"), (FIGURE, "50.00"))

    assert proved(made) is holds


@pytest.mark.parametrize(("count", "holds"), [("3", True), ("9", False)])
def test_a_count_may_be_that_of_several_tables_of_one_side(count: str, *, holds: bool) -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Beginning balance"), (FIGURE, "1,000.00"))
    made.cells((DAY, f"Number of withdrawals: {count}"))
    made.cells((DAY, "Ending balance"), (FIGURE, "915.00"), step=26)
    for name, rows in (
        ("ATM withdrawals", (("01/05", "Main Street", "30.00"),)),
        ("Electronic withdrawals", (("01/06", "Power", "20.00"), ("01/07", "Water", "10.00"))),
        ("Checks paid", (("01/08", "1001", "5.00"), ("01/09", "1002", "6.00"), ("01/10", "1003", "7.00"), ("01/11", "1004", "7.00"))),
    ):
        made.cells((DAY, name))
        made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))
        for day, text, figure in rows:
            made.cells((DAY, day), (TEXT, text), (FIGURE, figure))

    assert proved(made) is holds


def test_a_total_of_payments_and_receipts_names_no_side_by_itself() -> None:
    made = text_page("First Example Bank", "Current account statement", "Statement period: 1 January 2026 to 31 January 2026")
    made.cells((40, "Opening balance"), (-250, "1,000.00"))
    made.cells((40, "Closing balance"), (-250, "1,150.00"), step=26)
    made.cells((40, "Date"), (120, "Description"), (-400, "Payments"), (-470, "Receipts"), (-545, "Balance"))
    made.cells((40, "05 Jan"), (120, "Payroll"), (-470, "200.00"), (-545, "1,200.00"))
    made.cells((40, "20 Jan"), (120, "Grocery"), (-400, "50.00"), (-545, "1,150.00"))
    made.cells((120, "Total Payments/Receipts"), (-400, "50.00"), (-470, "200.00"))

    assert proved(made)


@pytest.mark.parametrize(
    ("name", "is_proved"),
    [
        *(("Total charges", True), ("Charges", True), ("Total fees", True)),
        *(("Total withdrawals and charges", False), ("Total debits", False)),
    ],
)
def test_charges_are_part_of_the_money_out_of_a_deposit_account(name: str, *, is_proved: bool) -> None:
    made = text_page("First Example Bank", "Cheque account statement", "Statement period: 1 January 2026 to 31 January 2026")
    made.cells((50, "Opening balance"), (-220, "1,000.00 Cr"), (250, "Service fees"), (-390, "50.00 Dr"))
    made.cells((50, "Closing balance"), (-220, "1,150.00 Cr"), (250, name), (-390, "50.00 Dr"))
    made.cells((50, "Date"), (110, "Description"), (-400, "Amount"), (-490, "Balance"))
    rows = (
        ("05 Jan", "Salary", "250.00Cr", "1,250.00Cr"),
        ("20 Jan", "Shop", "50.00", "1,200.00Cr"),
        ("31 Jan", "Fee", "50.00", "1,150.00Cr"),
    )
    for day, text, amount, balance in rows:
        made.cells((50, day), (110, text), (-400, amount), (-490, balance))

    assert proved(made) is is_proved


@pytest.mark.parametrize(("charges", "is_proved"), [("60.00", True), ("50.00", False)])
def test_charges_are_all_that_a_card_owes_more(charges: str, *, is_proved: bool) -> None:
    assert proved(card(("Total charges", charges))) is is_proved


def summed(payments: str, credited: str) -> Scene:
    """Return a card that breaks down the total of payments and credits right above it."""
    made = text_page("First Example Card", "Credit card statement", "Statement period: January 1, 2026 to January 31, 2026")
    for name, figure in (("Previous Balance", "$500.00"), ("New Balance", "$50.00")):
        made.cells((DAY, name), (-300, figure))
    for name, figure in (("Payments", payments), ("ROSA EXAMPLE 6-41007", credited), ("Total Payments and Credits", "-$530.00")):
        made.cells((DAY, name), (FIGURE, figure))
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))
    for day, text, figure in (
        ("Jan 04", "Payment, thank you", "-$500.00"),
        ("Jan 11", "Lodge", "-$30.00"),
        ("Jan 12", "Grocery", "$80.00"),
    ):
        made.cells((DAY, day), (TEXT, text), (FIGURE, figure))
    return made


def test_the_figures_that_come_to_the_total_of_a_side_below_them_are_parts_of_it() -> None:
    assert proved(summed("-$500.00", "-$30.00"))
    assert not proved(summed("-$510.00", "-$30.00"))
    assert not proved(summed("-$510.00", "-$20.00"))
