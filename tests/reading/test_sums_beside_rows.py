"""Sums of both sides and lists printed beside the rows must agree with them."""

import pytest

from tests.reading.scenes import proved, text_page

LEFT, TEXT = 50.0, 150.0


@pytest.mark.parametrize(("paid", "holds"), [("0,54", True), ("10,54", False)])
def test_sums_between_the_balances_count_below_a_line_with_a_day(paid: str, *, holds: bool) -> None:
    """The day on which a card's payment is due, above the balances, begins no row; without headings any line may."""
    made = text_page("Example Union", "Relevé de votre carte de crédit", "Relevé du: 1 novembre 2023 au 30 novembre 2023")
    made.cells((LEFT, "Limite de crédit"), (-300, "5 000,00"))
    made.cells((LEFT, "Paiement minimum"), (-300, "35,00"))
    made.cells((LEFT, "Date d'échéance"), (-300, "25 décembre 2023"))
    for name, figure in (("Solde initial", "8 113,04"), ("Versements reçus", paid), ("Achats", "434,31"), ("Solde final", "8 546,81")):
        made.cells((LEFT, name), (-300, figure))
    made.cells((LEFT, "8 novembre 2023"), (TEXT, "RESTAURANT DIX"), (-520, "408,51"))
    made.cells((LEFT, "10 novembre 2023"), (TEXT, "LIBRAIRIE EN LIGNE"), (-520, "25,80"))
    made.cells((LEFT, "21 novembre 2023"), (TEXT, "PAIEMENT RECU - MERCI"), (-520, "-0,54"))

    assert proved(made) is holds


@pytest.mark.parametrize("all_rows", [True, False])
def test_a_list_of_cheques_makes_good_for_no_row_that_is_missing(all_rows: bool) -> None:
    """The row that is missing is as large as the cheque that the list says again, so that the sums and counts come out with it."""
    made = text_page("Musterbank Example", "Extrato de conta", "Conta n.º: 70979782771", "Período: 05.02.2025 a 04.03.2025")
    for name, figure in (("Saldo inicial", "5.910,16"), ("Total de créditos (1)", "19,47"), ("Total de débitos (3)", "15,84")):
        made.cells((LEFT, name), (-300, figure))
    made.cells((LEFT, "Saldo final"), (-300, "5.913,79"), step=26)
    made.cells((LEFT, "Data mov."), (TEXT, "Descritivo"), (-450, "Débito"), (-540, "Crédito"))
    made.cells((LEFT, "08.02.2025"), (TEXT, "VENCIMENTO EMPRESA LDA"), (-540, "19,47"))
    made.cells((LEFT, "18.02.2025"), (TEXT, "Cheque 1390"), (-450, "0,31"))
    if all_rows:
        made.cells((LEFT, "21.02.2025"), (TEXT, "CAFE CENTRAL"), (-450, "0,31"))
    made.cells((LEFT, "25.02.2025"), (TEXT, "RENDA CASA 12"), (-450, "15,22"), step=26)
    made.cells((LEFT, "Resumo de cheques"))
    made.cells((LEFT, "Cheque n.º"), (TEXT, "Data mov."), (-350, "Importância"))
    made.cells((LEFT, "1390"), (TEXT, "18.02.2025"), (-350, "0,31"))

    assert proved(made) is all_rows
