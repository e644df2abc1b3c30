"""The boundaries between the accounts of a file, and a list of all accounts with their balances."""

from decimal import Decimal

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, PLAIN_HEAD, proofs, scene, statements, table, text_page
from tests.reading.two_accounts import FIRST, SECOND, ends


def listed(made: Scene, *accounts: tuple[tuple[str, str], str, str]) -> None:
    """A list of all accounts: name and number, opening, closing."""
    made.cells((40, "Your accounts at a glance"), bold=True)
    made.cells((40, "Account"), (-380, "Opening balance"), (-520, "Closing balance"))
    for (name, number), opening, closing in accounts:
        made.cells((40, f"{name} {number}"), (-380, opening), (-520, closing))


def rows(made: Scene, account: tuple[str, str], *amounts: str, period: str = "Statement period 01/01/2025 to 01/31/2025") -> None:
    """An account without a balance of its own."""
    name, number = account
    made.cells((40, name), bold=True)
    made.cells((40, f"Account number: {number}"))
    made.cells((40, period))
    made.cells(*PLAIN_HEAD)
    for day, amount in enumerate(amounts, 3):
        made.cells((40, f"01/{day:02}/2025"), (120, "Card payment"), (-470, amount))


def test_a_list_of_accounts_gives_their_balances() -> None:
    made = scene()
    listed(made, (FIRST, "100.00", "60.00"), (SECOND, "7.00", "2.00"))
    rows(made, FIRST, "-30.00", "-10.00")
    rows(made, SECOND, "-5.00")

    assert ends(statements(made)) == [
        (f"{FIRST[0]} {FIRST[1]}", Decimal("100.00"), Decimal("60.00"), 2),
        (f"{SECOND[0]} {SECOND[1]}", Decimal("7.00"), Decimal("2.00"), 1),
    ]


def test_an_account_that_only_the_list_names_is_reported() -> None:
    made = scene()
    listed(made, (FIRST, "100.00", "60.00"), (SECOND, "7.00", "7.00"))
    rows(made, FIRST, "-30.00", "-10.00")

    assert [one.opening_balance for one in statements(made)] == [Decimal("100.00"), Decimal("7.00")]


def test_a_list_with_another_balance_than_the_account_forbids_a_proof() -> None:
    made = scene()
    listed(made, (FIRST, "100.00", "65.00"), (SECOND, "7.00", "2.00"))
    for (name, number), opening, out, closing in ((FIRST, "100.00", "40.00", "60.00"), (SECOND, "7.00", "5.00", "2.00")):
        made.cells((40, name), bold=True)
        made.cells((40, f"Account number: {number}"))
        made.cells((40, "Opening balance"), (-250, opening))
        made.cells(*HEAD)
        table(made, ("01/03/2025", "Rent", out, "", closing))
        made.cells((40, "Closing balance"), (-250, closing))

    assert proofs(made)[0] is None


@pytest.mark.parametrize(("total", "proof"), [("62.00", True), ("40.00", None)])
def test_the_total_of_listed_balances_is_no_sum_of_rows(total: str, *, proof: bool | None) -> None:
    made = scene()
    listed(made, (FIRST, "100.00", "60.00"), (SECOND, "7.00", "2.00"))
    made.cells((40, "Total deposits"), (-520, total))
    for (name, number), opening, into, closing in ((FIRST, "100.00", "-40.00", "60.00"), (SECOND, "7.00", "-5.00", "2.00")):
        made.cells((40, name), bold=True)
        made.cells((40, f"Account number: {number}"))
        made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
        made.cells((40, "Opening balance"), (-250, opening))
        made.cells((40, "Closing balance"), (-250, closing))
        made.cells(*PLAIN_HEAD)
        made.cells((40, "01/03/2025"), (120, "Card payment"), (-470, into))

    assert proofs(made)[0] is proof


def test_another_number_with_its_period_begins_an_account() -> None:
    made = scene()
    rows(made, FIRST, "-30.00", "-10.00")
    rows(made, SECOND, "-5.00")

    assert [len(one.lines) for one in statements(made)] == [2, 1]


def test_card_numbers_between_the_rows_start_no_account() -> None:
    made = scene(kind="Credit card statement")
    made.cells((40, "Account number: 5559990"))
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Previous balance"), (-250, "10.00"))
    made.cells((40, "New balance"), (-250, "55.00"))
    for number, amount in (("1110001", "40.00"), ("2220002", "5.00")):
        made.cells((40, f"Card number ending {number}"))
        made.cells(*PLAIN_HEAD)
        made.cells((40, "01/03/2025"), (120, "Shop"), (-470, amount))

    assert [len(one.lines) for one in statements(made)] == [2]


@pytest.mark.parametrize("page", ["Page 1 of 1", ""])
def test_two_months_without_transactions_are_two_statements(page: str) -> None:
    made = scene()
    for month, days in (("01", 31), ("02", 28)):
        made.cells((40, page or "Sample Bank"))
        made.cells((40, "Account number: 1110001"))
        made.cells((40, f"Statement period {month}/01/2025 to {month}/{days}/2025"))
        made.cells((40, "Opening balance"), (-250, "100.00"))
        made.cells((40, "No transactions this period."))
        made.cells((40, "Closing balance"), (-250, "100.00"))
        made.sheet.next_page()

    assert [one.period_start.month for one in statements(made) if one.period_start] == [1, 2]


def test_a_forward_line_below_a_number_that_every_page_repeats_begins_no_account() -> None:
    made = scene()
    made.cells((40, "Account number: 1110001"))
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells(*HEAD)
    made.cells((40, "01/31/2025"), (120, "Closing balance"), (-545, "50.00"))
    table(made, ("01/30/2025", "Rent", "10.00", "", "50.00"), ("01/20/2025", "Rent", "20.00", "", "60.00"))
    made.cells((120, "Carried forward"), (-545, "80.00"))
    made.sheet.next_page()
    made.cells((40, "Sample Bank, account number: 1110001"))
    made.cells(*HEAD)
    made.cells((120, "Previous balance"), (-545, "80.00"))
    table(made, ("01/10/2025", "Salary", "", "30.00", "80.00"))
    made.cells((40, "01/01/2025"), (120, "Previous balance"), (-545, "50.00"))

    assert [(len(one.lines), one.integrity.holds) for one in statements(made)] in ([(3, None)], [(3, True)])


def test_rows_without_a_head_leave_the_account_above_them_unproved() -> None:
    made = scene()
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*HEAD)
    table(made, ("01/03/2025", "Rent", "40.00", "", "60.00"))
    made.cells((40, "Closing balance"), (-250, "60.00"))
    made.sheet.next_page()
    made.cells((400, "Page 1 of 1"))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/09/2025"), (120, "Card payment"), (-470, "-5.00"))
    made.cells((40, "01/12/2025"), (120, "Refund"), (-470, "5.00"))

    assert True not in proofs(made)


def test_an_account_carried_forward_goes_on_below_another_balance_without_a_head() -> None:
    made = text_page("Banco Ejemplo", "Resumen de movimientos", "Número de cuenta: 12345678", "Movimientos del: 01/11/2025 a 30/11/2025")
    for opening, rows_of_page, (name, last) in (
        ("1.000,00", (("05/11/2025", "Nómina", "200,00"), ("13/11/2025", "Café", "-50,00")), ("Suma y sigue", "1.150,00")),
        ("950,00", (("23/11/2025", "Café", "-50,00"), ("30/11/2025", "Nómina", "100,00")), ("Saldo actual", "1.000,00")),
    ):
        made.cells((50, "F. Operación"), (120, "Detalle"), (-450, "Monto"), (-540, "Saldo"))
        made.cells((120, "Saldo anterior"), (-540, opening))
        for day, text, amount in rows_of_page:
            made.cells((50, day), (120, text), (-450, amount))
        made.cells((120, name), (-540, last))
        made.sheet.next_page()

    assert proofs(made) == [None, None]


def test_a_debt_is_read_without_a_sign_above_the_rows_and_as_a_debit_among_them() -> None:
    made = scene(kind="Credit card statement")
    made.cells((40, "Previous balance"), (-250, "10.00"))
    made.cells((40, "New balance"), (-250, "50.00"))
    made.cells(*HEAD[:4])
    made.cells((120, "Previous balance"), (-400, "10.00"))
    table(made, ("01/03/2025", "Shop", "40.00", "", ""))
    made.cells((120, "New balance"), (-400, "50.00"))

    assert [(one.account_kind, len(one.lines)) for one in statements(made)] == [("credit_card", 1)]


def test_a_statement_without_balances_may_say_that_nothing_happened() -> None:
    made = scene(kind="Account statement")
    made.cells((40, "Account number: 1110001"))
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "No transactions this period."))

    assert [(len(one.lines), one.integrity.holds) for one in statements(made)] == [(0, None)]


def test_two_files_of_one_page_each_are_two_statements_by_their_page_numbers() -> None:
    made = scene()
    for closing in ("60.00", "20.00"):
        made.cells((400, "1 of 1"))
        made.cells(*HEAD)
        table(made, ("01/03/2025", "Rent", "40.00", "", closing))
        made.sheet.next_page()

    assert len(statements(made)) == 2


@pytest.mark.parametrize(
    ("day", "figure", "holds"),
    [("1 mars 2025", "500,00", True), ("2 mars 2025", "500,00", True), ("6 mars 2025", "500,00", None), ("1 mars 2025", "510,00", None)],
)
def test_a_balance_below_the_rows_with_the_openings_figure_and_first_day_is_the_opening_again(
    day: str, figure: str, *, holds: bool | None
) -> None:
    made = scene(kind="Relevé de compte courant")
    made.cells((40, "Période du 01/03/2025 au 31/03/2025"))
    made.cells((40, "Solde initial"), (-470, "500,00"))
    made.cells((40, "Date"), (120, "Libellé"), (-470, "Montant"))
    made.cells((40, "05/03/2025"), (120, "Virement reçu"), (-470, "200,00"))
    made.cells((40, "20/03/2025"), (120, "Carte"), (-470, "-50,00"))
    made.cells((40, f"Solde au {day}"), (-470, figure))
    made.cells((40, "Solde au 31 mars 2025"), (-470, "650,00"))

    assert proofs(made) == [holds]
