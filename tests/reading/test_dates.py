"""How documents write days."""

import datetime as dt

import pytest

from reconciliation.reading.days.calendar import Calendar, decide_calendar
from tests.reading.printed_rows import printed

DAY = dt.date(2024, 3, 5)


@pytest.mark.parametrize(
    "text",
    [
        *("2024-03-05", "05/03/2024", "05.03.24", "5 Mar 2024", "05-Mar-24", "05MAR24", "March 5, 2024", "Mar. 5, 2024"),
        *("5. März 2024", "5 mars 2024", "5 de marzo de 2024", "5 maart 2024", "5 marzo 2024", "5 de março de 2024"),
    ],
)
def test_a_day_is_read_in_many_languages(text: str) -> None:
    calendar = Calendar(day_first=True, certain=True)

    assert [calendar.date(day) for day in printed(f"{text} | Words").days] == [DAY]


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

    assert decide_calendar(rows, american=False).day_first is False


@pytest.mark.parametrize(("first", "last", "certain"), [("De", "Até", True), ("Pago", "Fecha", False)])
def test_the_ends_of_a_period_on_two_rows_tell_the_order(first: str, last: str, certain: bool) -> None:
    rows = [printed(f"{first}: 05-05-2023"), printed(f"{last}: 04-06-2023"), printed("04-06-2023 | a | 1,00")]

    assert decide_calendar(rows, american=True).certain is certain


def test_an_order_that_nothing_tells_is_not_certain() -> None:
    assert decide_calendar([printed("03/04/2024 | a | 1,00")], american=True).certain is False


def test_a_period_and_a_month_in_words_decide_an_order_that_no_number_tells() -> None:
    assert decide_calendar([printed("05/04/2025 to 04/05/2025")], american=True).day_first is True
    assert decide_calendar([printed("04-07-2023"), printed("3 Jul | Rent | 1,00")], american=True).day_first is True
    assert decide_calendar([printed("04-07-2023"), printed("9 Apr | Rent | 1,00")], american=False).day_first is False


def test_days_below_a_month_in_words_decide_the_order_of_the_day_of_a_statement() -> None:
    calendar = decide_calendar([printed("Data: 04/01/2020"), printed("31 dez 2019 | a | 1,00")], american=True)

    assert calendar.certain
    assert calendar.day_first


def test_a_tuesday_that_is_called_like_a_month_is_no_month() -> None:
    calendar = Calendar(day_first=True, certain=True, latest=dt.date(2023, 12, 4))

    found = [calendar.date(day) for text in ("mar 07-11", "Mar 07/24", "mar 07 2023") for day in printed(f"{text} | Words").days]

    assert found == [dt.date(2023, 11, 7), dt.date(2024, 3, 7), dt.date(2023, 3, 7)]


def test_a_day_without_a_year_is_told_by_a_period_in_words() -> None:
    assert decide_calendar([printed("1 mars 2025 - 31 mars 2025"), printed("03-05 | a | 1,00")], american=False) == Calendar(
        day_first=False, certain=True, latest=dt.date(2025, 3, 31)
    )


def test_points_part_days_that_lead() -> None:
    assert decide_calendar([printed("04.05.2025"), printed("06-04 | a | 1,00")], american=True).day_first


def test_a_rate_is_no_day() -> None:
    assert printed("Interest rate p.a. | 5.25 %").days == ()


def test_the_number_of_a_page_tells_no_order_of_day_and_month() -> None:
    rows = [printed("Date: 30/06/2024"), *(printed(f"Page {number}/13") for number in range(1, 14))]

    assert decide_calendar(rows, american=True).day_first is True
