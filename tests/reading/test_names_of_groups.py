"""Groups of rows named like another document, such as card payments called invoices."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, proved, statements, text_page


def grouped(*head: str, group: str = "FACTURE CARTES", balances_inside: bool = True) -> Scene:
    """A page whose rows are grouped, and each group named, below the headings."""
    made = text_page("CAISSE EXEMPLE", "VOTRE COMPTE CHEQUES N° 12345678901", *head)
    ends = [
        ((90.0, "SOLDE CREDITEUR AU 28/02/2025"), (-545.0, "+ 1 000,00")),
        ((90.0, "SOLDE CREDITEUR AU 31/03/2025"), (-545.0, "+ 1 120,00")),
    ]
    for end in () if balances_inside else ends:
        made.cells(*end)
    made.cells((50, "DATE"), (90, "LIBELLE"), (-545, "MONTANT EUROS"))
    if balances_inside:
        made.cells(*ends[0])
    made.cells((90, group), (-470, "total"), (-545, "- 30,00"))
    made.cells((50, "04/03"), (90, "BOULANGERIE"), (-545, "- 10,00"))
    made.cells((50, "09/03"), (90, "SNCF"), (-545, "- 20,00"))
    made.cells((90, "VIREMENTS RECUS"), (-470, "total"), (-545, "+ 150,00"))
    made.cells((50, "06/03"), (90, "SARL EXEMPLE"), (-545, "+ 150,00"))
    if balances_inside:
        made.cells(*ends[1])
    return made


@pytest.mark.parametrize("inside", [True, False])
def test_a_group_of_rows_that_is_called_invoices_makes_no_invoice(inside: bool) -> None:
    made = grouped(balances_inside=inside)

    assert amounts(made) == ["-10.00", "-20.00", "150.00"]
    assert proved(made)


def test_the_title_of_an_invoice_above_its_table_makes_it_one() -> None:
    assert statements(grouped("FACTURE N° 123")) == ()
