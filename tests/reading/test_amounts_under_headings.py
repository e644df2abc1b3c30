"""Headings and totals give the side and the unit of the amounts below them."""

from collections.abc import Sequence
from decimal import Decimal

import pytest

from tests.reading.drawing import DAY, FIGURE, GROCERY, PAYROLL, TEXT, account, headings
from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, empty_page, proved, scene, statement, statements, table, text_page

BALANCE = -520.0


def card(title: str, *, closing: str) -> Scene:
    made = text_page(title, "Statement period: January 1, 2026 to January 31, 2026", "Late payment warning", "Interest charged")
    made.cells((DAY, "Minimum payment due"), (FIGURE, "25.00"))
    made.cells((DAY, "Previous balance"), (FIGURE, "100.00"))
    made.cells((DAY, closing), (FIGURE, "110.00"), step=26)
    headings(made)
    for day, text, figure in (("01/05", "Payment thank you", "-40.00"), ("01/20", "Bistro", "50.00")):
        made.cells((DAY, day), (TEXT, text), (FIGURE, figure))
    return made


@pytest.mark.parametrize("closing", ["New balance", "Your January balance"])
def test_a_card_on_top_and_a_payment_due_make_a_card(closing: str) -> None:
    result = statement(card("First Example Gold Card", closing=closing))

    assert (result.account_kind, result.closing_balance) == ("credit_card", Decimal(-110))
    assert [str(line.amount) for line in result.lines] == ["40.00", "-50.00"]


def test_a_debit_card_number_in_the_head_makes_no_card_account() -> None:
    assert statement(card("First Example Debit Card", closing="New balance")).account_kind != "credit_card"


@pytest.mark.parametrize("row", [GROCERY, PAYROLL])
def test_totals_by_column_tell_all_money(row: tuple[str, str, str]) -> None:
    made = scene()
    made.cells((40, "Type of transaction"), (-400, "Paid out"), (-470, "Paid in"))
    made.cells((40, "Total"), (-400, "40.00"), (-470, "30.00"))
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells(*HEAD)
    table(made, ("01/20/2025", row[1], "", "30.00", "130.00"), ("01/03/2025", "Rent", "40.00", "", "100.00"))

    assert [line.amount for line in statements(made)[0].lines] == [Decimal(30), Decimal(-40)]


def test_a_short_heading_is_recognized_beside_a_currency_in_brackets() -> None:
    made = account((), after=("Rows of January",))
    made.cells((DAY, "Date"), (TEXT, "Description"), (-350.0, "Out (SEK)"), (FIGURE, "In (SEK)"))
    made.cells((DAY, "01/05"), (TEXT, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), (-350.0, "50.00"))

    assert [line.amount for line in statement(made).lines] == [200, -50]


def headed(upper: Sequence[tuple[float, str]], lower: Sequence[tuple[float, str]], rows: Sequence[Sequence[tuple[float, str]]]) -> Scene:
    """An account whose headings stand on two lines."""
    made = scene()
    made.cells((40, "Statement period 1 January 2025 to 31 January 2025"))
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells((40, "Closing balance"), (-250, "90.00"))
    made.cells(*upper, step=10)
    made.cells(*lower)
    for row in rows:
        made.cells(*row)
    return made


def test_two_sides_named_over_each_other_are_one_column_of_amounts() -> None:
    made = headed(
        [(40, "Date"), (120, "Narration"), (-400, "Withdrawal (Dr)/"), (BALANCE, "Balance")],
        [(-400, "Deposit (Cr)")],
        [
            [(40, "23-01-2025"), (120, "Rent"), (-400, "40.00(Dr)"), (BALANCE, "60.00(Cr)")],
            [(40, "24-01-2025"), (120, "Salary"), (-400, "30.00(Cr)"), (BALANCE, "90.00(Cr)")],
        ],
    )

    assert [line.amount for line in statement(made).lines] == [-40, 30]
    assert proved(made)


def test_charges_behind_the_balance_do_not_change_it() -> None:
    made = headed(
        [(40, "Date"), (120, "Description"), (-380, "Amount"), (-450, "Balance"), (-520, "Accrued")],
        [(-520, "Bank")],
        [],
    )
    made.cells((-520, "Charges"))
    made.cells((40, "03 Jan"), (120, "Rent"), (-380, "40.00"), (-450, "60.00Cr"), (-520, "4.25"))
    made.cells((40, "20 Jan"), (120, "Salary"), (-380, "30.00Cr"), (-450, "90.00Cr"))

    assert [line.amount for line in statement(made).lines] == [-40, 30]
    assert proved(made)


def test_an_amount_in_another_currency_is_no_money_in() -> None:
    made = headed(
        [(40, "Date"), (120, "Description"), (-450, "Amount in Original"), (-545, "Amount (AED)")],
        [(-450, "Currency")],
        [
            [(40, "03/01/2025"), (120, "Prime video"), (-450, "10.89 USD"), (-545, "-40.00")],
            [(40, "20/01/2025"), (120, "Salary"), (-545, "30.00")],
        ],
    )

    assert [line.amount for line in statement(made).lines] == [-40, 30]


def test_a_list_of_days_and_ending_balances_tells_no_closing() -> None:
    made = account()
    made.cells((DAY, "Balance summary"))
    made.cells((DAY, "Date"), (-200, "Ending balance"), (300, "Date"), (-450, "Ending balance"))
    made.cells((DAY, "Jan 5"), (-200, "1,200.00"), (300, "Jan 20"), (-450, "1,150.00"))

    assert proved(made)


def test_prose_that_speaks_of_an_amount_due_by_a_date_is_no_heading() -> None:
    made = account(before=["your Amount Due by the Please Pay By Date of", ("", "last month, you may owe", "40.00")])

    assert [line.amount for line in statement(made).lines] == [200, -50]


@pytest.mark.parametrize("name", ["Reverted from January 1, 2026 to January 31, 2026", "Declined"])
def test_a_reversed_pending_payment_moves_no_balance(name: str) -> None:
    made = account(closing="1,150.00")
    made.cells((DAY, "Ending balance"), (FIGURE, "1,150.00"), step=26)
    made.cells((DAY, name), size=14, step=20)
    made.cells((DAY, "Start date"), (TEXT, "Description"), (-390, "Money out"), (-470, "Money in"))
    made.cells((DAY, "01/22"), (TEXT, "Taxi"), (-390, "14.20"))

    assert [line.amount for line in statement(made).lines] == [200, -50]
    assert proved(made)


def test_closing_totals_on_a_day_are_no_row() -> None:
    made = scene()
    made.cells((40, "Statement period January 1, 2025 to January 31, 2025"))
    made.cells((40, "Closing balance"), (-250, "90.00"))
    made.cells(*HEAD)
    table(made, ("Jan 01", "Opening balance", "", "", "100.00"), ("Jan 03", "Rent", "40.00", "", "60.00"))
    table(made, ("Jan 20", "Salary", "", "30.00", "90.00"), ("Jan 31", "Closing totals", "40.00", "30.00", "90.00"))

    assert len(statement(made).lines) == 2
    assert proved(made)


def test_a_cell_and_the_one_under_it_may_name_a_column_of_money_together() -> None:
    made = empty_page()
    for line in (
        ((DAY, "Estado de cuenta tarjeta de crédito"), (300, "16-oct-2025 al 15-nov-2025")),
        ((DAY, "Adeudo del periodo anterior"), (FIGURE, "$100.00")),
        ((DAY, "Pago para no generar intereses"), (FIGURE, "$1,600.00")),
        ((DAY, "Pago mínimo"), (FIGURE, "$90.00")),
        ((DAY, "Límite de crédito"), (FIGURE, "$9,000.00")),
    ):
        made.cells(*line)
    made.cells((DAY, "Fecha de la"), (TEXT, "Descripción"), (-300, "Monto"), (-360, "Saldo"), (-420, "Pago"), (450, "Núm."), step=10)
    made.cells((DAY, "operación"), (-300, "original"), (-360, "pendiente"), (-420, "requerido"), (450, "de pago"))
    for day, text, price, left, due, count in (
        ("14-ago-2025", "TIENDA POR INTERNET", "$5,400.00", "$1,800.00", "$900.00", "4 de 6"),
        ("02-oct-2025", "VUELOS", "$7,200.00", "$6,000.00", "$600.00", "2 de 12"),
    ):
        made.cells((DAY, day), (TEXT, text), (-300, price), (-360, left), (-420, due), (450, count))
    result = statement(made)

    assert [line.amount for line in result.lines] == [-900, -600]
    assert result.integrity.difference == 0


def test_repeated_amounts_in_a_cell_have_the_side_behind_them() -> None:
    made = empty_page()
    made.cells((DAY, "Cartola"), (300, "01/11/2025 - 30/11/2025"))
    made.cells((DAY, "Fecha"), (TEXT, "Detalle"), (-376, "Monto cargos"), (-440, "Monto abonos"), (-520, "Saldo"))
    for day, text, out, into, balance in (
        ("", "Saldo inicial", "", "", "412.880"),
        ("03/11", "Traspaso", "120.000", "", "292.880"),
        ("10/11", "Traspaso", "", "340.000", "632.880"),
        ("", "Saldo final", "", "", "632.880"),
    ):
        made.cells(*[(place, cell) for place, cell in ((DAY, day), (TEXT, text), (-376, out), (-440, into), (-520, balance)) if cell])

    assert [line.amount for line in statement(made).lines] == [-120000, 340000]


@pytest.mark.parametrize(("left", "amounts"), [(240.0, ["139.57", "-618.57"]), (286.0, ["-139.57", "-618.57"])])
def test_a_currency_before_a_figure_is_read_below_its_heading(left: float, amounts: list[str]) -> None:
    """The number alone would come nearer to the other side's heading, and its balance would bear that out."""
    made = empty_page()
    reached = Decimal("7400.83") + Decimal(amounts[0])
    for text in ("Example Union", "Relevé de compte", "Du: 01/06/2019", "Au: 30/06/2019"):
        made.cells((40, text))
    made.cells((40, "Date opé."), (138, "Nature des opérations"), (240, "Crédit"), (286, "Débit"), (350, "Solde EUR"))
    made.cells((138, "Solde créditeur au 01/06/2019"), (350, "EUR 7 400,83"))
    made.cells((40, "05/06/19"), (138, "VIREMENT"), (left, "EUR 139,57"), (350, f"EUR {french(reached)}"))
    made.cells((40, "15/06/19"), (138, "RETRAIT DAB 0442"), (286, "EUR 618,57"), (350, f"EUR {french(reached - Decimal('618.57'))}"))
    made.cells((138, "Solde créditeur au 30/06/2019"), (350, f"EUR {french(reached - Decimal('618.57'))}"))

    assert [str(line.amount) for line in statement(made).lines] == amounts


def french(amount: Decimal) -> str:
    return f"{amount:,.2f}".replace(",", " ").replace(".", ",")
