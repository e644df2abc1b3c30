"""Figures below an unknown heading are not assigned to another column without a doubt."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import page, proved, statement

ROWS = (("05", "150.00", "350.00"), ("07", "20.00", "330.00"), ("09", "10.00", "320.00"), ("12", "15.00", "305.00"))


def paper(heading: str, place: int) -> Scene:
    """Return payments only; the amount of the last is at `place`, near the unknown heading."""
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
def test_an_amount_under_an_unknown_heading_proves_nothing(heading: str) -> None:
    assert statement(paper(heading, -407)).integrity.holds is not True


@pytest.mark.parametrize("heading", ["Zzyx", "Zz", "Q"])
def test_an_amount_under_its_own_heading_is_proved(heading: str) -> None:
    assert statement(paper(heading, -380)).integrity.holds is True


def moved(*, totals: tuple[str, str] | None, second_day: bool) -> Scene:
    """Rows in two columns of amounts with a running balance, under unknown headings. The totals of both sides are printed above."""
    places = (40.0, 200.0, 300.0, 340.0, 400.0)
    rows = (
        ("05", "Payroll", -370, "200.00", "1,200.00"),
        ("14", "Salary", -370, "100.00", "1,300.00"),
        ("20", "Grocery", -270, "50.00", "1,250.00"),
        ("21", "Bakery", -270, "50.00", "1,200.00"),
    )
    named = zip(("Total deposits", "Total withdrawals"), totals or (), strict=False)
    return page(
        ((40, "Checking account statement"),),
        ((40, "Statement period 01/01/2026 to 01/31/2026"),),
        ((40, "Opening balance"), (-430, "1,000.00")),
        *(((40, label), (-430, size)) for label, size in named),
        tuple(zip(places, ("Zzyx", "Qqax", "Wwop", "Mmnu", "Ttep"), strict=True)),
        *(
            ((40, f"01/{day}/2026"), *(((110, f"01/{day}/2026"),) if second_day else ()), (200, text), (place, size), (-430, balance))
            for day, text, place, size, balance in rows
        ),
        ((40, "Closing balance"), (-430, "1,200.00")),
    )


@pytest.mark.parametrize(("totals", "holds"), [(("300.00", "100.00"), True), (("310.00", "100.00"), False), (None, False)])
def test_printed_sums_of_both_sides_confirm_rows_under_unknown_headings(totals: tuple[str, str] | None, *, holds: bool) -> None:
    assert proved(moved(totals=totals, second_day=False)) is holds


def test_printed_sums_do_not_confirm_such_rows_if_they_have_two_days() -> None:
    assert not proved(moved(totals=("300.00", "100.00"), second_day=True))
