"""Balances between the rows: balances of a day, named balances, and balances behind the day above its rows."""

import datetime as dt

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, statement, text_page


def in_french(*, between: str, name: str = "SOLDE INTERMEDIAIRE A MI MARS") -> Scene:
    made = text_page("BANQUE EXEMPLE", "RELEVE DE COMPTE", "du 28.02.2025 au 31.03.2025")
    made.cells((50, "DATE"), (95, "LIBELLE"), (-460, "DEBIT"), (-545, "CREDIT"))
    made.cells((95, "ANCIEN SOLDE"), (-545, "1 000,00"))
    made.cells((50, "04.03"), (95, "CARTE"), (-460, "30,00"))
    made.cells((95, name), (-545, between))
    made.cells((50, "28.03"), (95, "VIREMENT"), (-545, "150,00"))
    made.cells((95, "SOLDE EN EUROS"), (-545, "1 120,00"))
    return made


@pytest.mark.parametrize("name", ["SOLDE INTERMEDIAIRE A MI MARS", "SOLDE INTERMEDIAIRE", "ZWISCHENSALDO"])
def test_a_balance_that_is_called_one_between_others_is_no_row(name: str) -> None:
    made = in_french(between="970,00", name=name)

    assert amounts(made) == ["-30.00", "150.00"]
    assert statement(made).integrity.holds


def test_a_balance_between_rows_that_differs_from_them_forbids_the_proof() -> None:
    assert not statement(in_french(between="975,00")).integrity.holds


def test_rows_below_a_day_alone_have_it_despite_a_heading_for_days() -> None:
    made = text_page("Banco Exemplo", "Extrato de conta corrente", "Período: 01/03/2025 a 31/03/2025")
    made.cells((50, "Saldo inicial"), (-545, "R$ 1.000,00"))
    made.cells((50, "Saldo final"), (-545, "R$ 1.100,00"))
    made.cells((50, "Data"), (180, "Lançamento"), (-460, "Valor"))
    for day, rows in (("4 de março de 2025", ("-R$ 30,00", "-R$ 20,00")), ("9 de março de 2025", ("R$ 150,00",))):
        made.cells((50, day))
        for amount in rows:
            made.cells((50, "Pix enviado"), (-460, amount))

    assert [line.date for line in statement(made).lines] == [dt.date(2025, 3, day) for day in (4, 4, 9)]
    assert statement(made).integrity.holds
