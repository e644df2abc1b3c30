"""Rows called a sum, not booked or cancelled forbid the proof if the balances include them."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, scene

RENT, PAY, FOOD = ("02/03/2026", "Rent", "-300.00"), ("05/03/2026", "Payroll", "1,250.00"), ("19/03/2026", "Grocer", "-45.30")
SUM = ("06/03/2026", "Week 10 net", "950.00")
Rows = tuple[tuple[str, ...] | str, ...]


def account(rows: Rows, *, closing: str = "1,904.70", heading: str = "", status: str = "", below: str = "") -> Scene:
    """An account of March that opens with 1,000.00. A fourth text of a row is in a cell of its own, under `status`."""
    made = scene()
    made.cells((40, "Account number: 1234567890"))
    made.cells((40, "Period: 01/03/2026 to 31/03/2026"))
    made.cells((40, "Opening balance"), (-470, "1,000.00"))
    made.cells((40, "Closing balance"), (-470, closing))
    made.cells((40, "Total paid in"), (-470, "2,200.00" if SUM in rows else "1,250.00"))
    made.cells((40, "Total paid out"), (-470, "345.30"), step=26)
    if heading:
        made.cells((40, heading))
    made.cells((40, "Date"), (120, "Description"), *([(300, status)] if status else []), (-470, "Amount"))
    for row in rows:
        places = (40, 120, -470, 300) if isinstance(row, tuple) else (40,)
        made.cells(*zip(places, row if isinstance(row, tuple) else (row,), strict=False))
    if below:
        made.cells((40, below))
    return made


def test_a_row_named_as_a_sum_is_no_row_if_it_equals_the_rows_above() -> None:
    assert not proved(account((RENT, PAY, SUM, FOOD), closing="2,854.70"))
    assert proved(account((SUM, RENT, PAY, FOOD), closing="2,854.70"))


@pytest.mark.parametrize("words", ["Pending transactions", "Noch nicht gebuchte Umsätze", "Movimientos pendientes", "Declined items"])
def test_rows_under_a_heading_that_calls_them_not_booked_prove_nothing(words: str) -> None:
    assert not proved(account((RENT, PAY, words, FOOD)))
    assert not proved(account((RENT, PAY, FOOD), heading=words))


def test_a_cell_of_its_own_may_say_that_a_row_is_not_booked_but_a_name_does_not() -> None:
    states = [(*RENT, "Booked"), (*PAY, "Booked"), (*FOOD, "DECLINED")]

    assert not proved(account(tuple(states), status="Status"))
    assert proved(account((RENT, PAY, ("19/03/2026", "Refused Records, Pending Street", "-45.30"))))


@pytest.mark.parametrize(
    ("note", "counts"),
    [
        ("* This entry was cancelled and is not part of the balances.", False),
        ("* Amount shown in error; the correct amount is 54.30.", False),
        ("The entry of 19 March 2026 was reversed and does not count.", False),
        ("* A fee for payments abroad is part of the amount.", True),
        ("Cancelled cheques are not sent back.", True),
    ],
)
def test_a_note_that_takes_a_row_back_forbids_a_proof(note: str, *, counts: bool) -> None:
    assert proved(account((RENT, PAY, ("19/03/2026", "Grocer *", "-45.30")), below=note)) == counts
