"""A merchant's name may have the word of a payment: the printed sums of both sides, by their names, decide the sides of the rows."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import PLAIN_HEAD, proved, scene, statement, write_lines

ROWS = (
    ("02/01/2025", "CITY WATER BILL PAYMENT", "30.00"),
    ("09/01/2025", "Payment", "-500.00"),
    ("20/01/2025", "UTILITY BILL PAYMENT", "70.00"),
)


def card(into: str, out: str, *, title: str = "Credit card statement") -> Scene:
    """A card with 600.00 owed before these rows, and sums under these names."""
    made = scene(kind=title)
    write_lines(made, "Statement period 01/01/2025 to 31/01/2025", "Credit limit 5,000.00", "Minimum payment due 20.00")
    for name, figure in (("Previous balance", "600.00"), (into, "500.00"), (out, "100.00"), ("New balance", "200.00")):
        made.cells((40, name), (-250, figure))
    made.cells(*PLAIN_HEAD)
    for day, text, amount in ROWS:
        made.cells((40, day), (120, text), (-470, amount))
    return made


@pytest.mark.parametrize(
    ("into", "out"), [("Payments and credits", "Purchases and debits"), ("Payments", "Purchases"), ("Crédits", "Achats")]
)
def test_sums_called_by_their_sides_outweigh_the_words_of_the_rows(into: str, out: str) -> None:
    made = card(into, out)

    assert proved(made)
    assert [str(line.amount) for line in statement(made).lines] == ["-30.00", "500.00", "-70.00"]


@pytest.mark.parametrize(("into", "out"), [("Subtotal", "Other subtotal"), ("Purchases", "Payments")])
def test_sums_without_such_names_or_called_the_other_way_do_not(into: str, out: str) -> None:
    assert not proved(card(into, out))


def test_sums_of_both_sides_on_one_line_are_no_closing_of_a_card() -> None:
    made = scene(kind="Hesap özeti")
    write_lines(made, "Dönem: 01.01.2025 - 31.01.2025")
    made.cells((40, "Tarih"), (120, "Text"), (-400, "Borç"), (-470, "Alacak"), (-545, "Bakiye"))
    made.cells((120, "Önceki bakiye"), (-545, "100,00"))
    made.cells((40, "05.01.2025"), (120, "Market"), (-400, "30,00"), (-545, "70,00"))
    made.cells((40, "06.01.2025"), (120, "EFT"), (-470, "50,00"), (-545, "120,00"))
    made.cells((120, "Son bakiye"), (-545, "120,00"))
    made.cells((40, "Toplam borç"), (-200, "30,00"), (260, "Toplam alacak"), (-420, "50,00"))

    assert proved(made)


@pytest.mark.parametrize(("out", "holds"), [("30.00", True), ("30.02", False)])
def test_a_sum_of_a_side_beside_another_figure_with_a_name_is_held_against_the_rows(out: str, *, holds: bool) -> None:
    made = scene(kind="Estado de cuenta")
    write_lines(made, "Periodo del 01/01/2025 al 31/01/2025")
    for (name, figure), (other, sum_) in zip(
        (("Saldo anterior", "100.00"), ("Total abonos", "50.00"), ("Total cargos", out), ("Saldo actual", "120.00")),
        (("Cuentas por cobrar", "0.00"), ("Intereses pagados", "0.00"), ("Retefuente", "0.00"), ("Saldo promedio", "90.00")),
        strict=True,
    ):
        made.cells((40, name), (-200, figure), (300, other), (-500, sum_))
    made.cells((40, "Fecha"), (120, "Descripción"), (-470, "Valor"), (-545, "Saldo"))
    made.cells((40, "05/01"), (120, "Compra"), (-470, "-30.00"), (-545, "70.00"))
    made.cells((40, "20/01"), (120, "Abono"), (-470, "50.00"), (-545, "120.00"))

    assert (statement(made).integrity.holds is True) is holds
