"""Boxes of advice beside the rows are not part of the table, with any figures in them."""

import pytest

from reconciliation.reading.document.furniture import without_boxes
from reconciliation.reading.tokens.rows import rows_of
from tests.reading.drawing import DAY, FIGURE, account
from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts

ADVICE = ("Did you know?", "Save 5.00 each week and", "have 260.00 within a year.", "Ask in your branch.")
ROWS = (("January 5, 2026",), ("Payroll", "200.00"), ("January 20, 2026",), ("Kiosk", "-20.00"), ("Grocery", "-30.00"))


def beside(lines: tuple[str, ...], *, step: float = 10.0) -> Scene:
    """The account's rows, with lines that begin right of them, from the headings on."""
    made = account((), headed=False)
    for place, text in enumerate(lines):
        made.sheet.write(450, text, size=7, y=made.sheet.y + step * (place - 1))
    for row in (("Details", "Amount"), *ROWS):
        made.cells(*zip((DAY, FIGURE), row, strict=False))
    return made


def texts(made: Scene) -> str:
    return " ".join(row.text for page in made.sheet.document().pages for row in without_boxes(rows_of(page)))


def test_a_box_beside_the_headings_and_the_rows_leaves_them_as_they_are() -> None:
    assert amounts(beside(ADVICE)) == ["200.00", "-20.00", "-30.00"]


@pytest.mark.parametrize(
    "lines",
    [
        ("Your account", "Closing balance 1,150.00", "Limit 500.00"),
        ("1,500.00 Euro", "1,000.00 Euro", "1,150.00 Euro"),
        ("Your account", "Number 12345678", "Branch in London"),
        ("Your account", "from 01/01/2026", "to 01/31/2026"),
    ],
)
def test_the_text_of_a_box_with_sums_days_or_numbers_stays_in_the_rows(lines: tuple[str, ...]) -> None:
    assert all(line.split()[-1] in texts(beside(lines)) for line in lines)


def test_words_level_with_the_rows_stay_in_the_rows() -> None:
    assert "within a year." in texts(beside(ADVICE, step=13.0))
