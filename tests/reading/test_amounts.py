"""Printed amounts of money and their formats."""

from decimal import Decimal

import pytest

from reconciliation.reading.tokens.amounts import NumberStyle, decide_style, figures_of
from reconciliation.reading.tokens.dates import end_of_days, writes_days_with_points
from tests.reading.printed_rows import row


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("1,234.56", "1234.56"),
        ("12,34,567.89", "1234567.89"),
        (".15", "0.15"),
        ("-30.00", "-30.00"),
        ("$-30.00", "-30.00"),
        ("-$30.00", "-30.00"),
        ("$ -30.00", "-30.00"),
        ("- 26,557.01", "-26557.01"),
        ("(1.38)", "-1.38"),
        ("(1.38 USD)", "-1.38"),
        ("1,000.00-", "-1000.00"),
        ("\u22125.00", "-5.00"),
        ("100.00 CR", "100.00"),
        ("16,144.58 DR", "-16144.58"),
        ("123.34 OD", "-123.34"),
        ("SGD 15,450.75", "15450.75"),
        ("+300.00", "300.00"),
    ],
)
def test_an_amount_with_points_is_read_as_printed(printed: str, value: str) -> None:
    assert [figure.printed for figure in figures_of(row(f"Rent | {printed}"), NumberStyle())] == [Decimal(value)]


@pytest.mark.parametrize(
    ("others", "value", "is_certain"),
    [("Rs.4,019.85", "31", True), ("Rs.0.79", "31", True), ("Rs.154", "31", True), ("Rs4,019.85", "0.31", False), ("5.00", "0.31", False)],
)
def test_a_point_behind_a_currency_belongs_to_its_name_if_others_show_it(others: str, value: str, is_certain: bool) -> None:
    style = decide_style([row(f"Rent | {others}"), row("Coffee | Rs.31")], decimals=2)

    (figure,) = figures_of(row("Coffee | Rs.31"), style)
    assert (figure.size, not figure.broken) == (Decimal(value), is_certain)


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("1.234,56", "1234.56"),
        ("1 234,56", "1234.56"),
        ("1'234,56", "1234.56"),
        ("12,30 €", "12.30"),
        ("4.859,16-", "-4859.16"),
        ("1.234,56+", "1234.56"),
        ("(144,03 kr)", "-144.03"),
        ("144,03 kr-", "-144.03"),
    ],
)
def test_an_amount_with_a_comma_is_read_as_printed(printed: str, value: str) -> None:
    line = row(f"Miete | {printed}")

    assert [figure.printed for figure in figures_of(line, decide_style([line], decimals=None))] == [Decimal(value)]


@pytest.mark.parametrize("text", ["25.99%", "25.99 %", "01.02.2024", "REF12.50", "12.30.45", "1:30.00"])
def test_text_that_is_no_money_is_no_figure(text: str) -> None:
    assert figures_of(row(f"Word | {text}"), NumberStyle()) == []


def test_days_without_a_year_do_not_make_the_point_a_decimal_mark() -> None:
    rows = [row("01.07 | 02.07 | Miete | 1.112,66"), row("03.07 | 03.07 | Markt | 60,96")]

    assert decide_style(rows, decimals=None).decimal == ","


def test_a_currency_may_have_three_decimals_or_none() -> None:
    dinars, yen = row("Fee | 1,234.567"), row("Fee | 1,234")

    assert figures_of(dinars, decide_style([dinars], decimals=3))[0].printed == Decimal("1234.567")
    assert figures_of(yen, decide_style([yen], decimals=0))[0].printed == Decimal(1234)


def test_a_figure_with_separated_thousands_is_marked_as_broken() -> None:
    assert [figure.broken for figure in figures_of(row("Balance | 1, 234.56"), NumberStyle())] == [True]


def test_a_day_with_a_point_behind_its_month_is_no_figure() -> None:
    result = figures_of(row("21.09. | Miete | 21.09"), NumberStyle())

    assert [(figure.size, figure.start) for figure in result] == [(Decimal("21.09"), 13)]


def test_days_written_like_figures_are_days_where_all_rows_begin_so() -> None:
    days = [row(text) for text in ("05.03 | Miete | 210.46", "19.03 | 1 | Markt | 0.10", "Konto | 12.00")]
    figures = [row(text) for text in ("05.03 | Miete | 210.46", "77.40 | Markt | 0.10")]
    words = [*days, row("FX 77.40 USD at 1.0845")]

    assert [writes_days_with_points(rows) for rows in (days, figures, words)] == [True, False, True]


def test_two_days_written_like_figures_are_both_days_where_no_name_is_beside_them() -> None:
    assert [end_of_days(text) for text in ("05.10\t06.10", "05.10\t06.10\tMercato", "05.10\tMercato", "12.10")] == [11, 11, 5, 0]


def test_an_amount_without_decimals_is_read_beside_prose_that_speaks_of_another_currency() -> None:
    rows = [row(text) for text in ("Loyer | - XOF 15 800", "Marché | XOF 2 375 300", "Garantie jusqu'à | 100.000,00 EUR")]

    assert decide_style(rows, decimals=0).decimals == 0


def test_cells_of_figures_alone_say_more_of_the_decimal_mark_than_prose() -> None:
    rows = [row(text) for text in ("14/01/23 | Stipendio | .44", "05/01/23 | Assegno 1320 | 219.00 D", "Garantito fino a 1.100.000,00 EUR")]

    assert decide_style(rows, decimals=None).decimal == "."


def test_prose_and_days_give_no_decimals_to_a_currency_without_them() -> None:
    rows = [row(text) for text in ("Solde final | 50 700", "15.05.23 | 23 000", "16.05.23 | 4 000", "Frais par rejet : 20,00 EUR")]

    assert decide_style(rows, decimals=0).decimals == 0


def test_a_number_without_decimals_ends_before_no_letter() -> None:
    style = decide_style([row("Solde | CLP 1.900")], decimals=0)

    assert [str(figure.size) for text in ("CLP 9lO", "CLP 2.O44", "CLP 910") for figure in figures_of(row(text), style)] == ["910"]


def test_a_round_sum_ends_before_no_mark_with_more_of_a_number() -> None:
    style = decide_style([row("Saldo | EUR 7.672,06")], decimals=2)

    assert [str(figure.size) for text in ("EUR 2.O44,9l", "EUR 40", "EUR 2.") for figure in figures_of(row(text), style)] == ["40", "2"]


def test_three_digits_behind_thousands_and_another_mark_are_decimals_without_a_currency() -> None:
    rows = [row(f"24 Jun | Coffee | {amount} | {balance}") for amount, balance in (("0.230", "5,549.140"), ("85.280", "5,489.840"))]
    style = decide_style(rows, decimals=None)

    assert [figure.printed for figure in figures_of(rows[1], style)] == [Decimal("85.280"), Decimal("5489.840")]
