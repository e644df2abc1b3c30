"""A shop named like a balance or a total is a row; only a label names a balance."""

from decimal import Decimal

import pytest

from reconciliation.reading.reader import scan
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.labels import balance_kind
from tests.reading.drawing import GROCERY, PAYROLL, account
from tests.reading.scenes import PLAIN_HEAD, proved, scene, statement


@pytest.mark.parametrize(
    "shop", ["NEW BALANCE 0231 BOSTON", "TRANSPORT FOR LONDON", "TOTAL WINE 0231", "Balance on order 12", "Report Depot"]
)
@pytest.mark.parametrize("first", [True, False])
def test_a_row_with_its_own_day_and_amount_is_a_row_whatever_its_words(shop: str, *, first: bool) -> None:
    pair = (("01/05", shop, "-75.00"), ("01/05", f"{shop} refund", "75.00"))
    made = account((*pair, PAYROLL, GROCERY) if first else (PAYROLL, *pair, GROCERY))

    assert sorted(line.amount for line in statement(made).lines) == [Decimal(-75), Decimal(-50), Decimal(75), Decimal(200)]
    assert proved(made)


@pytest.mark.parametrize("label", ["NEW BALANCE", "TOTAL", "TRANSPORT"])
def test_a_shop_whose_whole_name_is_a_label_forbids_the_proof(label: str) -> None:
    pair = (("01/12", label, "-75.00"), ("01/14", label, "75.00"))

    assert not proved(account((PAYROLL, *pair, GROCERY)))
    assert not proved(account((*pair, PAYROLL, GROCERY)))


@pytest.mark.parametrize("label", ["Closing balance", "Closing balance as of January 31, 2026", "Balance at the end of the period"])
def test_a_balance_with_its_day_among_the_rows_is_no_row(label: str) -> None:
    made = account((PAYROLL, GROCERY, ("01/31", label, "1,150.00")))

    assert len(statement(made).lines) == 2


def test_an_amount_beside_a_balance_that_a_dated_row_names_is_unread() -> None:
    made = account((), closing="1,150.00")
    made.cells((50, "Date"), (110, "Description"), (-430, "Amount"), (-520, "Balance"))
    for day, text, figure, balance in (
        ("01/05", "Payroll", "200.00", "1,200.00"),
        ("01/20", "Grocery", "-50.00", "1,150.00"),
        ("01/22", "REPORT", "-15.00", "1,150.00"),
    ):
        made.cells((50, day), (110, text), (-430, figure), (-520, balance))

    assert not proved(made)


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("Počáteční zůstatek", "Konečný zůstatek"),
        ("Alkusaldo", "Loppusaldo"),
        ("Saldo letzte Abrechnung", "Saldo zu Ihren Gunsten"),
        ("Saldo fra kontoutskrift", "Saldo i Deres favør"),
        ("Saldo iniziale", "Saldo finale a vostro credito"),
        ("Saldo anterior", "Saldo contabilístico final"),
        ("Letzter Kontostand", "Neuer Kontostand"),
        ("Sold anterior", "Sold final"),
        ("Αρχικό υπόλοιπο", "Τελικό υπόλοιπο"),
        ("Előző egyenleg", "Záró egyenleg"),
        ("Stan początkowy", "Stan końcowy"),
        ("Önceki bakiye", "Güncel bakiye"),
        ("Total da fatura anterior", "Total desta fatura"),
        ("Saldo estratto conto precedente", "Totale dovuto"),
    ],
)
def test_balances_are_named_in_many_languages(opening: str, closing: str) -> None:
    made = account((("", opening, "1,000.00"), PAYROLL, GROCERY, ("", closing, "1,150.00")))

    assert {item.label for item in scan(made.sheet.document()).items if item.kind in {"opening", "closing", "dated"} and item.inside} >= {
        fold(opening),
        fold(closing),
    }


@pytest.mark.parametrize(
    ("label", "kind"), [("Previous monthly balance", "opening"), ("New monthly balance", "closing"), ("Average monthly balance", "")]
)
def test_a_balance_may_be_called_after_its_month(label: str, kind: str) -> None:
    assert balance_kind(fold(label)) == kind


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("SOLDE ANCIEN", "opening"),
        ("Kontostand Vorjahr", "opening"),
        ("Začiatočný stav", "opening"),
        ("Likutis pradžiai", "opening"),
        ("Saldo fra 31.05.2025", "opening"),
        ("SALDO FINAL DEL PERIODO ANTERIOR", "opening"),
        ("Saldo del mes anterior", "opening"),
        ("Devir bakiyesi", "opening"),
        ("上期余额", "opening"),
        ("Bausparguthaben", "closing"),
        ("Likutis pabaigai", "closing"),
        ("Restschuld", "closing"),
        ("Saldo final", "closing"),
        ("本期余额", "closing"),
    ],
)
def test_a_balance_may_be_named_in_words_of_few_banks(label: str, kind: str) -> None:
    assert balance_kind(fold(label)) == kind


@pytest.mark.parametrize(
    ("opening", "closing"), [("SOLDE ANCIEN", "NOUVEAU SOLDE"), ("Likutis pradžiai", "Likutis pabaigai"), ("上期余额", "本期余额")]
)
def test_an_account_whose_balances_are_named_so_is_proved(opening: str, closing: str) -> None:
    made = scene(kind="Checking account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, opening), (-250, "1,000.00"))
    made.cells((40, closing), (-250, "1,150.00"), step=26)
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/05/2025"), (120, "Payroll"), (-470, "200.00"))
    made.cells((40, "01/20/2025"), (120, "Grocery"), (-470, "-50.00"))
    result = statement(made)

    assert (result.opening_balance, result.closing_balance, result.integrity.holds) == (Decimal("1000.00"), Decimal("1150.00"), True)
