"""Headings, balances and marks as they are named in many countries."""

import datetime as dt
from decimal import Decimal

import pytest

from tests.reading.drawing import DAY, FIGURE, TEXT
from tests.reading.making.scene import Scene
from tests.reading.scenes import Cell, amounts, page, proved, statement, statements


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

    assert statement(made).closing_balance == Decimal("790.25")


@pytest.mark.parametrize(("headings", "holds"), [((), True), (("Tanggal", "Hal", "Aaa", "Bbb", "Ccc"), False)])
def test_sides_known_only_by_balances_need_all_headings_understood(headings: tuple[str, ...], *, holds: bool) -> None:
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
    days = [line.date for one in statements(made) for line in one.lines]

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
        ("Početno stanje", ("Datum knjiženja", "Opis", "Isplata", "Uplata"), "Završno stanje"),
        ("Υπόλοιπο έναρξης", ("Ημ/νία κίνησης", "Στοιχεία συναλλαγής", "Χρέωση", "Πίστωση"), "Τελικό υπόλοιπο"),
        ("이월잔액", ("거래일시", "적요", "출금액(원)", "입금액(원)"), "최종잔액"),
        ("Số dư đầu kỳ", ("Ngày giao dịch", "Diễn giải", "Ghi nợ", "Ghi có"), "Số dư cuối kỳ"),
        ("ยอดยกมา", ("วันที่", "รายการ", "ถอน", "ฝาก"), "Closing balance"),
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
    result = statement(
        card(
            ((DAY, "14.01.2024"), (TEXT, "Ödeme"), (FIGURE, "640,25+")),
            ((DAY, "15.01.2024"), (TEXT, "Market"), (300, "1,50"), (FIGURE, "150,00")),
            ((DAY, "16.01.2024"), (TEXT, "Kitap"), (300, "0,30"), (FIGURE, "30,00")),
            ((TEXT, "Dönem borcu"), (FIGURE, "180,00")),
        )
    )

    assert [line.amount for line in result.lines] == [Decimal("640.25"), -150, -30]
    assert result.period_end == dt.date(2024, 1, 31)
    assert result.integrity.difference == 0


def test_a_balance_of_the_last_rows_day_above_all_rows_closes() -> None:
    result = statement(
        page(
            ((DAY, "Movimientos de la cuenta"),),
            ((DAY, "Saldo a 31/01/2024: 790,25 EUR"),),
            ((DAY, "Fecha"), (TEXT, "Concepto"), (-400, "Importe"), (FIGURE, "Saldo")),
            ((DAY, "31/01/2024"), (TEXT, "Mercado"), (-400, "-50,00"), (FIGURE, "790,25")),
            ((DAY, "14/01/2024"), (TEXT, "Nomina"), (-400, "200,00"), (FIGURE, "840,25")),
        )
    )

    assert (result.opening_balance, result.closing_balance) == (Decimal("640.25"), Decimal("790.25"))


@pytest.mark.parametrize(("figure", "rows"), [("£45.98", 1), ("€45.98", 2)])
def test_a_foreign_figure_below_a_row_is_the_exchanged_amount(figure: str, rows: int) -> None:
    result = statement(
        page(
            ((DAY, "Account statement"), (300, "January 1, 2024 to January 31, 2024")),
            ((DAY, "Opening balance"), (FIGURE, "€100.00")),
            ((DAY, "Date"), (TEXT, "Description"), (-330, "Money out"), (-FIGURE - 60, "Money in")),
            ((DAY, "Jan 11, 2024"), (TEXT, "Airline"), (-330, "€52.42")),
            ((-330, figure),),
        )
    )

    assert len(result.lines) == rows


def test_the_total_of_announced_instalments_is_no_total_of_the_rows() -> None:
    result = statement(
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

    assert [line.amount for line in result.lines] == [-50, -30]
    assert result.integrity.holds


def test_words_of_a_row_do_not_decide_the_kind_of_account() -> None:
    result = statement(
        page(
            ((DAY, "Estado de cuenta"), (300, "01/01/2024 - 31/01/2024")),
            ((DAY, "Fecha"), (TEXT, "Concepto"), (-400, "Cargos"), (FIGURE, "Abonos")),
            ((TEXT, "Saldo anterior"), (FIGURE, "640,25")),
            ((DAY, "14/01/2024"), (TEXT, "Deposito"), (FIGURE, "200,00")),
            ((TEXT, "Pago prestamo"),),
            ((TEXT, "Saldo final"), (FIGURE, "840,25")),
        )
    )

    assert result.account_kind is None
    assert result.integrity.holds


def test_a_card_in_two_currencies_is_read_in_the_first() -> None:
    made = page(
        ((DAY, "Estado de cuenta Visa"), (300, "Período del 11/05/2024 al 10/06/2024")),
        ((DAY, "Último día de pago"), (300, "05/07/2024")),
        ((DAY, "Pago mínimo del mes"), (300, "20.00")),
        ((DAY, "Fecha"), (TEXT, "Descripción"), (-400, "Soles"), (FIGURE - 60, "Dólares")),
        ((TEXT, "SALDO ANTERIOR"), (-400, "100.00")),
        ((DAY, "15May"), (TEXT, "Plaza Vea"), (-400, "50.00")),
        ((DAY, "03Jun"), (TEXT, "Pago banca móvil"), (-400, "100.00-")),
        ((TEXT, "SALDO DEL MES"), (-400, "50.00")),
    )

    assert amounts(made) == ["-50.00", "100.00"]
    assert proved(made)
