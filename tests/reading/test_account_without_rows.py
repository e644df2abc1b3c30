"""An account in which nothing happened."""

import random

from tests.reading.drawing import DAY, FIGURE, statement
from tests.reading.making.scene import Scene


def test_without_rows_and_without_a_closing_nothing_is_proved() -> None:
    made = Scene(random.Random(1))  # noqa: S311  nothing secret is drawn
    for text in ("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026"):
        made.cells((DAY, text))
    made.cells((DAY, "Beginning balance"), (FIGURE, "1,000.00"), step=26)
    made.cells((DAY, "No transactions in this period"))

    assert not statement(made).integrity.holds
