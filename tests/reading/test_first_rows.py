"""An opening derived from the first row's balance needs another confirmation of that row."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, scene, statement, table


def account(first: str, *, more: str = "") -> Scene:
    """Nothing names the opening; the first row's figure is the only one of its column, with `more` close beside it."""
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Closing balance"), (-250, "1,060.00"), step=26)
    made.cells(*HEAD)
    if more:
        made.sheet.write(438, more, right=True)
    table(
        made,
        ("01/05/2025", first, "", "200.00", "1,200.00"),
        ("01/15/2025", "Rent", "100.00", "", "1,100.00"),
        ("01/20/2025", "Fuel", "40.00", "", "1,060.00"),
    )
    return made


@pytest.mark.parametrize(("words", "more", "follow"), [("Salary", "", True), ("Alder", "", False), ("Salary", "1,", False)])
def test_rows_do_not_follow_from_an_unconfirmed_first_row(words: str, more: str, *, follow: bool) -> None:
    result = statement(account(words, more=more)).integrity

    assert result.rows_follow is follow
    assert ("first_row_unconfirmed" in {fact.code for fact in result.unconfirmed}) is not follow


@pytest.mark.parametrize(("later", "follow"), [("-40.00", True), ("40.00", False)])
def test_the_sign_of_a_first_row_alone_confirms_nothing_where_no_other_row_bears_one(later: str, *, follow: bool) -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    closing = "1,160.00" if follow else "1,240.00"
    made.cells((40, "Closing balance"), (-250, closing), step=26)
    made.cells((40, "Date"), (120, "Description"), (-470, "Amount"), (-545, "Balance"))
    made.cells((40, "01/05/2025"), (120, "Alder"), (-470, "-100.00"), (-545, "1,200.00"))
    made.cells((40, "01/20/2025"), (120, "Birch"), (-470, later), (-545, closing))

    assert statement(made).integrity.rows_follow is follow
