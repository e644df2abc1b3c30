"""Totals of some of an account's rows: of one card's, of one day's, below the rows or over them."""

import random

from reconciliation.reading.reader import read
from tests.reading.drawing import DAY, FIGURE, TEXT, account, proved
from tests.reading.making.scene import Scene


def test_a_total_of_the_rows_since_a_heading_does_not_speak_against_the_rows_above_it() -> None:
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
    made = Scene(random.Random(1))  # noqa: S311  nothing secret is drawn
    for text in ("First Example Bank", "Checking account statement", "January 1, 2026 to January 31, 2026"):
        made.cells((DAY, text))
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


def test_a_days_total_over_its_rows_is_held_against_those_below_it() -> None:
    (found,) = read(of_days("- 50.00").sheet.document()).statements

    assert [line.amount for line in found.lines] == [150, 50, -30, -20]
    assert found.integrity.holds
    assert not proved(of_days("- 51.00"))


def test_a_tax_contained_in_other_figures_is_no_sum_of_the_rows() -> None:
    made = account()
    made.cells((TEXT, "Total VAT"), (FIGURE, "1.25"))

    assert proved(made)
