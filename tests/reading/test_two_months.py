"""Two statements of one account in one file, each with a first page that has no rows."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page, proofs

LEFT, TEXT, RIGHT = 50.0, 110.0, -430.0
MONTHS = (
    ("January 1, 2026 to January 31, 2026", "1,000.00", "1,150.00", "01"),
    ("February 1, 2026 to February 28, 2026", "1,150.00", "1,300.00", "02"),
)


def drawn(numbers: tuple[str, str, str, str]) -> Scene:
    """A page of balances and a page of rows for each month, each page with its number."""
    made = empty_page()
    for place, (period, opening, closing, month) in enumerate(MONTHS):
        if place:
            made.sheet.next_page()
        made.cells((LEFT, "First Example Bank"), (RIGHT, numbers[2 * place]), size=14, step=20)
        made.cells((LEFT, f"Checking account statement, {period}"))
        made.cells((LEFT, "Beginning balance"), (RIGHT, opening))
        made.cells((LEFT, "Ending balance"), (RIGHT, closing), step=26)
        made.sheet.next_page()
        made.cells((LEFT, "First Example Bank"), (RIGHT, numbers[2 * place + 1]), step=26)
        made.cells((LEFT, "Date"), (TEXT, "Description"), (RIGHT, "Amount"))
        for day, text, figure in (("05", "Payroll", "200.00"), ("20", "Grocery", "-50.00")):
            made.cells((LEFT, f"{month}/{day}"), (TEXT, text), (RIGHT, figure))
    return made


@pytest.mark.parametrize(
    ("numbers", "holds"),
    [
        (("Page 1 of 2", "Page 2 of 2", "Page 1 of 2", "Page 2 of 2"), True),
        (("Page 1 of 4", "Page 2 of 4", "Page 3 of 4", "Page 4 of 4"), None),
    ],
)
def test_a_statement_that_begins_on_a_first_page_is_no_piece_of_the_one_before(
    numbers: tuple[str, str, str, str], holds: bool | None
) -> None:
    assert proofs(drawn(numbers)) == [holds, holds]
