"""Untitled cards, known as debts by the signs of a summary or by a hidden number above a full payment."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, proved, statement, statements, text_page

Pairs = list[tuple[str, str]]
Rows = list[tuple[str, str, str]]
BOUGHT = [("01/05/2026", "Payment from checking", "-$310.00"), ("01/08/2026", "Flight", "$900.00"), ("01/15/2026", "Refund", "-$100.00")]
SUMMARY = [
    ("Starting balance", "$310.00"),
    ("Payments", "-$310.00"),
    ("Purchases", "$900.00"),
    ("Refunds", "-$100.00"),
    ("Ending balance", "$800.00"),
]
HIDDEN = "Carta Classic n. **** **** **** 1234"
ENDS = [("Saldo estratto conto precedente", "1.000,00"), ("Totale dovuto", "80,00")]
SPENT = [
    ("02/03/2025", "ADDEBITO IN CONTO CORRENTE - GRAZIE", "-1.000,00"),
    ("04/03/2025", "BAR", "30,00"),
    ("16/03/2025", "AUTOSTRADE", "50,00"),
]


def page(*head: str, summary: Pairs, rows: Rows, headings: tuple[str, str, str] = ("Date", "Description", "Amount")) -> Scene:
    """A page with a head, a summary and a table of signed amounts."""
    made = text_page(*head)
    for label, figure in summary:
        made.cells((50, label), (-300, figure))
    for day, text, amount in [headings, *rows]:
        made.cells((50, day), (120, text), (-430, amount))
    return made


def american(summary: Pairs, rows: Rows = BOUGHT, title: str = "Card account statement") -> Scene:
    return page("First Example Card", title, "Statement period: January 1, 2026 to January 31, 2026", summary=summary, rows=rows)


def italian(*head: str, rows: Rows = SPENT) -> Scene:
    return page("Nexex", *head, summary=ENDS, rows=rows, headings=("Data", "Descrizione", "Importo in Euro"))


def test_payments_that_lower_and_purchases_that_raise_the_balance_show_a_debt() -> None:
    made = american(SUMMARY)

    assert amounts(made) == ["310.00", "-900.00", "100.00"]
    assert statement(made).account_kind == "credit_card"
    assert proved(made)


@pytest.mark.parametrize(
    ("changed", "closing"),
    [
        ({"Purchases": ("Sales", "$900.00")}, "$800.00"),  # as of a shop's own account
        ({"Purchases": ("Deposits", "$900.00")}, "$800.00"),
        ({"Purchases": ("Purchases", "$905.00")}, "$800.00"),
        ({"Refunds": ("Deposits", "$100.00")}, "$1,000.00"),
    ],
)
def test_other_sums_or_sums_that_miss_the_last_balance_show_no_debt(changed: dict[str, tuple[str, str]], closing: str) -> None:
    summary = [changed.get(label, (label, figure)) for label, figure in SUMMARY[:-1]]

    assert statement(american([*summary, ("Ending balance", closing)])).account_kind != "credit_card"


@pytest.mark.parametrize("title", ["Account statement", "Checking account statement"])
def test_a_summary_with_payments_and_deposits_shows_a_deposit_account(title: str) -> None:
    summary = [("Opening balance", "$310.00"), ("Payments", "-$310.00"), ("Deposits", "$900.00"), ("Closing balance", "$900.00")]
    made = american(summary, [("01/05/2026", "Rent payment", "-$310.00"), ("01/08/2026", "Payroll", "$900.00")], title)

    assert amounts(made) == ["-310.00", "900.00"]
    assert statement(made).account_kind != "credit_card"


@pytest.mark.parametrize("number", [HIDDEN, "Carta XXXX-XXXX-XXXX-1234", "Carta 4066 66** **** 1234", "Carta ••••••••••••1234"])
def test_a_masked_card_number_above_a_full_payment_shows_a_debt(number: str) -> None:
    made = italian("Estratto conto n. 3 del 31/03/2025", number)

    assert amounts(made) == ["1000.00", "-30.00", "-50.00"]
    assert proved(made)


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        (("Estratto conto n. 3", "Carta di debito n. **** **** **** 1234"), SPENT),
        (("Estratto conto n. 3", "Conto ****1234"), SPENT),
        (("Estratto conto corrente n. 3", HIDDEN), SPENT),
        (("Estratto conto n. 3", HIDDEN), [("02/03/2025", "AFFITTO", "-1.000,00"), *SPENT[1:]]),
        (("Estratto conto n. 3", HIDDEN), [SPENT[0], ("04/03/2025", "STIPENDIO", "30,00"), SPENT[2]]),
        (
            ("Estratto conto n. 3", HIDDEN),
            [("02/03/2025", "PAGAMENTO", "-970,00"), ("03/03/2025", "BAR", "-30,00"), ("04/03/2025", "X", "80,00")],
        ),
    ],
)
def test_a_debit_cards_number_and_rows_of_a_deposit_account_show_no_debt(head: tuple[str, ...], rows: Rows) -> None:
    made = italian(*head, rows=rows)

    assert statement(made).account_kind != "credit_card"
    assert not proved(made) or amounts(made)[0][0] == "-"


@pytest.mark.parametrize(("number", "count"), [("Karte XXXX XXXX XXXX 1234", 1), ("Bestellung 1234", 0)])
def test_a_bill_with_both_balances_and_a_cards_number_is_a_statement(number: str, count: int) -> None:
    rows = [("02.03.2025", "Zahlung - Danke", "-1.000,00"), ("04.03.2025", "Hotel", "30,00"), ("16.03.2025", "Taxi", "50,00")]
    head = ("Musterhaus", "Rechnung", number)
    made = page(*head, summary=[("Saldo alt", "1.000,00"), ("Saldo neu", "80,00")], rows=rows, headings=("Datum", "Text", "Betrag"))

    assert len(statements(made)) == count


@pytest.mark.parametrize("number", ["XXXX XXXX XXXX 1234", "**** **** **** 1234"])
def test_minus_signs_below_a_masked_card_number_show_no_deposit_account(number: str) -> None:
    rows = [("02.03.2025", "Abbuchung", "-500,00"), ("04.03.2025", "Hotel", "30,00"), ("16.03.2025", "Bar", "-50,00")]
    ends = [("Saldo alt", "1.000,00"), ("Saldo neu", "480,00")]

    assert not proved(page("Musterhaus", "Rechnung", f"Karte {number}", summary=ends, rows=rows, headings=("Datum", "Text", "Betrag")))


@pytest.mark.parametrize(
    ("foot", "title", "is_closed"),
    [
        ([("What it comes to", "$800.00")], "Credit card statement", True),
        ([("What it comes to", "$800.00")], "Account statement", False),  # money may be held there, and pots of it
        ([("What it comes to", "$805.00")], "Credit card statement", False),
        ([("Purchases in all", "$800.00")], "Credit card statement", False),
        ([("What it comes to", "$800.00"), ("Fees", "$5.00"), ("In all", "$805.00")], "Credit card statement", False),
    ],
)
def test_the_last_sum_of_a_cards_summary_closes_it_if_the_others_lead_there(foot: Pairs, title: str, *, is_closed: bool) -> None:
    one = statement(american([*SUMMARY[:-1], *foot], title=title))

    assert (one.closing_balance is not None) is is_closed
    assert (one.integrity.holds is True) is is_closed
