"""The currency of a statement."""

import pytest

from reconciliation.reading.document.currency import currencies_of, currency_of, custom_of, exponent
from reconciliation.reading.tokens.amounts import NumberStyle
from reconciliation.reading.tokens.printed import look_at
from tests.reading.printed_rows import printed, row


@pytest.mark.parametrize(
    ("texts", "currency"),
    [
        (["Currency: SGD", "01/02/2024 | Shop USD 19,99 | $5,00"], "SGD"),
        (["Mata uang : IDR"], "IDR"),
        (["Moneda: Soles"], "PEN"),
        (["Moneda: Pesos"], "peso"),
        (["Cuenta en pesos", "Ciudad de México", "R.F.C. ABC010101AB1"], "MXN"),
        (["Date | Details | Amount (AUD)", "01/02/2024 | Shop | $5,00"], "AUD"),
        (["Foreign currency-USD 48,20 Exchange rate-1,402610", "Toronto, Canada", *["01/02/2024 | Shop | $5,00"] * 3], "CAD"),
        (["HKD Savings", "01/02/2024 | CLP POWER | 5,00"], "HKD"),
        (
            ["GBP statement", "Card payment of 900,00 JPY in a shop | 5,00", "Card payment of 800,00 JPY in a shop | 4,00", "Fee | 1,00"],
            "GBP",
        ),
        (["Balance | 9,00 GBP", "Payment of 900,00 JPY in a shop | 5,00", "Payment of 800,00 JPY in a shop | 4,00"], "GBP"),
        (["Call 800-769-2512", "Toronto M5H 1A1", "02/02/2024 | THANK YOU / PAIEMENT - MERCI | $5,00"], "CAD"),
        (["1 High St, Sydney NSW 2000", "01/02/2024 | Shop | $5,00"], "AUD"),
        (["Member FDIC", "01/02/2024 | Shop | $5,00"], "USD"),
        (["Bank of Harbour, N.A.", "01/02/2024 | Shop | $5,00"], "USD"),
        (["IBAN ES91 0182 5941 4302 0158 2210", "01/02/2024 | Compra | 5,00"], "EUR"),
        (["01/02/2024 | KEDAI SDN BHD | 5,00"], None),
        (["Datum | Text | Betrag in EUR", "01/02/2024 | Hotel | USD 9,00 | 8,00", "02/02/2024 | Hotel | 7,00", "Saldo 1,00"], "EUR"),
        (["Resumo em R$", "DATA | US$ | R$", "01/02/2024 | Loja | 5,00"], "BRL"),
        (["Date | Details | Amount (in ₹)", "01/02/2024 | App | USD 20,00 | 5,00", "02/02/2024 | Shop | 7,00"], "INR"),
        (["Date | Details | Amount ($)", "Balance CAD 9,00", *["01/02/2024 | Shop | 5,00"] * 3], "CAD"),
        (["CCY | Date | Details | Balance", "USD | 7 Sep | B/F BALANCE | 1,50", "12 Sep | FX FROM HKD | 5,00"], "USD"),
    ],
)
def test_labels_and_figures_come_before_symbols_and_words(texts: list[str], currency: str | None) -> None:
    assert currency_of([printed(text) for text in texts]) == currency


@pytest.mark.parametrize(("text", "figures"), [("7/1/2023 1 JPY = 0.0065 USD", 0), ("7/1/2023 | Ramen | 1,200", 1)])
def test_a_rate_of_exchange_is_no_money_without_decimals(text: str, figures: int) -> None:
    assert len(look_at(row(text), NumberStyle(decimal="", groups=",", decimals=0)).figures) == figures


@pytest.mark.parametrize(
    ("texts", "currency"),
    [
        (["All amounts in US Dollars", "01/02/2024 | Shop | 5,00"], "USD"),
        (["Amounts are shown in U.S. dollars", "01/02/2024 | Shop | 5,00"], "USD"),
        (["Currency: Canadian Dollars", "01/02/2024 | Shop | $5,00"], "CAD"),
        (["Devise : francs suisses", "01/02/2024 | Achat | 5,00"], "CHF"),
        (["Moneda: pesos mexicanos", "01/02/2024 | Compra | $5,00"], "MXN"),
        (["Valuta: svenska kronor", "01/02/2024 | Butik | 5,00"], "SEK"),
        (["Kontoutskrift", "01/02/2024 | Butikk | kr 5,00"], "NOK"),
        (["Kontoudtog", "01/02/2024 | Butik | 5,00 kr"], "DKK"),
        (["Purchases in US dollars are converted at the rate of the day", "01/02/2024 | Shop | 5,00"], None),
        (["Foreign transactions in US dollars", "01/02/2024 | Shop | 5,00"], None),
        (["Currency: Dollars", "01/02/2024 | Shop | 5,00"], None),
    ],
)
def test_a_currency_is_known_by_its_name(texts: list[str], currency: str | None) -> None:
    assert currency_of([printed(text) for text in texts]) == currency


@pytest.mark.parametrize(
    ("texts", "sign"),
    [
        (["Auckland 1011", "01/02/2024 | Shop | $5,00"], "$"),
        (["Saldo anterior", "01/02/2024 | Compra | $5,00"], "$"),
        (["01/02/2024 | Shop | kr 5,00"], "kr"),
        (["01/02/2024 | Shop | ¥5,00"], "¥"),
        (["01/02/2024 | Shop | Rs. 5,00"], "Rs"),
        (["St Helier, Jersey JE2 3AB", "01/02/2024 | Shop | £5,00"], "£"),
    ],
)
def test_a_sign_of_several_currencies_is_none_of_them(texts: list[str], sign: str) -> None:
    assert currency_of([printed(text) for text in texts]) == sign


@pytest.mark.parametrize(
    ("texts", "currency"),
    [
        (["12 Jersey Road, London", "01/02/2024 | Shop | £5,00"], "GBP"),
        (["東京支店 お支払い", "01/02/2024 | 店 | ¥5,00"], "JPY"),
        (["IFS Code: SBIN0000656", "01/02/2024 | Shop | Rs. 5,00"], "INR"),
        (["01/02/2024 | Shop | 8,00", "USD 9,00 @ 1,2840", "Deposits are covered up to £85.000,00"], "GBP"),
        (["01/02/2024 | Hotel FX 9,00 USD @ 1,2840 | 8,00"], None),
        (["Periode 01.09.2024 - 30.09.2024 | Beløb i DKK | Side 1 af 1"], "DKK"),
        (["Valuutta EUR"], "EUR"),
        (["통화 : KRW"], "KRW"),
        (["日付 | 金額(円)", "01/02/2024 | 店 | 5,00"], "JPY"),
        (["Výpis z účtu 1.9.2024 - 30.9.2024 CZK", "01/09/2024 | Nákup | 5,00"], "CZK"),
        (["Balance R7.264,97"], "ZAR"),
        (["01/02/2024 | Shop | 5,00", "HOTEL EUR"], None),
        (["1 EUR = 1,0845 USD"], None),
        (["Statement of account 4471 USD", "01/02/2024 | Shop | 5,00"], None),
    ],
)
def test_a_currency_in_a_heading_is_known_and_one_in_a_row_is_foreign(texts: list[str], currency: str | None) -> None:
    assert currency_of([printed(text) for text in texts]) == currency


def test_an_account_with_a_sign_has_the_currency_of_the_country_of_its_document() -> None:
    sections = [["Member FDIC", "Checking", "01/02/2024 | Shop | $5,00"], ["Savings", "01/02/2024 | Interest | $5,00"]]

    assert currencies_of([[printed(text) for text in section] for section in sections], "USD") == ["USD", "USD"]


def test_a_sign_beside_an_account_in_another_currency_stays_a_sign() -> None:
    sections = [["USD account", "01/02/2024 | Shop | 5,00"], ["Savings", "01/02/2024 | Interest | $5,00"]]

    assert currencies_of([[printed(text) for text in section] for section in sections], "USD") == ["USD", "$"]


@pytest.mark.parametrize(("sign", "decimals"), [("$", 2), ("¥", 0), ("kr", 2)])
def test_a_sign_has_the_decimals_of_its_usual_currency(sign: str, decimals: int) -> None:
    assert exponent(sign) == decimals


def test_a_bare_dollar_names_no_order_of_day_and_month() -> None:
    assert not custom_of([printed("01/02/2024 | Shop USD 9,00 | $5,00")], "$").named
