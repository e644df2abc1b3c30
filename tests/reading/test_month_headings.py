"""Rows that print only the day of the month, and pages that belong to no statement."""

import datetime as dt

from reconciliation.reading.days.calendar import Calendar, with_months
from reconciliation.reading.document.furniture import without_guides
from tests.reading.printed_rows import printed
from tests.reading.scenes import PLAIN_HEAD, scene, statements


def days(*texts: str) -> list[dt.date | None]:
    rows = with_months([printed(text) for text in texts])
    return [Calendar(day_first=True, certain=True).date(day) for row in rows for day in row.days]


def test_a_number_below_a_month_is_its_day() -> None:
    dates = days("Februar 2024", "27 | Miete | 10,00", "März 2024", "4 | Lohn | 20,00", "12 | Strom | 5,00")

    assert dates == [dt.date(2024, 2, 27), dt.date(2024, 3, 4), dt.date(2024, 3, 12)]


def test_a_number_alone_begins_a_row_too() -> None:
    dates = days("March 2024", "4 | Rent | 10,00", "12", "17 | Power | 5,00")

    assert dates == [dt.date(2024, 3, day) for day in (4, 12, 17)]


def test_a_text_may_begin_with_a_number() -> None:
    assert days("March 2024", "26 | 7 ELEVEN STORE | 1,00") == [dt.date(2024, 3, 26)]


def test_numbers_out_of_order_are_no_days() -> None:
    assert days("März 2024", "14 | a | 1,00", "3 | b | 1,00", "9 | c | 1,00", "2 | d | 1,00") == []


def test_row_counters_are_recognised_behind_the_days() -> None:
    dates = days("March 2024", "4 | 1 | Rent | 1,00", "4 | 2 | Pay | 2,00", "30 | 3 | Power | 3,00")

    assert dates == [dt.date(2024, 3, day) for day in (4, 4, 30)]


def test_the_sheet_of_a_month_has_no_rows() -> None:
    assert days("March 2024", "4 | 5 | 6 | 7", "11 | 12 | 13 | 14") == []


def test_a_number_beside_a_complete_day_is_no_day() -> None:
    assert days("March 2024", "1 | 05.03.2024 | a | 1,00") == [dt.date(2024, 3, 5)]


def test_a_whole_day_among_the_words_of_a_few_rows_is_not_theirs() -> None:
    dates = days("April 2019", "4 | Shop | 1,00", "6 | Apr 7, 2019 | 2,00", "6 | Fuel | 3,00", "8 | Rent | 4,00")

    assert [day.day for day in dates if day] == [4, 6, 7, 6, 8]


def test_a_file_that_is_only_a_guide_keeps_its_rows() -> None:
    rows = [printed("How to read your statement"), printed("Balance | 1,00")]

    assert without_guides(rows) == rows


def test_a_repeated_month_heading_starts_a_new_month() -> None:
    assert len(days("March 2024", "11 | a | 1,00", "30 | b | 1,00", "March 2024", "2 | c | 1,00")) == 3


def test_a_second_account_starts_its_own_months() -> None:
    assert len(days("June 2025", "8 | a | 1,00", "July 2025", "1 | b | 1,00", "June 2025", "16 | c | 1,00", "30 | d | 1,00")) == 4


def test_a_month_heading_is_read_beside_words_with_figures() -> None:
    assert days("March 2024 | Save 5,00 each month", "4 | a | 1,00") == [dt.date(2024, 3, 4)]
    assert days("March 2024 | 5,00", "4 | a | 1,00") == []


def test_a_day_whose_month_was_named_for_another_statement_turns_no_balances() -> None:
    made = scene("Sample Bank", kind="Credit card statement")
    for period, closing, month, rows, opening in (
        ("08/05/2025 - 09/04/2025", "-120.00", "August 2025", (("29", "Shop", "30.00"), ("7", "Fuel station", "10.00")), "-90.00"),
        ("09/05/2025 - 10/04/2025", "-150.00", "September 2025", (("28", "Shop", "40.00"), ("9", "Payment", "10.00 CR")), "-120.00"),
    ):
        made.cells((40, f"Statement period: {period}"))
        made.cells(*PLAIN_HEAD)
        made.cells((40, "4"), (120, "Balance at end of period"), (-470, closing))
        made.cells((40, month))
        for day, text, amount in rows:
            made.cells((40, day), (120, text), (-470, amount))
        made.cells((40, "5"), (120, "Balance at start of period"), (-470, opening))
        made.sheet.next_page()

    assert [str(one.closing_balance) for one in statements(made)] == ["-120.00", "-150.00"]


def test_a_number_behind_a_rows_day_is_text_or_the_rows_figure() -> None:
    dates = days("March 2024", "4 | Rent | 1,00", "9 | 7 | LEVEN STORE | 2,00", "12 | 500,00")

    assert dates == [dt.date(2024, 3, day) for day in (4, 9, 12)]
