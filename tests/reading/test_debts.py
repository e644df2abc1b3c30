"""A debt that its paper does not call one: by two terms of what is due, or by the side on which its balances follow."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import PLAIN_HEAD, amounts, scene, statement, table

DAY, DUE, LEAST, WHOLE = 40.0, ("Payment due date", "02/15/2025"), ("Minimum payment due", "25.00"), ("Total amount due", "65.00")
SIDES = [(40.0, "Date"), (120.0, "Description"), (-400.0, "Debit"), (-470.0, "Credit"), (-545.0, "Balance")]


def with_terms(*terms: tuple[str, str], kind: str = "Account statement") -> Scene:
    """Two purchases and what was paid, printed without the side of any."""
    made = scene(kind=kind)
    for label, text in (*terms, ("Previous balance", "100.00"), ("New balance", "65.00")):
        made.cells((DAY, label), (-250, text))
    made.cells(*PLAIN_HEAD)
    for day, text, amount in (("01/13/2025", "Hotel", "40.00"), ("01/20/2025", "Shop", "25.00"), ("01/22/2025", "Grand", "-100.00")):
        made.cells((DAY, day), (120, text), (-470, amount))
    return made


@pytest.mark.parametrize("terms", [(DUE, LEAST), (LEAST, WHOLE), (DUE, WHOLE)])
def test_two_terms_of_what_is_due_make_a_debt(terms: tuple[tuple[str, str], ...]) -> None:
    assert amounts(with_terms(*terms)) == ["-40.00", "-25.00", "100.00"]


@pytest.mark.parametrize(("terms", "kind"), [((LEAST,), "Account statement"), ((DUE, LEAST), "Checking account statement")])
def test_neither_one_term_nor_two_under_the_title_of_an_account_that_is_held_make_one(
    terms: tuple[tuple[str, str], ...], kind: str
) -> None:
    assert statement(with_terms(*terms, kind=kind)).account_kind != "credit_card"


@pytest.mark.parametrize("ends", [True, False])
def test_balances_that_follow_only_if_debits_add_to_them_make_a_debt(ends: bool) -> None:
    made = scene(kind="Account statement")
    for label, balance in (("Opening balance", "100.00"), ("Closing balance", "65.00")) if ends else ():
        made.cells((DAY, label), (-250, balance))
    made.cells(*SIDES)
    table(
        made,
        ("01/13/2025", "Hotel", "40.00", "", "140.00"),
        ("01/20/2025", "Shop", "25.00", "", "165.00"),
        ("01/22/2025", "Payment", "", "100.00", "65.00"),
    )

    assert amounts(made) == ["-40.00", "-25.00", "100.00"]
    assert (str(statement(made).opening_balance), str(statement(made).closing_balance)) == ("-100.00", "-65.00")
