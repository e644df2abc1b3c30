"""Days that resemble amounts at the beginning of rows, on a statement whose figures have points."""

import datetime as dt

import pytest

from tests.reading.scenes import statement, text_page


def days(*printed: str, figures: tuple[str, str] = ("1'871.00", "-71.00"), closing: str = "8'763.86") -> list[dt.date | None]:
    made = text_page("Example Bank", "Current account statement", "Statement period: 1 April 2023 to 30 April 2023", left=40)
    made.cells((40, "Opening balance"), (-400, "6'963.86"))
    made.cells((40, "Closing balance"), (-400, closing), step=26)
    made.cells((40, "Date"), (150, "Description"), (-550, "Amount"))
    for day, text, figure in zip(printed, ("Deposit", "7 Eleven"), figures, strict=True):
        made.cells((40, day), (150, text), (-550, figure))
    return [line.date for line in statement(made).lines]


@pytest.mark.parametrize(
    "printed", [("16.04", "21.04"), ("16.04.", "21.04."), ("04 16", "04 21"), ("Sun 16.04", "Fri 21.04"), ("16.04 11:19", "21.04 08:02")]
)
def test_a_row_starts_with_its_day_although_figures_have_points(printed: tuple[str, str]) -> None:
    assert days(*printed) == [dt.date(2023, 4, 16), dt.date(2023, 4, 21)]


def test_the_second_of_two_days_is_read_behind_its_weekday() -> None:
    made = text_page("Example Bank", "Current account statement", "Statement period: 1 April 2023 to 30 April 2023", left=40)
    made.cells((40, "Date d'achat"), (120, "Date opération"), (200, "Libellé"), (-550, "Montant"))
    for bought, booked, text, figure in (("jeu. 13.04", "sam. 15.04", "Marché", "-4.00"), ("ven. 14.04", "mar. 18.04", "Loyer", "-71.00")):
        made.cells((40, bought), (120, booked), (200, text), (-550, figure))

    assert [line.date for line in statement(made).lines] == [dt.date(2023, 4, 15), dt.date(2023, 4, 18)]


def test_columns_of_short_numbers_with_points_are_days_where_two_lines_of_headings_say_so() -> None:
    made = text_page("Banco Exemplo", "EXTRATO DE CONTA", "DE 2026/01/01 A 2026/01/31", left=45)
    made.cells((45, "DATA"), (85, "DATA"), (125, "DESCRITIVO"), (-400, "DEBITO"), (-470, "CREDITO"), (-545, "SALDO"), step=10)
    made.cells((45, "LANC."), (85, "VALOR"))
    made.cells((125, "SALDO INICIAL"), (-545, "1 000.00"))
    made.cells((45, "1.05"), (85, "1.05"), (125, "TRF. P/O EMPRESA"), (-470, "200.00"), (-545, "1 200.00"))
    made.cells((45, "1.20"), (85, "1.19"), (125, "COMPRA 8252"), (-400, "40.00"), (-545, "1 160.00"))
    made.cells((45, "1.21"), (85, "1.20"), (125, "COMISSAO"), (-400, "10.00"), (-545, "1 150.00"))
    made.cells((125, "SALDO FINAL"), (-545, "1 150.00"))
    result = statement(made)

    assert [line.date for line in result.lines] == [dt.date(2026, 1, day) for day in (5, 20, 21)]
    assert result.integrity.holds
