"""A section's name in the column of descriptions, below the total of the section before it."""

from tests.reading.making.scene import Scene
from tests.reading.scenes import PLAIN_HEAD, proofs, text_page

DAY, TEXT, FIGURE = 40.0, 120.0, -470.0


def card() -> Scene:
    made = text_page("First Example Bank", "Credit Card Statement", "Statement period: 01/01/2026 to 01/31/2026", left=DAY)
    for label, figure in (("Previous balance", "500.00"), ("New balance", "110.00")):
        made.cells((DAY, label), (-250.0, figure))
    made.cells(*PLAIN_HEAD)
    made.cells((TEXT, "Payments and other credits"))
    made.cells((DAY, "01/05/2026"), (TEXT, "Transfer of Ann"), (FIGURE, "500.00"))
    made.cells((TEXT, "Total payments and other credits"), (FIGURE, "500.00"))
    made.cells((TEXT, "Purchases and adjustments"))
    made.cells((DAY, "01/15/2026"), (TEXT, "Grocery"), (FIGURE, "80.00"))
    made.cells((DAY, "01/20/2026"), (TEXT, "Bakery"), (FIGURE, "30.00"))
    made.cells((TEXT, "Total purchases and adjustments"), (FIGURE, "110.00"))
    return made


def test_a_name_in_the_text_column_starts_a_section_below_a_total() -> None:
    assert proofs(card()) == [True]
