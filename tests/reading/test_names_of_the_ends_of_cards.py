"""Names of the opening balance on a card and of the sum to pay at its end."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proofs, proved, statement, text_page

CLOSINGS = (
    *("Saldo pendiente", "Saldo pendiente a 20-03", "Saldo dispuesto", "Saldo adeudado", "Saldo deudor total", "Rechnungsbetrag"),
    *("Total Rechnungsbetrag", "Rechnungstotal", "Zu zahlender Betrag", "Totale da pagare", "Importo da addebitare", "Montant dû"),
    *("Montant total dû", "Montant à payer"),
)
OPENINGS = (
    *("Saldo laut letzter Abrechnung", "Totalbetrag der letzten Rechnung", "Totalbetrag letzte Rechnung", "Betrag der letzten Rechnung"),
    *("Monto facturado a pagar (período anterior)", "Montant du relevé précédent", "Montant de la facture précédente"),
)


def card(opening: str = "Saldo anterior", closing: str = "Saldo actual", figure: str = "80.00") -> Scene:
    made = text_page("Banco Ejemplo", "ESTADO DE CUENTA TARJETA DE CRÉDITO", "Periodo: 16-02-2025 al 20-03-2025")
    made.cells((50, opening), (-300, "1,000.00"))
    made.cells((50, closing), (-300, figure))
    made.cells((50, "Fecha"), (120, "Concepto"), (-545, "Importe"))
    rows = (("02/03/2025", "SU PAGO GRACIAS", "-1,000.00"), ("04/03/2025", "OXXO", "30.00"), ("16/03/2025", "UBER", "50.00"))
    for day, text, amount in rows:
        made.cells((50, day), (120, text), (-545, amount))
    return made


@pytest.mark.parametrize("closing", CLOSINGS)
def test_the_sum_to_pay_is_the_closing_of_a_card(closing: str) -> None:
    assert (str(statement(card(closing=closing)).closing_balance), proved(card(closing=closing))) == ("-80.00", True)
    assert not proved(card(closing=closing, figure="81.00"))


@pytest.mark.parametrize("opening", OPENINGS)
def test_the_previous_bill_is_the_opening_of_a_card(opening: str) -> None:
    assert proved(card(opening=opening))


@pytest.mark.parametrize("closing", CLOSINGS[4:])
def test_another_sum_to_pay_does_not_contradict_the_balance_above_it(closing: str) -> None:
    made = card()
    made.cells((50, closing), (-300, "20.00"))

    assert proofs(made) == [True]


@pytest.mark.parametrize("name", ["Mindestens zu zahlender Betrag", "Montant minimum à payer", "Gesamtbetrag", "Rata da addebitare"])
def test_a_least_sum_and_a_sum_of_anything_close_no_card(name: str) -> None:
    assert not proved(card(closing=name))
