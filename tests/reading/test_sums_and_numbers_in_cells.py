"""Cells of a row: a sum with letters for digits, foreign money with its rate, an amount behind the word for a card."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, PLAIN_HEAD, page, proved, scene, statements, write_lines

Row = tuple[str, str, str]
ROWS: tuple[Row, ...] = (("13/01/2024", "Rent", "CLP -300"), ("14/01/2024", "Salary", "CLP 29.600"), ("20/01/2024", "Fuel", "CLP -100"))
LETTERS: tuple[Row, ...] = (("21/01/2024", "Café", "CLP SlO"), ("22/01/2024", "Café", "CLP -SlO"))
PLACES = (40.0, 120.0, 430.0)  # amounts set to the left: a code before one leaves the place of those without


def pesos(rows: tuple[Row, ...]) -> Scene:
    made = scene()
    write_lines(made, "Statement period 01/01/2024 to 31/01/2024")
    for label, figure in (("Opening balance", "CLP 1.000"), ("Closing balance", "CLP 30.200")):
        made.cells((40, label), (-250, figure))
    made.cells(*PLAIN_HEAD[:2], (PLACES[2], "Amount"))
    for row in rows:
        made.cells(*zip(PLACES, row, strict=True))
    return made


def test_sums_with_letters_for_digits_are_not_ignored_in_a_currency_without_decimals() -> None:
    assert proved(pesos(ROWS))
    assert not proved(pesos((*ROWS, *LETTERS)))


@pytest.mark.parametrize(("rate", "is_proved"), [(" USD @ 1.0845", True), ("", False)])
def test_a_foreign_sum_with_its_rate_in_a_cell_of_its_own_is_no_other_amount(rate: str, is_proved: bool) -> None:
    made = scene()
    write_lines(made, "Statement period 01/01/2024 to 31/01/2024")
    for label, figure in (("Opening balance", "£100.00"), ("Closing balance", "£90.00")):
        made.cells((40, label), (-250, figure))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "13/01/2024"), (120, "Rent"), (-470, "-£40.00"))
    made.cells((40, "20/01/2024"), (120, "Hotel"), (220, f"32.55{rate}"), (-470, "£30.00"))

    assert proved(made) is is_proved


def test_an_amount_behind_the_word_for_a_card_is_no_number_of_another_account() -> None:
    made = scene("Musterbank Example", kind="Resumen de movimientos")
    write_lines(made, "Número de cuenta: 35400296638", "Fecha de corte: 30-nov-2024", "Moneda: CLP")
    made.cells((40, "Fecha"), (120, "Detalle"), (-470, "Importe"), (-545, "Saldo"))
    made.cells((120, "Saldo anterior"), (-545, "120.000"))
    made.cells((40, "17/11/24"), (120, "Recibido de A Moreno"), (-470, "88.700 H"), (-545, "208.700"))
    made.cells((120, "Suma y sigue"), (-545, "208.700"))
    made.cells((450, "Pág. 1/2"))
    made.sheet.next_page()
    made.cells((120, "Saldo anterior"), (-545, "208.700"))
    made.cells((40, "22/11/24"), (120, "Recarga con tarjeta"), (-470, "6.600 H"), (-545, "215.300"))
    made.cells((120, "Recarga con tarjeta"), (-470, "6.600 H"), (-545, "221.900"))
    made.cells((120, "Saldo actual"), (-545, "221.900"))
    made.cells((450, "Pág. 2/2"))

    assert all(one.account_hint in {None, "35400296638"} for one in statements(made))


def test_the_numbers_of_rows_of_both_sides_below_their_sums_are_no_amounts() -> None:
    made = page(
        ((40, "Sample Bank"),),
        ((40, "Savings account statement, 1 January 2026 to 31 January 2026"),),
        tuple(HEAD),
        ((40, "1 Jan"), (120, "B/F BALANCE"), (-545, "1,000.00")),
        ((40, "5 Jan"), (120, "Payroll"), (-470, "200.00"), (-545, "1,200.00")),
        ((40, "20 Jan"), (120, "Grocery"), (-400, "30.00"), (-545, "1,170.00")),
        ((40, "21 Jan"), (120, "Bakery"), (-400, "20.00"), (-545, "1,150.00")),
        ((120, "Transaction Turnover"), (-470, "200.00"), (-400, "50.00")),
        ((120, "Transaction Count"), (-470, "1"), (-400, "2")),
    )

    assert proved(made)
