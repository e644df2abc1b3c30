"""A section's name that contradicts the sign of the rows below it."""

import pytest

from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.labels import names_side_alone
from reconciliation.reading.vocabulary.phrases import direction
from tests.reading.making.scene import Scene
from tests.reading.scenes import proofs, scene

RECEIVED = (
    "Payments received", "Erhaltene Zahlungen", "Eingegangene Zahlungen", "Paiements reçus", "Pagos recibidos", "Pagamenti ricevuti",
    "Ontvangen betalingen", "Pagamentos recebidos", "Mottagna betalningar", "Mottatte betalinger", "Modtagne betalinger",
)  # fmt: skip


@pytest.mark.parametrize("name", [*RECEIVED, "Vielen Dank für Ihre Zahlungen", "Your recent payments"])
def test_a_purchase_under_the_name_of_payments_proves_nothing(name: str) -> None:
    assert proofs(card(name, "-300.00", closing="950.00")) == [None]


@pytest.mark.parametrize("name", [*RECEIVED, "Your recent payments"])
def test_a_payment_under_that_name_is_proved(name: str) -> None:
    assert proofs(card(name, "-300.00", closing="350.00")) == [True]


def card(name: str, figure: str, *, closing: str) -> Scene:
    """Return a card that owed 500.00 and was used for 150.00; one row is under the name, and there are no headings of columns."""
    made = scene(kind="Credit card statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Credit limit"), (-250, "5,000.00"))
    made.cells((40, "Minimum payment"), (-250, "35.00"))
    made.cells((40, "Previous balance"), (-250, "500.00"))
    made.cells((40, "New balance"), (-250, closing), step=26)
    made.cells((40, name), bold=True)
    made.cells((40, "01/04/2025"), (120, "STATION 24"), (-470, figure))
    made.cells((40, "Purchases"), bold=True)
    for day, text, size in (("01/08/2025", "HOTEL EXAMPLE", "100.00"), ("01/20/2025", "BOOKS ONLINE", "50.00")):
        made.cells((40, day), (120, text), (-470, size))
    return made


@pytest.mark.parametrize("name", ["Bijgeschreven", "Stortingen", "Zuflüsse", "Rentrées", "Inkomster", "Inntekter", "Przychody", "Receitas"])
def test_names_of_money_in_of_many_countries(name: str) -> None:
    assert (direction(fold(name)), names_side_alone(fold(name))) == (1, True)


@pytest.mark.parametrize(
    "name", ["Afgeschreven", "Opnames", "Abbuchungen", "Décaissements", "Egresos", "Gastos", "Prelievi", "Uttak", "Udgifter", "Rozchody"]
)
def test_names_of_money_out_of_many_countries(name: str) -> None:
    assert (direction(fold(name)), names_side_alone(fold(name))) == (-1, True)
