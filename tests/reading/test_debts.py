"""Debts without a title, known by two terms of the sum due or by the side on which the balances follow."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import PLAIN_HEAD, amounts, proofs, scene, statement, table

DAY, DUE, LEAST, WHOLE = 40.0, ("Payment due date", "02/15/2025"), ("Minimum payment due", "25.00"), ("Total amount due", "65.00")
SIDES = [(40.0, "Date"), (120.0, "Description"), (-400.0, "Debit"), (-470.0, "Credit"), (-545.0, "Balance")]


def with_terms(*terms: tuple[str, str], kind: str = "Account statement") -> Scene:
    """Return two purchases and a payment, printed without the side of any."""
    made = scene(kind=kind)
    for label, text in (*terms, ("Previous balance", "100.00"), ("New balance", "65.00")):
        made.cells((DAY, label), (-250, text))
    made.cells(*PLAIN_HEAD)
    for day, text, amount in (("01/13/2025", "Hotel", "40.00"), ("01/20/2025", "Shop", "25.00"), ("01/22/2025", "Grand", "-100.00")):
        made.cells((DAY, day), (120, text), (-470, amount))
    return made


@pytest.mark.parametrize("terms", [(DUE, LEAST), (LEAST, WHOLE), (DUE, WHOLE)])
def test_two_terms_of_a_sum_due_show_a_debt(terms: tuple[tuple[str, str], ...]) -> None:
    assert amounts(with_terms(*terms)) == ["-40.00", "-25.00", "100.00"]


@pytest.mark.parametrize(("terms", "kind"), [((LEAST,), "Account statement"), ((DUE, LEAST), "Checking account statement")])
def test_one_term_or_the_title_of_a_deposit_account_shows_no_debt(terms: tuple[tuple[str, str], ...], kind: str) -> None:
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


@pytest.mark.parametrize(
    ("first", "last", "is_read"),
    [
        ("Previous principal balance as of 01/01/2025", "Current principal balance as of 01/31/2025", True),
        ("Beginning unpaid principal balance", "Ending unpaid principal balance", True),
        ("Principal balance subject to fees", "Average principal balance", False),
    ],
)
def test_the_principal_balances_of_a_loan_are_its_ends_and_the_sum_due_is_not(first: str, last: str, *, is_read: bool) -> None:
    made = scene(kind="Account statement")
    made.cells((DAY, DUE[0]), (-250, DUE[1]))
    made.cells((DAY, "Total amount due"), (-250, "412.50"))
    made.cells((DAY, "Principal balance summary"))
    made.cells((DAY, first), (-400, "9,000.00"))
    made.cells((DAY, last), (-400, "8,500.00"))
    made.cells(*PLAIN_HEAD)
    made.cells((DAY, "01/05/2025"), (120, "Payment - thank you"), (-470, "300.00"))
    made.cells((DAY, "01/20/2025"), (120, "Extra principal payment"), (-470, "200.00"))

    one = statement(made)
    assert one.account_kind == "loan"
    assert ((str(one.opening_balance), str(one.closing_balance)) == ("-9000.00", "-8500.00")) is is_read
    assert (one.integrity.holds is True) is is_read


@pytest.mark.parametrize("paid", ["Payment", "Amount"])
def test_the_principal_of_a_split_payment_reduces_the_debt(paid: str) -> None:
    made = scene(kind="Loan statement")
    made.cells((DAY, "Statement period 01/01/2025 to 03/31/2025"))
    made.cells((DAY, "Date"), (120, "Description"), (-330, paid), (-400, "Interest"), (-470, "Principal"), (-545, "Principal balance"))
    made.cells((120, "Beginning balance"), (-545, "1,000.00"))
    made.cells((DAY, "01/15/2025"), (120, "Regular payment"), (-330, "110.00"), (-400, "10.00"), (-470, "100.00"), (-545, "900.00"))
    made.cells((DAY, "02/15/2025"), (120, "Regular payment"), (-330, "110.00"), (-400, "9.00"), (-470, "101.00"), (-545, "799.00"))
    made.cells((120, "Ending balance"), (-545, "799.00"))

    assert [abs(line.amount) for line in statement(made).lines] == [100, 101]


@pytest.mark.parametrize(
    ("opened", "text", "follows"),
    [(False, "Insurance", False), (False, "Mahnentgelt", False), (True, "Insurance", True), (False, "Fuel", True)],
)
def test_one_row_and_its_balance_do_not_show_that_an_untitled_account_is_a_debt(opened: bool, text: str, *, follows: bool) -> None:
    made = scene(kind="Everyday Plus")
    made.cells((DAY, "Statement period 01/01/2025 to 01/31/2025"))
    for label, balance in (("Opening balance", "105.00"), ("Closing balance", "65.00")) if opened else (("Closing balance", "65.00"),):
        made.cells((DAY, label), (-250, balance))
    made.cells(*SIDES)
    table(made, ("01/13/2025", text, "40.00", "", "65.00"))
    result = statement(made).integrity

    assert (result.holds is True or result.rows_follow) is follows


def test_one_step_between_two_balances_makes_no_debt() -> None:
    """Its amount may be in the wrong column."""
    made = scene(kind="Account statement")
    made.cells((DAY, "Closing balance"), (-250, "65.00"))
    made.cells(*SIDES)
    table(made, ("01/13/2025", "Hotel", "40.00", "", "100.00"), ("01/20/2025", "Shop", "", "35.00", "65.00"))
    turned = scene(kind="Account statement")
    turned.cells((DAY, "Closing balance"), (-250, "135.00"))
    turned.cells(*SIDES)
    table(turned, ("01/13/2025", "Hotel", "40.00", "", "100.00"), ("01/20/2025", "Shop", "35.00", "", "135.00"))

    assert statement(made).account_kind != "credit_card"
    assert statement(turned).account_kind != "credit_card"
    assert not statement(turned).integrity.holds


@pytest.mark.parametrize(("number", "holds"), [("41691387", None), ("41691388", True)])
def test_another_statement_of_the_account_shows_that_it_is_a_loan(number: str, *, holds: bool | None) -> None:
    """Interest raises the balance of savings as it raises a debt. Instalments in the next month make it a debt."""
    made = scene("Voorbeeldbank", kind="Gold")
    periods = (
        ("41691387", "01-05-2025 t/m 31-05-2025", "1.000,00", "1.020,00", [("15-05-2025", "Rente", "+20,00")]),
        (
            number,
            "01-06-2025 t/m 30-06-2025",
            "1.020,00",
            "940,00",
            [("05-06-2025", "Aflossing", "-90,00"), ("09-06-2025", "Rente", "+8,00"), ("12-06-2025", "Verzekering", "+2,00")],
        ),
    )
    for own, period, opening, closing, rows in periods:
        made.cells((DAY, f"Rekening: {own}"))
        made.cells((DAY, f"Periode: {period}"))
        made.cells((DAY, "Beginsaldo"), (-250, opening))
        made.cells((DAY, "Eindsaldo"), (-250, closing))
        made.cells((DAY, "Datum"), (120, "Omschrijving"), (-470, "Bedrag (EUR)"))
        for day, text, amount in rows:
            made.cells((DAY, day), (120, text), (-470, amount))
        made.sheet.next_page()

    assert proofs(made) == [holds, None]
