"""Rows under days printed alone, with lines that may repeat an amount."""

import pytest

from tests.reading.scenes import statement, text_page


@pytest.mark.parametrize(("twice", "holds"), [(False, True), (True, None)])
def test_a_row_printed_twice_is_no_second_line_of_the_first(twice: bool, holds: bool | None) -> None:
    """Newest first, with the balance of each day on its first row: the second print has a number of its own, and the row's amount where
    amounts stand."""
    made = text_page("Musterbank Example", "Extrato combinado", "Número da conta: 97294954", "Período: 2025-08-01 a 2025-08-31")
    made.cells((50, "Saldo inicial"), (-300, "26.312,80"))
    made.cells((50, "Saldo final"), (-300, "26.327,22"))
    made.cells((50, "2025-08-30"))
    made.cells((50, "00007001"), (105, "Cheque 1013"), (-501, "-17,63"), (-555, "26.327,22"))
    made.cells((50, "2025-08-28"))
    made.cells((50, "00007014"), (105, "DEBITO DIRETO LUZ"), (-501, "-140,67"), (-555, "26.344,85"))
    made.cells((50, "2025-08-18"))
    made.cells((50, "00007027"), (105, "VENCIMENTO EMPRESA LDA FX 255,72 USD @ 1.0845"), (-501, "248,72"), (-555, "26.485,52"))
    if twice:
        made.cells((50, "00007040"), (105, "VENCIMENTO EMPRESA LDA FX 255,72 USD @ 1.0845"), (-501, "248,72"))
    made.cells((50, "2025-08-01"))
    made.cells((50, "00007053"), (105, "DEBITO DIRETO LUZ"), (-501, "-76,00"), (-555, "26.236,80"))

    assert statement(made).integrity.holds is holds


def test_a_row_with_its_own_day_ends_the_day_printed_alone_above() -> None:
    """Words of a row may be blacked out, so that nothing but its day is left on its first line."""
    made = text_page("Musterbank Example", "Account statement", "Statement period: 1 January 2026 to 31 January 2026")
    made.cells((50, "Opening balance"), (-300, "100.00"))
    made.cells((50, "Closing balance"), (-300, "84.00"))
    made.cells((50, "Date"), (120, "Description"), (-450, "Withdrawals"), (-520, "Deposits"))
    made.cells((50, "05 Jan 2026"))
    made.cells((120, "Ref. 4711"), (-450, "10.00"))
    made.cells((50, "20 Jan 2026"), (120, "Hotel"), (-450, "1.00"))
    made.cells((120, "Restaurant"), (-450, "5.00"))

    assert [(str(line.date), str(line.amount)) for line in statement(made).lines] == [
        ("2026-01-05", "-10.00"), ("2026-01-20", "-1.00"), ("2026-01-20", "-5.00"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("balances", "holds"), [(("1.200,00", "1.140,00"), True), (("1.200,00", "1.150,00"), False), (("1.190,00", "1.140,00"), False)]
)
def test_a_day_over_its_rows_may_print_their_last_balance_beside_it(balances: tuple[str, str], *, holds: bool) -> None:
    made = text_page("Banco Exemplo", "Extrato conta corrente", "Período: 01/01/2026 a 31/01/2026")
    made.cells((50, "Saldo inicial"), (-300, "R$ 1.000,00"))
    made.cells((50, "Saldo final"), (-300, "R$ 1.140,00"))
    made.cells((50, "5 de Janeiro de 2026"), (170, f"Saldo do dia: R$ {balances[0]}"))
    made.cells((50, "Pix recebido"), (-460, "R$ 200,00"))
    made.cells((50, "20 de Janeiro de 2026"), (170, f"Saldo do dia: R$ {balances[1]}"))
    made.cells((50, "Pix enviado"), (-460, "-R$ 50,00"))
    made.cells((50, "Pagamento efetuado"), (-460, "-R$ 10,00"))
    result = statement(made)

    assert [(str(line.date), str(line.amount)) for line in result.lines] == [
        ("2026-01-05", "200.00"), ("2026-01-20", "-50.00"), ("2026-01-20", "-10.00"),
    ]  # fmt: skip
    assert (result.integrity.holds is True) is holds
