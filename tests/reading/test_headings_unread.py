"""What stands under a heading that was not understood is taken for no other column's without a doubt."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import page, statement

ROWS = (("05", "150.00", "350.00"), ("07", "20.00", "330.00"), ("09", "10.00", "320.00"), ("12", "15.00", "305.00"))


def paper(heading: str, place: int) -> Scene:
    """Payments alone; the amount of the last stands at `place`, near the heading that nobody knows."""
    return page(
        ((40, "Sample Bank"),),
        ((40, "Checking account statement"),),
        ((40, "Statement period 01/01/2025 to 01/31/2025"),),
        ((40, "Opening balance"), (-250, "500.00")),
        ((40, "Closing balance"), (-250, "255.00")),
        ((40, "Date"), (120, "Description"), (-380, "Debit"), (-407, heading), (-500, "Balance")),
        *(((40, f"01/{day}/2025"), (120, "Corner shop"), (-380, amount), (-500, balance)) for day, amount, balance in ROWS),
        ((40, "01/25/2025"), (120, "Book shop"), (place, "50.00"), (-500, "255.00")),
    )


@pytest.mark.parametrize("heading", ["Zzyx", "Zz", "Q"])
def test_an_amount_under_it_proves_nothing(heading: str) -> None:
    assert statement(paper(heading, -407)).integrity.holds is not True


@pytest.mark.parametrize("heading", ["Zzyx", "Zz", "Q"])
def test_an_amount_under_its_own_heading_is_proved(heading: str) -> None:
    assert statement(paper(heading, -380)).integrity.holds is True
