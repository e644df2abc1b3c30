"""Detached parts of a name or a figure: a unit in brackets, a minus before a gap."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, scene, statement


def sides(into: str, out: str) -> Scene:
    """Rows of two columns under these headings, with totals of both sides."""
    made = scene()
    made.cells((40, "Period: 01/03/2026 to 31/03/2026"))
    for label, figure in (("Opening balance", "100.00"), ("Paid in", "70.00"), ("Paid out", "20.00"), ("Closing balance", "150.00")):
        made.cells((40, label), (-300, figure))
    made.cells((40, "Date"), (120, "Description"), (-400, into), (-490, out))
    for day, place, figure in ((3, -400, "30.00"), (9, -490, "20.00"), (19, -400, "40.00")):
        made.cells((40, f"{day:02}/03/2026"), (120, "Card payment"), (place, figure))
    return made


@pytest.mark.parametrize(("into", "out"), [("In (SEK)", "Out (SEK)"), ("Paid in (in £)", "Paid out (in £)"), ("In [EUR]", "Out [EUR]")])
def test_the_brackets_of_a_heading_contain_the_unit_of_its_column(into: str, out: str) -> None:
    assert [str(line.amount) for line in statement(sides(into, out)).lines] == ["30.00", "-20.00", "40.00"]
    assert proved(sides(into, out))


def signed(heading: str, minus: float = 0.0) -> Scene:
    """Rows of one column; `minus` is the right edge of the second row's sign, if that is apart from its figure."""
    made = scene()
    made.cells((40, "Period: 01/03/2026 to 31/03/2026"))
    made.cells((40, "Date"), (120, "Description"), (-400, heading), (-490, "Balance"))
    made.cells((40, "01/03/2026"), (120, "Opening balance"), (-490, "100.00"))
    made.cells((40, "03/03/2026"), (120, "Payroll"), (-400, "30.00"), (-490, "130.00"))
    made.cells(
        (40, "09/03/2026"), (120, "Grocer"), *([(-minus, "-")] if minus else []), (-400, "20.00" if minus else "-20.00"), (-490, "110.00")
    )
    made.cells((40, "19/03/2026"), (120, "Fuel"), (-400, "-10.00"), (-490, "100.00"))
    made.cells((40, "31/03/2026"), (120, "Closing balance"), (-490, "100.00"))
    return made


def test_an_amount_with_its_unit_in_brackets_names_no_side() -> None:
    assert [str(line.amount) for line in statement(signed("Amount (in \u20b9)")).lines] == ["30.00", "-20.00", "-10.00"]


def test_a_minus_right_before_a_gap_is_the_figures() -> None:
    assert [str(line.amount) for line in statement(signed("Amount", 370.0)).lines] == ["30.00", "-20.00", "-10.00"]
    assert proved(signed("Amount", 370.0))
