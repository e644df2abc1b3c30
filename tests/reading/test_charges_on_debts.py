"""Interest and fees of a card: named in its summary, or printed as rows with or without a day."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import Line, proofs, proved, statement, text_page

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


def test_interest_in_a_summary_without_a_row_contradicts_no_row() -> None:
    assert proofs(card((PAID, BOUGHT))) == [None]
    assert proofs(card((PAID, BOUGHT), names=("Payments", "Purchases", "Fees Charged"))) == [None]


@pytest.mark.parametrize(("purchases", "charged"), [("$81.00", "$3.11"), ("$79.00", "$4.11")])
def test_a_gap_that_is_no_charge_of_a_summary_that_leads_is_a_contradiction(purchases: str, charged: str) -> None:
    assert proofs(card((PAID, BOUGHT), purchases=purchases, charged=charged)) == [False]


@pytest.mark.parametrize(("charged", "holds"), [("$3.11", True), ("$4.11", False)])
def test_interest_alone_in_the_summary_of_a_debt_is_a_charge(charged: str, *, holds: bool) -> None:
    names = ("Payments & credits", "Purchases & debits", "Interest")

    assert proved(card((PAID, BOUGHT, INTEREST), names=names, charged=charged)) is holds


def dated(made: Scene) -> list[tuple[str, str]]:
    """The day of booking and the amount of each row."""
    return [(str(line.date)[5:], str(line.amount)) for line in statement(made).lines]


CHARGE: Line = ((50, "Interest Charge on Purchases"), (-430, "$3.11"))
TOTALLED: Line = ((50, "Total Interest for This Period"), (-430, "$3.11"))
ROWS = [("01-04", "200.00"), ("01-12", "-80.00"), ("01-31", "-3.11")]


def test_interest_in_a_section_of_its_own_is_a_row_of_the_last_day() -> None:
    made = card((PAID, BOUGHT), ((50, "Interest Charged"),), CHARGE, TOTALLED)

    assert dated(made) == ROWS
    assert proved(made)


@pytest.mark.parametrize(
    ("heading", "charge"), [("Other Transactions", CHARGE), ("Interest Charged", ((50, "Interest Charge on Purchases"), (-430, "$3.12")))]
)
def test_a_line_elsewhere_or_with_another_figure_is_no_row_of_interest(heading: str, charge: Line) -> None:
    made = card((PAID, BOUGHT), ((50, heading),), charge)

    assert len(statement(made).lines) == 2
    assert not proved(made)


def test_interest_alone_below_dated_rows_does_not_have_their_day() -> None:
    below: Line = ((110, "Interest charge on purchases"), (-430, "$3.11"))
    shared: tuple[Line, Line] = (((110, "Grocery"), (-430, "$40.00")), below)

    assert dated(card((PAID, BOUGHT), below)) == [*ROWS[:2], ("", "-3.11")]
    assert not proved(card((PAID, BOUGHT), below))
    assert dated(card((PAID, ("Jan 12", "Grocery", "$40.00")), *shared))[2:] == [("01-12", "-40.00"), ("01-12", "-3.11")]
