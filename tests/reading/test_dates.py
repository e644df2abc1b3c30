"""Printed days and their formats."""

import datetime as dt

import pytest

from reconciliation.reading.days.calendar import Calendar, Custom, decide_calendar
from reconciliation.reading.document.currency import custom_of
from tests.reading.printed_rows import printed

DAY = dt.date(2024, 3, 5)
AMERICAN, EUROPEAN = (Custom(day_first=day_first, named=False) for day_first in (False, True))


@pytest.mark.parametrize(
    "text",
    [
        *("2024-03-05", "05/03/2024", "05.03.24", "5 Mar 2024", "05-Mar-24", "05MAR24", "March 5, 2024", "Mar. 5, 2024"),
        *("5. März 2024", "5 mars 2024", "5 de marzo de 2024", "5 maart 2024", "5 marzo 2024", "5 de março de 2024"),
        *("Mar 5 24", "5-Mar-2024"),
        *("2024年3月5日", "2024年03月05日", "2024년 3월 5일", "2024년03월05일"),
    ],
)
def test_a_day_is_read_in_many_languages(text: str) -> None:
    calendar = Calendar(day_first=True, certain=True)

    assert [calendar.date(day) for day in printed(f"{text} | Words").days] == [DAY]


@pytest.mark.parametrize("text", ["SEP.15-OCT.13,2023", "Sept 15-Oct 13 2023", "Sep 15-Oct 13, 2023", "September 15 - October 13, 2023"])
def test_two_days_in_words_are_joined_by_a_dash_with_or_without_spaces(text: str) -> None:
    assert [(day.first, day.second, day.year) for day in printed(f"{text} | Words").days] == [(15, 9, None), (13, 10, 2023)]


def test_a_day_without_a_year_takes_it_from_the_period() -> None:
    calendar = Calendar(day_first=True, certain=True)
    december, january = (printed(f"{text} | Words").days[0] for text in ("28/12", "04/01"))
    period = {"first": dt.date(2023, 12, 15), "last": dt.date(2024, 1, 14)}

    assert calendar.date(december, **period) == dt.date(2023, 12, 28)
    assert calendar.date(january, **period) == dt.date(2024, 1, 4)


def test_a_day_without_any_year_is_not_known() -> None:
    assert Calendar(day_first=True, certain=True).date(printed("04/01 | Words").days[0]) is None


def test_one_impossible_month_decides_the_order_for_the_document() -> None:
    rows = [printed("03/04/2024 | a"), printed("03/25/2024 | b")]

    assert decide_calendar(rows, EUROPEAN).day_first is False


@pytest.mark.parametrize(("first", "last", "day_first"), [("De", "Até", True), ("Pago", "Fecha", False)])
def test_the_ends_of_a_period_on_two_rows_choose_the_order(first: str, last: str, day_first: bool) -> None:
    rows = [printed(f"{first}: 05-05-2023"), printed(f"{last}: 04-06-2023"), printed("04-06-2023 | a | 1,00")]

    assert decide_calendar(rows, AMERICAN).day_first is day_first


def test_an_order_of_days_without_evidence_is_uncertain() -> None:
    assert decide_calendar([printed("03/04/2024 | a | 1,00")], AMERICAN).certain is False


def test_a_period_and_a_month_in_words_decide_an_ambiguous_order_of_days() -> None:
    assert decide_calendar([printed("05/04/2025 to 04/05/2025")], AMERICAN).day_first is True
    assert decide_calendar([printed("04-07-2023"), printed("3 Jul | Rent | 1,00")], AMERICAN).day_first is True
    assert decide_calendar([printed("04-07-2023"), printed("9 Apr | Rent | 1,00")], EUROPEAN).day_first is False


def test_days_below_a_month_in_words_decide_the_order_of_the_day_of_a_statement() -> None:
    assert decide_calendar([printed("Data: 04/01/2020"), printed("31 dez 2019 | a | 1,00")], AMERICAN).day_first


def test_rows_that_follow_steadily_choose_an_order_and_prove_none() -> None:
    rows = [printed(f"01/{month:02}/2024 | a | 1,00") for month in (2, 3, 4)]

    assert decide_calendar(rows, AMERICAN) == Calendar(day_first=False, certain=False, latest=dt.date(2024, 1, 4))


@pytest.mark.parametrize(("months", "certain"), [((2, 2, 2), True), ((2, 3, 4), False)])
def test_a_named_currency_decides_the_order_of_days_unless_rows_contradict_it(months: tuple[int, ...], certain: bool) -> None:
    rows = [printed(f"{day:02}/{month:02}/2024 | a | 1,00") for day, month in zip((1, 4, 9) if certain else (1, 1, 1), months, strict=True)]

    assert decide_calendar(rows, Custom(day_first=True, named=True)).certain is certain


@pytest.mark.parametrize(
    ("text", "currency", "custom"),
    [
        ("Balance GBP", "GBP", Custom(day_first=True, named=True)),
        ("Amounts in USD", "USD", Custom(day_first=False, named=True)),
        ("Member FDIC", "USD", Custom(day_first=False, named=True)),
        ("Balance", "USD", Custom(day_first=False, named=False)),
        ("Saldo USD", "USD", Custom(day_first=False, named=False)),
        ("Sort code 20-00-00, in USD", "USD", Custom(day_first=False, named=False)),
        ("Saldo CAD", "CAD", Custom(day_first=False, named=False)),
        ("Balance", None, Custom(day_first=False, named=False)),
    ],
)
def test_the_currency_decides_the_order_of_days_unless_words_name_another_country(text: str, currency: str | None, custom: Custom) -> None:
    assert custom_of([printed(text)], currency) == custom


def test_a_tuesday_that_is_called_like_a_month_is_no_month() -> None:
    calendar = Calendar(day_first=True, certain=True, latest=dt.date(2023, 12, 4))

    dates = [calendar.date(day) for text in ("mar 07-11", "Mar 07/24", "mar 07 2023") for day in printed(f"{text} | Words").days]

    assert dates == [dt.date(2023, 11, 7), dt.date(2024, 3, 7), dt.date(2023, 3, 7)]


def test_a_period_in_words_gives_the_year_of_a_day() -> None:
    assert decide_calendar([printed("1 mars 2025 - 31 mars 2025"), printed("03-05 | a | 1,00")], EUROPEAN) == Calendar(
        day_first=False, certain=False, latest=dt.date(2025, 3, 31)
    )


def test_points_part_days_that_lead() -> None:
    assert decide_calendar([printed("04.05.2025"), printed("06-04 | a | 1,00")], AMERICAN).day_first


def test_a_rate_is_no_day() -> None:
    assert printed("Interest rate p.a. | 5.25 %").days == ()


def test_the_number_of_a_page_tells_no_order_of_day_and_month() -> None:
    rows = [printed("Date: 30/06/2024"), *(printed(f"Page {number}/13") for number in range(1, 14))]

    assert decide_calendar(rows, AMERICAN).day_first is True


def test_the_month_and_the_year_of_a_form_decide_no_order() -> None:
    rows = [printed("Statement date: 04/08/2025"), printed("Form 12-345 (10/19)")]

    assert decide_calendar(rows, EUROPEAN).day_first is True


def test_an_order_that_the_custom_of_the_currency_contradicts_is_known_as_such() -> None:
    rows = [printed("15 Dec 2024 - 14 Jan 2025"), printed("01/05/2025 | a | 1.00")]

    assert decide_calendar(rows, Custom(day_first=True, named=True)).against_custom
    assert not decide_calendar(rows, Custom(day_first=False, named=True)).against_custom


@pytest.mark.parametrize("text", ["我們於2024年3月5日從你的戶口", "於2024年3月5日", "2024年3月5日期間"])
def test_a_day_right_beside_other_words_is_none_of_a_row(text: str) -> None:
    assert not printed(f"{text} | Words").days


def test_a_day_gets_the_year_that_puts_it_into_the_period() -> None:
    calendar = Calendar(day_first=True, certain=True)
    [day] = printed("10 May | Words").days

    assert calendar.date(day, first=dt.date(2024, 4, 6), last=dt.date(2025, 4, 5)) == dt.date(2024, 5, 10)
