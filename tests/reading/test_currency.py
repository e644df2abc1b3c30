"""In which currency a statement is told."""

import pytest

from reconciliation.reading.document.currency import currency_of
from reconciliation.reading.tokens.number_style import NumberStyle
from reconciliation.reading.tokens.printed import look_at
from tests.reading.printed_rows import printed, row


@pytest.mark.parametrize(
    ("texts", "currency"),
    [
        (["Currency: SGD", "01/02/2024 | Shop USD 19,99 | $5,00"], "SGD"),
        (["Mata uang : IDR"], "IDR"),
        (["Date | Details | Amount (AUD)", "01/02/2024 | Shop | $5,00"], "AUD"),
        (["Foreign currency-USD 48,20 Exchange rate-1,402610", "Toronto, Canada", *["01/02/2024 | Shop | $5,00"] * 3], "CAD"),
        (["HKD Savings", "01/02/2024 | CLP POWER | 5,00"], "HKD"),
        (["1 High St, Sydney NSW 2000", "01/02/2024 | Shop | $5,00"], "AUD"),
        (["Member FDIC", "01/02/2024 | Shop | $5,00"], "USD"),
        (["01/02/2024 | Shop | $5,00"], "USD"),
        (["Saldo anterior", "01/02/2024 | Compra | $5,00"], None),
        (["IBAN ES91 0182 5941 4302 0158 2210", "01/02/2024 | Compra | 5,00"], "EUR"),
        (["01/02/2024 | KEDAI SDN BHD | 5,00"], None),
        (["Datum | Text | Betrag in EUR", "01/02/2024 | Hotel | USD 9,00 | 8,00", "02/02/2024 | Hotel | 7,00", "Saldo 1,00"], "EUR"),
        (["Resumo em R$", "DATA | US$ | R$", "01/02/2024 | Loja | 5,00"], "BRL"),
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
        (["01/02/2024 | Shop | kr 5,00"], None),
        (["Purchases in US dollars are converted at the rate of the day", "01/02/2024 | Shop | 5,00"], None),
        (["Foreign transactions in US dollars", "01/02/2024 | Shop | 5,00"], None),
        (["Currency: Dollars", "01/02/2024 | Shop | 5,00"], None),
    ],
)
def test_a_currency_is_known_by_its_name(texts: list[str], currency: str | None) -> None:
    assert currency_of([printed(text) for text in texts]) == currency
