"""Headings that stand at the left of their columns, above figures that end at the right."""

import random

from tests.reading.drawing import statement
from tests.reading.making.scene import Scene


def test_figures_belong_to_the_heading_of_their_column() -> None:
    made = Scene(random.Random(1))  # noqa: S311  nothing secret is drawn
    for text in ("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026"):
        made.cells((40, text))
    made.cells((40, "Beginning balance"), (-430, "1,000.00"))
    made.cells((40, "Ending balance"), (-430, "1,149.91"), step=26)
    made.cells((40, "Date"), (100, "Description"), (350, "Debit"), (450, "Credit"))
    for day, text, edge, figure in (
        ("01/05", "Payroll", 555, "200.00"),
        ("01/20", "Coffee", 448, "0.09"),
        ("01/21", "Grocery", 448, "50.00"),
    ):
        made.cells((40, day), (100, text), (-edge, figure))

    assert [str(line.amount) for line in statement(made).lines] == ["200.00", "-0.09", "-50.00"]
