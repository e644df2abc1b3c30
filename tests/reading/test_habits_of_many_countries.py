"""What banks of many countries print, beside which the rest of a page must still be understood."""

import datetime as dt
import random
from decimal import Decimal

import pytest

from reconciliation.reading.reader import read
from reconciliation.reading.statement import PrintedStatement
from reconciliation.reading.vocabulary.column_names import role_of
from tests.reading.drawing import DAY, FIGURE, TEXT, account, proved
from tests.reading.making.scene import Scene

Cell = tuple[float, str]


def page(*lines: tuple[Cell, ...]) -> Scene:
    made = Scene(random.Random(1))  # noqa: S311  nothing secret is drawn
    for line in lines:
        made.cells(*line)
    return made


def only(made: Scene) -> PrintedStatement:
    (found,) = read(made.sheet.document()).statements
    return found


def test_money_without_decimals_is_read_though_no_currency_says_that_it_has_none() -> None:
    found = only(
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

    assert [found.opening_balance, found.closing_balance] == [1845320, 1800000]
    assert [line.amount for line in found.lines] == [-15000, -30320]


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
    assert [only(plain).opening_balance, only(plain).closing_balance] == [1000, 1150]


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

    (found,) = reading.statements
    assert reading.document_type == "credit_card_statement"
    assert (found.opening_balance, found.closing_balance) == (Decimal("-320.45"), Decimal("-64.13"))
    assert (found.period_end, len(found.lines)) == (dt.date(2024, 2, 19), 3)


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

    assert only(made).period_start == first


@pytest.mark.parametrize("words", ["Thanks for the 12.50 each", "Card payment at 12.31 uur", "Cash at 09.14 Uhr"])
def test_figures_and_times_among_the_words_of_a_row_are_some_of_them(words: str) -> None:
    assert proved(account((("01/05", words, "-50.00"), ("01/20", "Payroll", "200.00"))))


def test_two_names_with_a_stroke_between_name_one_column() -> None:
    assert role_of("buchung/wert") == "date"
    assert role_of("vorgang/buchungsinformation") == "text"
    assert role_of("lastschrift/gutschrift") == "amount"
    assert role_of("datum/saldo") is None


def test_what_is_carried_forward_above_the_first_row_is_brought_there() -> None:
    rows = (("01/05", "Payroll", "200.00"), ("01/20", "Grocery", "-50.00"), ("", "Closing balance", "1,150.00"))
    made = page(
        ((DAY, "Account statement January 1, 2026 to January 31, 2026"),),
        ((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount")),
        ((TEXT, "Balance carried forward"), (FIGURE, "1,000.00")),
        *(((DAY, day), (TEXT, text), (FIGURE, figure)) for day, text, figure in rows),
    )

    assert [only(made).opening_balance, only(made).closing_balance] == [1000, 1150]


@pytest.mark.parametrize(
    ("line", "holds"), [("Please keep this paper for as long as the law of your country wants you to", True), ("Other", False)]
)
def test_a_line_of_a_paragraph_below_the_closing_may_begin_with_a_day(line: str, *, holds: bool) -> None:
    made = account((("01/05", "Payroll", "200.00"), ("01/20", "Grocery", "-50.00"), ("", "Closing balance", "1,150.00")))
    made.sheet.down(30)
    made.cells((DAY, line), step=10)
    made.cells((DAY, "01/21 and 9.00 of fees"))

    assert proved(made) == holds


@pytest.mark.parametrize("label", ["Solde en euros", "Saldo"])
def test_a_bare_balance_under_the_totals_is_the_closing(label: str) -> None:
    made = page(
        ((DAY, "Relevé de compte courant du 01.01.2024 au 31.01.2024"),),
        ((DAY, "Date"), (TEXT, "Libellé"), (-480, "Débit"), (FIGURE, "Crédit")),
        ((TEXT, "Ancien solde"), (FIGURE, "640,25")),
        ((DAY, "14.01"), (TEXT, "Virement recu"), (FIGURE, "200,00")),
        ((DAY, "15.01"), (TEXT, "Carte"), (-480, "50,00")),
        ((TEXT, "Totaux"), (-480, "50,00"), (FIGURE, "200,00")),
        ((TEXT, label), (FIGURE, "790,25")),
    )

    assert only(made).closing_balance == Decimal("790.25")


@pytest.mark.parametrize(("headings", "holds"), [((), True), (("Tanggal", "Hal", "Aaa", "Bbb", "Ccc"), False)])
def test_where_balances_tell_the_sides_no_headings_may_be_left_that_are_not_understood(headings: tuple[str, ...], *, holds: bool) -> None:
    places = (DAY, TEXT, 230.0, 330.0, 430.0)
    made = page(
        ((DAY, "Checking account statement"),),
        ((DAY, "Statement period: January 1, 2026 to January 31, 2026"),),
        ((DAY, "Opening balance"), (FIGURE, "1,000.00")),
        tuple(zip(places, headings, strict=False)),
        ((DAY, "01/05/2026"), (TEXT, "Payroll"), (-370, "200.00"), (FIGURE, "1,200.00")),
        ((DAY, "01/14/2026"), (TEXT, "Salary"), (-370, "100.00"), (FIGURE, "1,300.00")),
        ((DAY, "01/20/2026"), (TEXT, "Grocery"), (-270, "50.00"), (FIGURE, "1,250.00")),
        ((DAY, "01/21/2026"), (TEXT, "Bakery"), (-270, "50.00"), (FIGURE, "1,200.00")),
        ((DAY, "Closing balance"), (FIGURE, "1,200.00")),
    )

    assert proved(made) == holds


@pytest.mark.parametrize(("heading", "rows"), [("Bokført", 3), ("Kode", 0)])
def test_four_digits_under_a_heading_of_days_are_days(heading: str, rows: int) -> None:
    made = page(
        ((DAY, "Kontoutskrift 01.02.2024 - 29.02.2024"),),
        ((DAY, "Forklaring"), (230.0, heading), (-370, "Ut av konto"), (FIGURE, "Inn på konto")),
        ((DAY, "Saldo fra kontoutskrift 31.01.2024"), (FIGURE, "1.000,00")),
        ((DAY, "Varekjøp Matbua"), (230.0, "0702"), (-370, "50,00")),
        ((DAY, "Vipps til Ingrid"), (230.0, "1502"), (-370, "20,00")),
        ((DAY, "Lønn"), (230.0, "2802"), (FIGURE, "200,00")),
        ((DAY, "Saldo i Deres favør 29.02.2024"), (FIGURE, "1.130,00")),
    )
    days = [line.date for one in read(made.sheet.document()).statements for line in one.lines]

    assert days == [dt.date(2024, 2, 7), dt.date(2024, 2, 15), dt.date(2024, 2, 28)][:rows]


def test_a_row_that_fills_both_sides_carries_their_sums_and_no_balance() -> None:
    made = page(
        ((DAY, "Relevé de compte courant du 01.01.2024 au 31.01.2024"),),
        ((DAY, "Date"), (TEXT, "Libellé"), (-480, "Débit"), (FIGURE, "Crédit")),
        ((TEXT, "Ancien solde"), (FIGURE, "640,25")),
        ((DAY, "14.01"), (TEXT, "Virement recu"), (FIGURE, "200,00")),
        ((DAY, "15.01"), (TEXT, "Carte"), (-480, "50,00")),
        ((TEXT, "Sous-total à reporter"), (-480, "50,00"), (FIGURE, "200,00")),
        ((DAY, "16.01"), (TEXT, "Carte"), (-480, "10,00")),
        ((TEXT, "Nouveau solde"), (FIGURE, "780,25")),
    )

    assert proved(made)


@pytest.mark.parametrize(
    ("opening", "headings", "closing"),
    [
        ("Sākuma atlikums", ("Datums", "Informācija saņēmējam", "Debets", "Kredīts"), "Beigu atlikums"),
        ("Pradinis likutis", ("Data", "Mokėjimo paskirtis", "Debetas", "Kreditas"), "Galutinis likutis"),
        ("Algsaldo", ("Kuupäev", "Selgitus", "Deebet", "Kreedit"), "Lõppsaldo"),
        ("Saldo anterior", ("Fecha", "Concepto", "- Gastos", "+ Ingresos"), "Saldo final"),
    ],
)
def test_headings_and_balances_are_known_by_their_names(opening: str, headings: tuple[str, str, str, str], closing: str) -> None:
    made = page(
        ((DAY, "Example Bank"), (300, "01.01.2024 - 31.01.2024")),
        tuple(zip((DAY, TEXT, -400.0, FIGURE), headings, strict=True)),
        ((DAY, "01.01.2024"), (TEXT, opening), (FIGURE, "640,25")),
        ((DAY, "14.01.2024"), (TEXT, "Firma"), (FIGURE, "200,00")),
        ((DAY, "15.01.2024"), (TEXT, "Market"), (-400, "50,00")),
        ((DAY, "31.01.2024"), (TEXT, closing), (FIGURE, "790,25")),
    )

    assert proved(made)


def card(*rows: tuple[Cell, ...]) -> Scene:
    return page(
        ((DAY, "Kredi kartı hesap özeti"),),  # noqa: RUF001
        ((DAY, "Kart limiti"), (FIGURE, "9.000,00 TL")),
        ((DAY, "Asgari ödeme tutarı"), (FIGURE, "20,00 TL")),  # noqa: RUF001
        ((DAY, "Hesap kesim tarihi"), (FIGURE, "31.01.2024")),
        ((DAY, "İşlem tarihi"), (TEXT, "Açıklama"), (300, "Puan"), (FIGURE, "Tutar")),  # noqa: RUF001
        ((TEXT, "Önceki dönem borcu"), (FIGURE, "640,25")),
        *rows,
    )


def test_a_card_may_mark_payments_with_a_plus_and_purchases_with_nothing() -> None:
    found = only(
        card(
            ((DAY, "14.01.2024"), (TEXT, "Ödeme"), (FIGURE, "640,25+")),
            ((DAY, "15.01.2024"), (TEXT, "Market"), (300, "1,50"), (FIGURE, "150,00")),
            ((DAY, "16.01.2024"), (TEXT, "Kitap"), (300, "0,30"), (FIGURE, "30,00")),
            ((TEXT, "Dönem borcu"), (FIGURE, "180,00")),
        )
    )

    assert [line.amount for line in found.lines] == [Decimal("640.25"), -150, -30]
    assert found.period_end == dt.date(2024, 1, 31)
    assert found.integrity.difference == 0


def test_a_balance_of_the_last_rows_day_above_all_rows_closes() -> None:
    found = only(
        page(
            ((DAY, "Movimientos de la cuenta"),),
            ((DAY, "Saldo a 31/01/2024: 790,25 EUR"),),
            ((DAY, "Fecha"), (TEXT, "Concepto"), (-400, "Importe"), (FIGURE, "Saldo")),
            ((DAY, "31/01/2024"), (TEXT, "Mercado"), (-400, "-50,00"), (FIGURE, "790,25")),
            ((DAY, "14/01/2024"), (TEXT, "Nomina"), (-400, "200,00"), (FIGURE, "840,25")),
        )
    )

    assert (found.opening_balance, found.closing_balance) == (Decimal("640.25"), Decimal("790.25"))


@pytest.mark.parametrize(("figure", "rows"), [("£45.98", 1), ("€45.98", 2)])
def test_a_figure_of_another_currency_below_a_row_is_what_was_exchanged(figure: str, rows: int) -> None:
    found = only(
        page(
            ((DAY, "Account statement"), (300, "January 1, 2024 to January 31, 2024")),
            ((DAY, "Opening balance"), (FIGURE, "€100.00")),
            ((DAY, "Date"), (TEXT, "Description"), (-330, "Money out"), (-FIGURE - 60, "Money in")),
            ((DAY, "Jan 11, 2024"), (TEXT, "Airline"), (-330, "€52.42")),
            ((-330, figure),),
        )
    )

    assert len(found.lines) == rows


def test_what_a_table_of_announced_instalments_comes_to_is_no_total_of_the_rows() -> None:
    found = only(
        page(
            ((DAY, "Cartão de crédito"), (300, "Fatura do cartão")),
            ((DAY, "Limite total de crédito"), (FIGURE, "9.000,00")),
            ((DAY, "Pagamento mínimo"), (FIGURE, "20,00")),
            ((DAY, "Total da fatura anterior"), (FIGURE, "0,00")),
            ((DAY, "Total desta fatura"), (FIGURE, "80,00")),
            ((DAY, "Lançamentos: compras e saques"),),
            ((DAY, "Data"), (TEXT, "Estabelecimento"), (FIGURE, "Valor")),
            ((DAY, "14/01/2024"), (TEXT, "Loja"), (FIGURE, "50,00")),
            ((DAY, "15/01/2024"), (TEXT, "Padaria"), (FIGURE, "30,00")),
            ((TEXT, "Lançamentos no cartão"), (FIGURE, "80,00")),
            ((DAY, "Compras parceladas - próximas faturas"),),
            ((DAY, "Data"), (TEXT, "Estabelecimento"), (FIGURE, "Valor")),
            ((DAY, "14/01/2024"), (TEXT, "Loja 02/02"), (FIGURE, "50,00")),
            ((TEXT, "Total para próximas faturas"), (FIGURE, "50,00")),
        )
    )

    assert [line.amount for line in found.lines] == [-50, -30]
    assert found.integrity.holds


def test_words_of_a_row_do_not_tell_what_kind_of_account_it_is() -> None:
    found = only(
        page(
            ((DAY, "Estado de cuenta"), (300, "01/01/2024 - 31/01/2024")),
            ((DAY, "Fecha"), (TEXT, "Concepto"), (-400, "Cargos"), (FIGURE, "Abonos")),
            ((TEXT, "Saldo anterior"), (FIGURE, "640,25")),
            ((DAY, "14/01/2024"), (TEXT, "Deposito"), (FIGURE, "200,00")),
            ((TEXT, "Pago prestamo"),),
            ((TEXT, "Saldo final"), (FIGURE, "840,25")),
        )
    )

    assert found.account_kind is None
    assert found.integrity.holds
