"""Two numbers with a space between them are a day where a column of them lies near the document's whole days."""

import datetime as dt

from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.days.numeric_days import with_spaced_days
from tests.reading.printed_rows import printed

PERIOD = "Period: 5 November 2023 to 4 December 2023"


def days(*texts: str) -> list[dt.date | None]:
    rows = with_spaced_days([printed(text) for text in (PERIOD, *texts)])
    calendar = Calendar(day_first=True, certain=True, latest=dt.date(2023, 12, 4))
    return [calendar.date(day) for row in rows[1:] for day in row.days]


def test_the_month_may_stand_before_the_day_or_behind_it() -> None:
    assert days("11 05 | a | 1,00", "12 02 | b | 1,00") == [dt.date(2023, 11, 5), dt.date(2023, 12, 2)]
    assert days("05 11 | a | 1,00", "02 12 | b | 1,00") == [dt.date(2023, 11, 5), dt.date(2023, 12, 2)]


def test_a_weekday_may_stand_before_it_and_another_day_behind() -> None:
    assert days("Wed 11 15 | a | 1,00") == [dt.date(2023, 11, 15)]
    assert days("11 05 11 07 | a | 1,00") == [dt.date(2023, 11, 5), dt.date(2023, 11, 7)]


def test_pairs_of_which_many_are_no_days_are_none() -> None:
    assert days("11 05 | a | 1,00", "44 11 | b | 1,00", "08 30 | c | 1,00") == []
    assert days("08 00 12 34 56 | a | 1,00") == []


def test_a_time_may_stand_behind_it() -> None:
    assert days("11 05 09:37 | a | 1,00", "11 08 20:39 | b | 1,00") == [dt.date(2023, 11, 5), dt.date(2023, 11, 8)]


def test_a_figure_with_its_thousands_apart_is_none() -> None:
    assert days("New balance | 11 269,33") == []
