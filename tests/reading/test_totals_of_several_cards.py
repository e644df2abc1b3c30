"""The total of all cards, below a list of them above the cards' own rows."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proofs, text_page

CARDS = (("PRVI VISA", "4265-8812-0099-1122", "30.00", "80.00", "50.00"), ("ONE VISA", "4265-8812-0099-3344", "0.00", "95.00", "95.00"))


def of_two_cards(balance: str, due: str) -> Scene:
    """Return two cards, each listed with its balance and the amount due on it, and the totals of both columns."""
    made = text_page("First Example Card", "Credit card statement", "Statement date 25 JAN 2026")
    made.cells((50, "Card Name"), (200, "Card Number"), (-430, "Statement Balance"), (-545, "Minimum Payment Due"))
    for name, number, _, closing, _ in CARDS:
        made.cells((50, name), (200, number), (-430, closing), (-545, "50.00"))
    made.cells((50, "Grand Total"), (-430, balance), (-545, due))
    for name, number, opening, closing, bought in CARDS:
        made.cells((50, "Date"), (110, "Description of Transaction"), (-545, "Transaction Amount"))
        made.cells((110, f"{name}  {number}"))
        made.cells((110, "PREVIOUS BALANCE"), (-545, opening))
        made.cells((50, "03 JAN"), (110, "Grocery"), (-545, bought))
        made.cells((110, f"TOTAL BALANCE FOR {name}"), (-545, closing))
    return made


@pytest.mark.parametrize(("balance", "due", "first"), [("175.00", "100.00", True), ("175.00", "110.00", None), ("185.00", "100.00", None)])
def test_a_total_that_every_column_of_a_list_of_cards_comes_to_is_that_of_the_list(balance: str, due: str, first: bool | None) -> None:
    assert proofs(of_two_cards(balance, due)) == [first, True]
