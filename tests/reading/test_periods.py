"""The period of a statement."""

import datetime as dt

import pytest

from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.spans import spans_of
from tests.reading.printed_rows import printed
from tests.reading.scenes import page, statement

MARCH = (dt.date(2024, 3, 1), dt.date(2024, 3, 31))


def spans(*texts: str) -> list[tuple[dt.date, dt.date]]:
    result = spans_of([printed(text) for text in texts], Calendar(day_first=True, certain=True))
    return [(span.first, span.last) for some in result.values() for span in some]


@pytest.mark.parametrize(
    "text",
    [
        *("Statement period 01/03/2024 to 31/03/2024", "01/03/2024 - 31/03/2024", "01/03/24-31/03/24", "01MAR24-31MAR24"),
        *("vom 01.03.2024 bis 31.03.2024", "du 01/03/2024 au 31/03/2024", "March 1 through March 31, 2024"),
        *("entre 01/03/2024 e 31/03/2024", "01/03/2024 até 31/03/2024", "od 2024-03-01 do 2024-03-31", "2024-03-01 till 2024-03-31"),
        *("01-03-2024 t/m 31-03-2024", "01-03-2024 tot en met 31-03-2024", "From Date: 01/03/2024 | To Date: 31/03/2024"),
        *("March 1-31, 2024", "1. - 31. März 2024", "du 1 au 31 mars 2024", "MAR01/24 - MAR31/24"),
        *("Statement period: March 2024", "PERIODE : MAART 2024", "Zeitraum 03/2024", "Período do extrato 03/2024"),
        *("Statement period 01/03-31/03/2024", "01.03.-31.03.2024", "Mar 1-Mar 31 2024", "Statement period: 2024-03-01/2024-03-31"),
        *("1 March 2024 [GMT+01:00] - 31 March 2024 [GMT+01:00]", "Statement Period: | Mar 1 2024-Mar 31 2024"),
    ],
)
def test_a_period_is_read_from_one_row(text: str) -> None:
    assert spans(text) == [MARCH]


@pytest.mark.parametrize(
    "texts",
    [
        ("Name | From | 01/03/2024", "Street | To | 31/03/2024"),
        ("Statement starts 1 March 2024", "Statement ends 31 March 2024"),
        ("From Date: | 01/03/2024", "Branch | 12", "To Date: | 31/03/2024"),
        ("Von: 1. März 2024", "Bis: 31. März 2024"),
        ("Auszug von | bis | Konto", "01.03.2024 | 31.03.2024 | 0112233"),
        ("Moneda | Desde | Hasta", "Pesos | 01/03/2024 | 31/03/2024"),
    ],
)
def test_the_first_and_the_last_day_may_have_labels_of_their_own(texts: tuple[str, ...]) -> None:
    assert spans(*texts) == [MARCH]


def test_days_within_the_words_of_a_row_are_no_period() -> None:
    assert spans("05/04/2024 | Rent 01/03/2024 - 31/03/2024 | 5,00") == []


def test_a_month_in_numbers_behind_the_word_for_a_period_is_one() -> None:
    assert spans("Período do extrato | 11 / 2025") == [(dt.date(2025, 11, 1), dt.date(2025, 11, 30))]


def test_months_without_a_word_for_a_period_are_none() -> None:
    assert spans("Printed in March 2024") == []


def test_a_day_of_the_week_between_two_days_joins_no_period() -> None:
    assert spans("di 05/03/2024 | do 07/03/2024 | Storting contant") == []
    assert spans("od 05/03/2024 do 07/03/2024") == [(dt.date(2024, 3, 5), dt.date(2024, 3, 7))]


@pytest.mark.parametrize(
    ("title", "first", "last"),
    [
        (("Auszug Nr. 9/2024", "vom 30.09.2024"), "Alter Saldo per 31.08.2024", "Neuer Saldo"),
        (("Relevé n° 9 du 30.09.2024",), "Solde précédent au 31.08.2024", "Nouveau solde"),
        (("Auszug Nr. 9/2024",), "Alter Saldo per 31.08.2024", "Neuer Saldo per 30.09.2024"),
    ],
)
def test_the_days_of_the_balances_and_of_the_paper_are_those_of_the_period(title: tuple[str, ...], first: str, last: str) -> None:
    made = page(
        ((40, "Musterbank AG"),),
        ((40, "Kontoauszug"),),
        *(((300, line),) for line in title),
        ((40, "Buchung"), (120, "Text"), (-500, "Betrag EUR")),
        ((120, first), (-500, "904,11")),
        ((40, "02.09.2024"), (120, "Stadtwerke"), (-500, "4,11-")),
        ((120, last), (-500, "900,00")),
    )

    assert (statement(made).period_start, statement(made).period_end) == (dt.date(2024, 8, 31), dt.date(2024, 9, 30))


@pytest.mark.parametrize("label", ["Statement Date 結單日期", "日期"])
def test_the_day_of_a_statement_may_be_named_in_chinese(label: str) -> None:
    made = page(
        ((40, "Musterbank Savings account statement"),),
        ((40, label), (300, "6 OCT 2023")),
        ((40, "Date"), (120, "Details"), (-400, "Deposit"), (-470, "Withdrawal"), (-545, "Balance")),
        ((40, "11 Sep"), (120, "B/F BALANCE"), (-545, "100.00")),
        ((40, "15 Sep"), (120, "Payroll"), (-400, "50.00"), (-545, "150.00")),
    )

    assert statement(made).period_end == dt.date(2023, 10, 6)
