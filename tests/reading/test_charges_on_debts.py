"""Interest and fees of a card: named in its summary, and printed as rows with or without a day of their own."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import Line, proofs, proved, text_page

Row = tuple[str, str, str]
PAID, BOUGHT = ("Jan 04", "Payment, thank you", "-$200.00"), ("Jan 12", "Grocery", "$80.00")
INTEREST = ("Jan 31", "Purchase interest 20.99%", "$3.11")
NAMES = ("Payments", "Purchases", "Interest Charged")


def card(
    rows: tuple[Row, ...], *tail: Line, names: tuple[str, str, str] = NAMES, purchases: str = "$80.00", charged: str = "$3.11"
) -> Scene:
    """A card with a summary of its sums, its rows, and lines below them."""
    made = text_page("First Example Card", "Credit card statement", "Statement period: January 1, 2026 to January 31, 2026")
    figures = ("$500.00", "-$200.00", purchases, charged, "$383.11")
    for name, figure in zip(("Previous Balance", *names, "New Balance"), figures, strict=True):
        made.cells((50, name), (-300, figure))
    made.cells((50, "Date"), (110, "Description"), (-430, "Amount"))
    for day, text, figure in rows:
        made.cells((50, day), (110, text), (-430, figure))
    for line in tail:
        made.cells(*line)
    return made


def test_what_a_summary_names_as_interest_and_no_row_shows_contradicts_no_row() -> None:
    assert proofs(card((PAID, BOUGHT))) == [None]
    assert proofs(card((PAID, BOUGHT), names=("Payments", "Purchases", "Fees Charged"))) == [None]


@pytest.mark.parametrize(("purchases", "charged"), [("$81.00", "$3.11"), ("$79.00", "$4.11")])
def test_a_gap_that_is_no_charge_of_a_summary_that_leads_is_a_contradiction(purchases: str, charged: str) -> None:
    assert proofs(card((PAID, BOUGHT), purchases=purchases, charged=charged)) == [False]


@pytest.mark.parametrize(("charged", "holds"), [("$3.11", True), ("$4.11", False)])
def test_interest_alone_in_the_summary_of_a_debt_is_a_charge(charged: str, *, holds: bool) -> None:
    names = ("Payments & credits", "Purchases & debits", "Interest")

    assert proved(card((PAID, BOUGHT, INTEREST), names=names, charged=charged)) is holds
