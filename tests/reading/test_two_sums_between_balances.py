"""Two figures that lead from one balance to the other, like the two sides."""

from tests.reading.drawing import DAY, FIGURE, TEXT
from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, text_page


def account(added: str, taken: str, *, plus: str = "Plus", balances: bool = False) -> Scene:
    """200.00 in and 50.00 out, from 1,000.00 to 1,150.00."""
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026")
    for name, figure in (("Beginning balance", "1,000.00"), (plus, added), ("Less", taken), ("Ending balance", "1,150.00")):
        made.cells((DAY, name), (FIGURE, figure))
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"), *([(-520.0, "Balance")] if balances else []))
    for day, text, figure, balance in (("01/05", "Payroll", "200.00", "1,200.00"), ("01/20", "Grocery", "-50.00", "1,150.00")):
        made.cells((DAY, day), (TEXT, text), (FIGURE, figure), *([(-520.0, balance)] if balances else []))
    return made


def test_figures_that_lead_from_opening_to_closing_must_be_the_sides_of_the_rows() -> None:
    assert proved(account("200.00", "50.00"))
    assert not proved(account("220.00", "70.00"))
    assert not proved(account("220.00", "70.00", plus="Transfers"))


def test_balances_beside_every_row_confirm_it_against_such_figures() -> None:
    assert proved(account("220.00", "70.00", balances=True))
