"""Accounts without transactions in the period."""

from decimal import Decimal

import pytest

from tests.reading.drawing import DAY, FIGURE
from tests.reading.scenes import scene, statement, statements, text_page


def test_without_rows_and_without_a_closing_nothing_is_proved() -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Beginning balance"), (FIGURE, "1,000.00"), step=26)
    made.cells((DAY, "No transactions in this period"))

    assert not statement(made).integrity.holds


@pytest.mark.parametrize("numbered", [True, False])
def test_headings_of_the_account_above_tell_no_side_of_the_next_ones_balances(numbered: bool) -> None:
    made = scene("Sample Savings", kind="Savings statement")
    for number, balance in (("11112222", "100.00"), ("33334444", "72,085.90")):
        if numbered or number == "11112222":
            made.cells((40, f"Account number: {number}"))
            made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
        made.cells((40, "Opening balance"), (-400, balance))
        made.cells((40, "Closing balance"), (-400, balance))
        made.cells((40, "Date"), (120, "Details"), (-300, "Money in"), (-400, "Money out"))
        made.cells((40, "No transactions this period."))

    assert [statement.opening_balance for statement in statements(made)] == [
        Decimal("100.00"),
        Decimal("72085.90"),
    ]


@pytest.mark.parametrize(("place", "holds"), [(200.0, True), (110.0, None)])
def test_a_balance_printed_over_other_words_proves_nothing(place: float, holds: bool | None) -> None:
    """Its mark may stand behind the word below it, and be taken for that one's."""
    made = text_page("First Example Bank", "Current account statement", "Statement period: April 1, 2019 through April 30, 2019")
    for day in ("April 1, 2019", "April 30, 2019"):
        made.cells((DAY, f"Balance on {day}"), (place, "473.07 OD"))
    made.cells((DAY, "No transactions this period."))

    assert statement(made).integrity.holds is holds


def test_a_balance_brought_forward_below_an_account_without_rows_does_not_stop_the_reading() -> None:
    made = text_page("First Example Bank", "Account number: 11112222", "No transactions this period.")
    made.cells((DAY, "Date"), (120, "Details"), (-300, "Money out"), (-400, "Money in"), (-500, "Balance"))
    made.cells((DAY, "Balance brought forward"), (-500, "50.00"))
    made.cells((DAY, "01/02/2026"), (120, "COFFEE"), (-300, "5.00"), (-500, "45.00"))

    assert [line.amount for line in statement(made).lines] == [Decimal("-5.00")]


@pytest.mark.parametrize(
    ("terms", "holds"), [("Toegestane roodstand 500,00", True), ("Rente bij roodstand 9,90 % per jaar; kosten storno 2,50.", None)]
)
def test_a_rate_of_overdraft_in_the_terms_tells_no_side(terms: str, holds: bool | None) -> None:
    made = text_page("Musterbank", "Rekening: 61798121666", "Periode van: 01-07-2023 t/m 31-07-2023")
    made.cells((40, "Vorig saldo"), (-300, "33567,60 EUR"))
    made.cells((40, "Nieuw saldo"), (-300, "33567,60 EUR"))
    made.cells((40, "Geen transacties in deze periode."))
    made.cells((40, terms))

    assert statement(made).integrity.holds is holds
