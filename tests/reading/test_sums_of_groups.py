"""Sums of groups of rows without a label: lines without a day among rows that have one."""

import pytest

from tests.reading.drawing import account
from tests.reading.making.maker import spoiled
from tests.reading.making.scene import Scene
from tests.reading.making.trial import judged
from tests.reading.scenes import amounts, proofs, proved, text_page


def card(total: str, *, bought: str = "80,00", closing: str = "80,00") -> Scene:
    """A German card with a line of one holder's name and this figure below the rows."""
    made = text_page("Erste Beispielkarte", "Kreditkartenabrechnung", "Datum 14.03.25")
    made.cells((50, "Alter Saldo"), (200, "Zahlungen"), (300, "Neue Belastungen"), (430, "Neuer Saldo"))
    made.cells((50, "1.000,00"), (200, "1.000,00"), (300, bought), (430, closing))
    made.cells((50, "Umsatz vom"), (120, "Buchungsdatum"), (200, "Details"), (-530, "Betrag EUR"))
    made.cells((50, "28.02"), (120, "28.02"), (200, "ZAHLUNG ERHALTEN. BESTEN DANK."), (-530, "1.000,00 CR"))
    made.cells((50, "03.03"), (120, "04.03"), (200, "TAXI"), (-530, "30,00"))
    made.cells((50, "05.03"), (120, "06.03"), (200, "HOTEL"), (-530, "50,00"))
    made.cells((50, "Sonstige Umsätze für ROSA BEISPIEL"), (-530, total))
    return made


def test_an_undated_line_that_the_rows_above_come_to_is_their_sum() -> None:
    made = card("80,00")

    assert amounts(made) == ["1000.00", "-30.00", "-50.00"]
    assert proofs(made) == [True]


def test_an_undated_line_that_differs_from_the_rows_above_is_a_row() -> None:
    assert len(amounts(card("81,00"))) == len(amounts(card("80,00", bought="160,00", closing="160,00"))) == 4
    assert proofs(card("81,00")) != [True]


@pytest.mark.parametrize("closing", ["81,00", "79,00"])
def test_ignoring_a_sum_proves_nothing_if_the_rows_do_not_add_up(closing: str) -> None:
    assert proofs(card("80,00", bought=closing, closing=closing)) != [True]


@pytest.mark.parametrize("between", [(("01/10", "Deposit", "75.00"), ("01/11", "Deposit returned", "-75.00")), ()])
@pytest.mark.parametrize("leads", [True, False])
def test_a_row_without_a_day_is_no_sum_where_its_twin_is_among_rows_that_cancel(
    between: tuple[tuple[str, str, str], ...], *, leads: bool
) -> None:
    twins = [("01/20", "Grocery", "-50.00"), ("", "Grocery", "-50.00")]
    rows = [twins[1], *between, twins[0]] if leads else [twins[0], *between, twins[1]]

    assert not proved(account([("01/05", "Payroll", "200.00"), *rows]))


@pytest.mark.parametrize("seed", [2813007480, 2820001956])
def test_a_row_is_no_sum_of_its_twin_below(seed: int) -> None:
    """The printed fault is a row twice, under a second number: under headings of days, and as a numbered check with a balance."""
    assert not judged(seed, spoiled(seed)).false
