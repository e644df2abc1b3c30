"""Days of three two-digit numbers: the document decides whether the year comes first."""

import datetime as dt

from reconciliation.reading.days.calendar import Custom, decide_calendar, with_years_first
from tests.reading.printed_rows import printed


def last_days(*texts: str) -> list[dt.date | None]:
    """The days of the rows as the document's order has them, those of a heading row left out."""
    rows = with_years_first([printed(text) for text in texts])
    calendar = decide_calendar(rows, Custom(day_first=True, named=False))
    return [calendar.date(day) for row in rows if row.figures for day in row.days]


def test_the_period_shows_that_days_start_with_the_year() -> None:
    dates = last_days("Period: 1 maj 2024 - 31 maj 2024", "24-05-24 | Hyra | 10,00", "24-05-25 | Lön | 20,00")

    assert dates == [dt.date(2024, 5, 24), dt.date(2024, 5, 25)]


def test_without_a_period_the_days_that_lie_nearest_to_each_other_are_right() -> None:
    assert last_days("23-12-30 | a | 1,00", "24-01-02 | b | 1,00") == [dt.date(2023, 12, 30), dt.date(2024, 1, 2)]
    assert last_days("23.12.24 | a | 1,00", "24.12.24 | b | 1,00") == [dt.date(2024, 12, 23), dt.date(2024, 12, 24)]


def test_a_day_that_leads_stays_so_beside_days_of_its_own_year() -> None:
    assert last_days("Stand: 31.03.2024", "25.03.24 | Miete | 10,00") == [dt.date(2024, 3, 25)]


def test_a_day_of_long_ago_in_the_prose_turns_no_days_of_the_rows() -> None:
    rows = [f"10/{day:02}/24 | Shop | 10,00" for day in (1, 2, 3, 15, 16, 17)]

    assert last_days("Statement date: 10/31/2024", "The limit applies from 1 January 2017", *rows)[-1] == dt.date(2024, 10, 17)
