"""Two columns are money out and money in by the names that programs and hand-made tables give them, where the rows bear it out."""

from decimal import Decimal

import pytest

from finance.imports.rows import ParsedFile
from finance.models.coding import Codes
from finance.models.ledger_import import Choices
from tests.finance.imports.reading import parsed

NAMES = [
    ("Outflow", "Inflow"),
    ("Outflow (SGD)", "Inflow (SGD)"),
    ("Spent", "Received"),
    ("Withdrawals", "Deposits"),
    ("Payments", "Receipts"),
    ("Payment", "Deposit"),
    ("Money Out", "Money In"),
    ("Paid out", "Paid in"),
    ("Expenses", "Income"),
    ("Expense", "Income"),
    ("Debit", "Credit"),
    ("Ausgaben", "Einnahmen"),
    ("Ausgang", "Eingang"),
    ("Abgänge", "Zugänge"),
    ("Auszahlung", "Einzahlung"),
    ("Dépenses", "Recettes"),
    ("Sorties", "Entrées"),
    ("Débits", "Crédits"),
    ("Gastos", "Ingresos"),
    ("Cargos", "Abonos"),
    ("Salidas", "Entradas"),
    ("Saídas", "Entradas"),
    ("Despesas", "Receitas"),
    ("Uscite", "Entrate"),
    ("Uit", "In"),
    ("Af", "Bij"),
    ("Uitgaven", "Inkomsten"),
    ("出金", "入金"),
    ("支出", "収入"),
    ("お支払金額", "お預り金額"),
    ("お支払金額（円）", "お預り金額（円）"),  # noqa: RUF001  as banks write it
]


def table(header: str, *rows: str, currency: str = "EUR", kind: str = "checking", choices: Choices | None = None) -> ParsedFile:
    return parsed("\n".join([header, *rows, ""]).encode(), currency=currency, kind=kind, choices=choices)


def amounts(file: ParsedFile) -> list[Decimal | None]:
    return [row.amount for row in file.accounts[0].rows]


@pytest.mark.parametrize("kind", ["checking", "credit_card"])
@pytest.mark.parametrize(("out", "into"), NAMES)
def test_either_side_is_known_by_its_name(out: str, into: str, kind: str) -> None:
    file = table(f"Date,Text,{out},{into}", "2026-01-03,Tea,114.58,", "2026-01-04,Wages,,2000.00", kind=kind)

    assert file.questions == ()
    assert amounts(file) == [Decimal("-114.58"), Decimal("2000.00")]


def test_the_register_of_a_household_is_read_without_a_question() -> None:
    file = table("Date,Payee,Category,Outflow,Inflow", "13/06/2025,Starhub,Phone,114.58,0.00", "14/06/2025,Employer,Wages,,10.00")
    first = file.accounts[0].rows[0]

    assert file.questions == ()
    assert (str(first.booked_on), first.amount, first.description) == ("2025-06-13", Decimal("-114.58"), "Starhub")
    assert first.codes == Codes(nominal="Phone")


@pytest.mark.parametrize("sign", ["$", "S$", "SGD "])
def test_amounts_and_the_zeros_beside_them_may_carry_the_sign_of_their_currency(sign: str) -> None:
    file = table("Date,Payee,Outflow,Inflow", f"13/06/2025,Starhub,{sign}114.58,{sign}0.00", currency="SGD")

    assert (file.questions, amounts(file)) == ((), [Decimal("-114.58")])


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("Date,Expenses,Income", "2026-01-04,300.00,2000.00"),  # a month's sums side by side, and no entry
        ("Date,Text,Payments,Receipts", "2026-01-04,3 invoices,,"),
        ("Date,Text,Outflow,Inflow", "2026-01-04,Tea,paid,"),
    ],
)
def test_names_alone_are_not_enough(header: str, row: str) -> None:
    file = table(header, row, row)

    assert file.questions == ("columns",)
    assert amounts(file) == [None, None]


def test_two_pairs_of_such_names_are_asked_about() -> None:
    assert table("Date,Spent,Received,Outflow,Inflow", "2026-01-03,1.00,,1.00,").questions == ("columns",)


def test_payments_to_a_card_are_not_taken_for_money_out() -> None:
    assert table("Date,Text,Charges,Payments", "2026-01-03,Tea,1.50,", "2026-01-04,Thanks,,1.50", kind="credit_card").questions == (
        "columns",
    )


def test_a_pair_says_the_sign_where_an_amount_beside_it_has_none() -> None:
    file = table("Date,Amount,Outflow,Inflow", "2026-01-03,1.50,1.50,", "2026-01-04,2.00,,2.00")

    assert (file.questions, amounts(file)) == ((), [Decimal("-1.50"), Decimal("2.00")])


def test_an_amount_of_other_figures_than_the_pair_stays_the_amount() -> None:
    file = table("Date,Amount,Paid,Received", "2026-01-03,-1.50,1.70,", "2026-01-04,2.00,,2.30")

    assert (file.questions, amounts(file)) == ((), [Decimal("-1.50"), Decimal("2.00")])


def test_a_person_who_says_the_amount_is_believed() -> None:
    chosen = Choices(columns={"amount": 2}, sign="as_written")
    file = table("Date,Text,Net,Expenses,Income", "2026-01-03,Tea,-1.50,1.50,", choices=chosen)

    assert (file.questions, amounts(file)) == ((), [Decimal("-1.50")])


def test_debit_and_credit_of_a_ledger_are_still_turned_by_their_balances() -> None:
    file = table("Date,Soll,Haben,Saldo", "2026-01-03,5.00,,105.00", "2026-01-04,,1.00,104.00", "2026-01-05,2.00,,106.00")

    assert amounts(file) == [Decimal("5.00"), Decimal("-1.00"), Decimal("2.00")]


def test_a_japanese_table_is_read_without_a_question() -> None:
    file = table(
        "取引日,摘要,お支払金額,お預り金額,差引残高", "2026/01/03,電気料金,1200,,8800", "2026/01/04,給与,,5000,13800", currency="JPY"
    )

    assert file.questions == ()
    assert [(str(row.booked_on), row.amount, row.description) for row in file.accounts[0].rows] == [
        ("2026-01-03", Decimal(-1200), "電気料金"),
        ("2026-01-04", Decimal(5000), "給与"),
    ]
