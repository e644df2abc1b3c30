"""Totals of some rows: of one card or one day, below the rows or above them."""

from tests.reading.drawing import DAY, FIGURE, TEXT, account, headings
from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, statement, text_page


def test_a_total_of_the_rows_below_a_heading_does_not_contradict_rows_above_it() -> None:
    made = account((("01/05", "Payroll", "200.00"),))
    made.cells((TEXT, "Card 1234, Rosa Example"))
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), (FIGURE, "-30.00"))
    made.cells((DAY, "01/21"), (TEXT, "Bakery"), (FIGURE, "-20.00"))
    made.cells((TEXT, "Total of card 1234"), (FIGURE, "-50.00"))

    assert proved(made)


def test_a_total_that_no_rows_come_to_speaks_against_them() -> None:
    made = account()
    made.cells((TEXT, "Total of card 1234"), (FIGURE, "-51.00"))

    assert not proved(made)


def of_days(second: str) -> Scene:
    made = text_page("First Example Bank", "Checking account statement", "January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Opening balance"), (FIGURE, "1,000.00"))
    made.cells((DAY, "Closing balance"), (FIGURE, "1,150.00"), step=26)
    for day, total, figure, rows in (
        ("05 Jan 2026", "Total money in", "+ 200.00", (("Payroll", "150.00"), ("Transfer from Ann", "50.00"))),
        ("20 Jan 2026", "Total money out", second, (("Grocery", "30.00"), ("Bakery", "20.00"))),
    ):
        made.cells((DAY, day), (TEXT, total), (FIGURE, figure))
        for text, amount in rows:
            made.cells((TEXT, text), (FIGURE, amount))
    return made


def test_a_days_total_above_its_rows_is_compared_with_them() -> None:
    result = statement(of_days("- 50.00"))

    assert [line.amount for line in result.lines] == [150, 50, -30, -20]
    assert result.integrity.holds
    assert not proved(of_days("- 51.00"))


def test_a_tax_contained_in_other_figures_is_no_sum_of_the_rows() -> None:
    made = account()
    made.cells((TEXT, "Total VAT"), (FIGURE, "1.25"))

    assert proved(made)


def test_a_total_split_into_its_parts_needs_no_rows_for_them() -> None:
    made = account(closing="1,120.00")
    made.cells((DAY, "Summary"))
    for name, figure in (("Rosa Example 1-1007", "20.00"), ("Tom Example 1-1015", "10.00"), ("Total of all cards", "30.00")):
        made.cells((DAY, name), (FIGURE, figure))
    made.cells((DAY, "Cards"))
    headings(made)
    made.cells((DAY, "01/22"), (TEXT, "Shop"), (FIGURE, "-20.00"))
    made.cells((DAY, "01/23"), (TEXT, "Shop"), (FIGURE, "-10.00"))

    assert proved(made)


def test_the_parts_of_a_total_that_no_rows_come_to_are_not_passed_over() -> None:
    made = account(closing="1,120.00")
    made.cells((DAY, "Summary"))
    for name, figure in (("Rosa Example 1-1007", "25.00"), ("Tom Example 1-1015", "10.00"), ("Total of all cards", "35.00")):
        made.cells((DAY, name), (FIGURE, figure))
    made.cells((DAY, "Cards"))
    headings(made)
    made.cells((DAY, "01/22"), (TEXT, "Shop"), (FIGURE, "-30.00"))

    assert not proved(made)


def by_card(*, purchases: str) -> Scene:
    """A card's statement with a fee beside its purchases, and the total of the purchases below the rows."""
    made = text_page("First Example Bank", "Credit card statement", "January 1, 2026 to January 31, 2026")
    summary = (
        ("Opening balance", "80.00"),
        ("Payments and credits", "80.00 CR"),
        ("Purchases", "40.00"),
        ("Fees and charges", "8.00"),
        ("Closing balance", "48.00"),
    )
    for name, figure in (*summary, ("Credit limit", "900.00"), ("Minimum payment due", "10.00")):
        made.cells((DAY, name), (FIGURE, figure))
    headings(made)
    for day, text, figure in (("Jan 5", "Payment, thank you", "80.00 CR"), ("Jan 9", "Shop", "40.00"), ("Jan 31", "Monthly fee", "8.00")):
        made.cells((DAY, day), (TEXT, text), (FIGURE, figure))
    made.cells((DAY, "Total purchases"), (FIGURE, purchases))
    return made


def test_a_total_of_purchases_adds_up_with_the_fees_beside_it() -> None:
    assert proved(by_card(purchases="40.00"))
    assert not proved(by_card(purchases="41.00"))


def test_the_total_due_is_a_cards_closing_if_no_other_balance_is_named() -> None:
    made = text_page("First Example Bank", "Credit card statement", "January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Payment due date"), (200, "Total dues"), (350, "Minimum amount due"))
    made.cells((DAY, "02/19/2026"), (200, "40.00"), (350, "10.00"), step=26)
    made.cells((DAY, "Opening balance"), (FIGURE, "80.00"))
    made.cells((DAY, "Your transactions"))
    headings(made)
    made.cells((DAY, "Jan 5"), (TEXT, "Payment, thank you"), (FIGURE, "80.00 CR"))
    made.cells((DAY, "Jan 9"), (TEXT, "Shop"), (FIGURE, "40.00"))

    result = statement(made)
    assert result.closing_balance == -40
    assert result.integrity.holds


def wallet(paid_out: str) -> Scene:
    """Return a wallet with the newest row first, no opening or closing, and a list of money in and out by kind, with its total."""
    made = text_page("First Example Wallet", "Statement of your wallet", "January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Transaction type"), (-400, "Paid in"), (-500, "Paid out"))
    made.cells((DAY, "Send money:"), (-400, "0.00"), (-500, "50.00"))
    made.cells((DAY, "Received money:"), (-400, "200.00"), (-500, "0.00"))
    made.cells((DAY, "Total:"), (-400, "200.00"), (-500, paid_out), step=26)
    made.cells((DAY, "Completion time"), (170, "Details"), (-400, "Paid in"), (-460, "Withdrawn"), (-530, "Balance"))
    made.cells((DAY, "2026-01-20 10:12:55"), (170, "Customer transfer"), (-460, "-50.00"), (-530, "1,150.00"))
    made.cells((DAY, "2026-01-05 09:00:01"), (170, "Funds received"), (-400, "200.00"), (-530, "1,200.00"))
    return made


def test_totals_of_both_sides_in_a_list_by_kind_show_that_no_row_is_missing() -> None:
    assert proved(wallet("50.00"))
    assert not proved(wallet("51.00"))
