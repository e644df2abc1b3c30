"""Habits of banks of many countries, beside which the rest of a page is still read."""

import datetime as dt
from decimal import Decimal

import pytest

from reconciliation.reading.reader import read
from reconciliation.reading.vocabulary.phrases import role_of
from tests.reading.drawing import DAY, FIGURE, TEXT, account
from tests.reading.scenes import page, proved, statement


def test_money_without_decimals_is_read_though_no_currency_says_that_it_has_none() -> None:
    result = statement(
        page(
            ((DAY, "CARTOLA CUENTA CORRIENTE"),),
            ((DAY, "DESDE: 01/02/2024"), (TEXT + 40, "HASTA: 29/02/2024")),
            ((DAY, "FECHA"), (TEXT, "DETALLE"), (-330, "CARGOS"), (-FIGURE - 60, "ABONOS"), (FIGURE, "SALDO")),
            ((TEXT, "SALDO INICIAL"), (FIGURE, "1.845.320")),
            ((DAY, "03/02"), (TEXT, "RETIRO"), (-330, "15.000"), (FIGURE, "1.830.320")),
            ((DAY, "14/02"), (TEXT, "RETIRO"), (-330, "30.320"), (FIGURE, "1.800.000")),
            ((TEXT, "SALDO FINAL"), (FIGURE, "1.800.000")),
        )
    )

    assert [result.opening_balance, result.closing_balance] == [1845320, 1800000]
    assert [line.amount for line in result.lines] == [-15000, -30320]


def test_a_name_over_a_cell_names_the_figure_at_its_far_end() -> None:
    made = account(opening="1,000.00", closing="1,150.00")
    plain = page(
        ((DAY, "Checking account statement"),),
        ((DAY, "Statement period: January 1, 2026 to January 31, 2026"),),
        ((DAY, "Branch"), (TEXT, "Account"), (300, "Opening balance")),
        ((DAY, "300"), (TEXT, "0123456"), (300, "EUR"), (-480, "+ 1.000,00")),
        ((DAY, "Date"), (TEXT, "Description"), (-480, "Amount")),
        ((DAY, "15/01"), (TEXT, "Payroll"), (-480, "+ 200,00")),
        ((DAY, "20/01"), (TEXT, "Grocery"), (-480, "- 50,00")),
        ((DAY, "Branch"), (TEXT, "Account"), (300, "Closing balance")),
        ((DAY, "300"), (TEXT, "0123456"), (300, "EUR"), (-480, "+ 1.150,00")),
    )

    assert proved(made)
    assert [statement(plain).opening_balance, statement(plain).closing_balance] == [1000, 1150]


def test_a_cards_bill_is_a_cards_statement() -> None:
    reading = read(
        page(
            ((DAY, "Rechnung vom 19.02.2024"),),
            ((DAY, "Visa Gold 4100 22XX XXXX 4455"), (300, "Kartenlimite CHF 8'000")),
            ((DAY, "Datum"), (TEXT, "Text"), (FIGURE, "Betrag CHF")),
            ((TEXT, "Saldovortrag letzte Rechnung"), (FIGURE, "320.45")),
            ((DAY, "05.02.2024"), (TEXT, "Ihre Zahlung - Besten Dank"), (FIGURE, "-320.45")),
            ((DAY, "13.02.2024"), (TEXT, "Bergbahn Engelberg"), (FIGURE, "54.13")),
            ((DAY, "14.02.2024"), (TEXT, "Apotheke Thalwil"), (FIGURE, "10.00")),
            ((TEXT, "Saldo zu unseren Gunsten"), (FIGURE, "64.13")),
            ((TEXT, "Mindestbetrag zahlbar bis 12.03.2024"), (FIGURE, "50.00")),
        ).sheet.document()
    )

    (result,) = reading.statements
    assert reading.document_type == "credit_card_statement"
    assert (result.opening_balance, result.closing_balance) == (Decimal("-320.45"), Decimal("-64.13"))
    assert (result.period_end, len(result.lines)) == (dt.date(2024, 2, 19), 3)


@pytest.mark.parametrize(("day", "first"), [("20/02", dt.date(2024, 2, 1)), ("20/01", None)])
def test_the_month_in_a_title_is_the_period_if_all_rows_are_of_it(day: str, first: dt.date | None) -> None:
    made = page(
        ((DAY, "Kontoauszug Februar 2024"),),
        ((DAY, "Alter Saldo"), (FIGURE, "1.000,00")),
        ((DAY, "Datum"), (TEXT, "Text"), (FIGURE, "Betrag")),
        ((DAY, f"{day}/2024"), (TEXT, "Gehalt"), (FIGURE, "200,00")),
        ((DAY, "21/02/2024"), (TEXT, "Einkauf"), (FIGURE, "-50,00")),
        ((DAY, "Neuer Saldo"), (FIGURE, "1.150,00")),
    )

    assert statement(made).period_start == first


@pytest.mark.parametrize("words", ["Thanks for the 12.50 each", "Card payment at 12.31 uur", "Cash at 09.14 Uhr"])
def test_figures_and_times_among_the_words_of_a_row_are_some_of_them(words: str) -> None:
    assert proved(account((("01/05", words, "-50.00"), ("01/20", "Payroll", "200.00"))))


def test_two_names_with_a_stroke_between_name_one_column() -> None:
    assert role_of("buchung/wert") == "date"
    assert role_of("vorgang/buchungsinformation") == "text"
    assert role_of("lastschrift/gutschrift") == "amount"
    assert role_of("datum/saldo") is None


def test_a_balance_carried_forward_above_the_first_row_is_the_opening() -> None:
    rows = (("01/05", "Payroll", "200.00"), ("01/20", "Grocery", "-50.00"), ("", "Closing balance", "1,150.00"))
    made = page(
        ((DAY, "Account statement January 1, 2026 to January 31, 2026"),),
        ((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount")),
        ((TEXT, "Balance carried forward"), (FIGURE, "1,000.00")),
        *(((DAY, day), (TEXT, text), (FIGURE, figure)) for day, text, figure in rows),
    )

    assert [statement(made).opening_balance, statement(made).closing_balance] == [1000, 1150]


@pytest.mark.parametrize(
    ("line", "holds"), [("Please keep this paper for as long as the law of your country wants you to", True), ("Other", False)]
)
def test_a_line_of_a_paragraph_below_the_closing_may_begin_with_a_day(line: str, *, holds: bool) -> None:
    made = account((("01/05", "Payroll", "200.00"), ("01/20", "Grocery", "-50.00"), ("", "Closing balance", "1,150.00")))
    made.sheet.down(30)
    made.cells((DAY, line), step=10)
    made.cells((DAY, "01/21 and 9.00 of fees"))

    assert proved(made) == holds
