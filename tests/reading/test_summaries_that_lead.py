"""A summary whose figures lead from the opening to the closing names each of its sums; a note beside it is none of them."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, scene, write_lines

ROWS = (("04/01/2025", "Autopay, thank you", "-600.00"), ("09/01/2025", "Bookshop", "180.00"), ("20/01/2025", "Renewal", "25.00"))


def card(fees: str = "+25.00", *, abroad: str = "", page: str = "") -> Scene:
    """A card's summary with a note beside it, and its rows on another page."""
    made = scene(kind="Credit card statement")
    write_lines(made, "Statement period 01/01/2025 to 31/01/2025", "Credit limit 5,000.00")
    made.cells((40, "Minimum payment due"), (200, "20.00"))
    made.cells((300, "Previous balance"), (-545, "600.00"))
    made.cells((40, "you may have to pay a late fee of up to 40.00."), (300, "Payments/Credits"), (-545, "-600.00"))
    for name, figure in (("New charges", "+180.00"), ("Fees", fees), ("New balance", "205.00")):
        made.cells((300, name), (-545, figure))
    made.sheet.next_page()
    made.cells(*([(520, page)] if page else []), (40, "Activity"))
    made.cells((40, "Date"), (120, "Description"), (-545, "Amount"))
    for day, text, amount in ROWS:
        made.cells((40, day), (120, text), (-545, amount), *([(-400, abroad)] if abroad and text == "Bookshop" else []))
    return made


@pytest.mark.parametrize("parts", [{"abroad": "165.20"}, {"page": "p. 2/2"}])
def test_its_sums_and_figures_beside_the_rows_are_accounted_for(parts: dict[str, str]) -> None:
    assert proved(card(**parts))


def test_where_they_do_not_lead_there_a_figure_beside_a_row_may_be_its_amount() -> None:
    assert not proved(card("+45.00", abroad="165.20"))
