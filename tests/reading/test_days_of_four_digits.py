"""Days of four digits, and numbers that resemble days."""

import datetime as dt

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, scene, statement

FIRST, SECOND, WORDS, FIGURE = 40.0, 110.0, 190.0, -470.0
BARE, READ = ("0206", "0406", "0606"), ("03.06.2024", "05.06.2024", "07.06.2024")
NO_DAYS = ("4151", "7762", "9973")


def table(bare_heading: str, heading: str, bare: tuple[str, str, str] = BARE) -> Scene:
    """Three rows of 10.00 with a number of four digits under one heading and a whole day under the other."""
    made = scene(kind="Checking account statement")
    made.cells((40, "Statement period 01.06.2024 to 30.06.2024"))
    made.cells((40, "Opening balance"), (-250, "500.00"))
    made.cells((40, "Closing balance"), (-250, "470.00"), step=26)
    made.cells((FIRST, bare_heading), (SECOND, heading), (WORDS, "Description"), (FIGURE, "Amount"))
    for number, day in zip(bare, READ, strict=True):
        made.cells((FIRST, number), (SECOND, day), (WORDS, "Grocery"), (FIGURE, "-10.00"))
    return made


def days(made: Scene) -> list[dt.date | None]:
    return [line.date for line in statement(made).lines]


def june(*numbers: int) -> list[dt.date]:
    return [dt.date(2024, 6, number) for number in numbers]


@pytest.mark.parametrize("heading", ["Buch.Tag", "Buch.-Tag", "B.Tag", "Bokf", "Date"])
def test_four_digits_under_a_heading_of_days_are_days(heading: str) -> None:
    made = table(heading, "Value date")

    assert days(made) == june(2, 4, 6)
    assert proved(made)


@pytest.mark.parametrize("heading", ["Zzyx", "Qp"])
def test_four_digits_under_an_unknown_heading_are_days_if_the_days_beside_share_a_month(heading: str) -> None:
    made = table(heading, "Value date")

    assert days(made) == june(2, 4, 6)
    assert proved(made)


def test_four_digits_without_a_month_or_day_in_common_with_their_neighbours_are_no_days() -> None:
    assert days(table("Zzyx", "Date", ("0211", "0412", "0610"))) == june(3, 5, 7)


def test_four_digits_are_days_only_if_most_of_them_share_a_month_or_a_day() -> None:
    assert days(table("Zzyx", "Date", ("0206", "0412", "0310"))) == june(3, 5, 7)


@pytest.mark.parametrize("bare", [NO_DAYS, ("0211", "0412", "0610"), ("0206", "0406", "9906")])
def test_a_lone_day_of_value_beside_something_like_a_day_proves_nothing(bare: tuple[str, str, str]) -> None:
    assert not proved(table("Zzyx", "Value date", bare))
    assert proved(table("Zzyx", "Date", bare))


@pytest.mark.parametrize("bare", [("K151", "K762", "K973"), ("41510", "77620", "99730")])
def test_a_value_day_beside_text_that_is_no_day_is_proved(bare: tuple[str, str, str]) -> None:
    assert proved(table("Zzyx", "Value date", bare))


def test_something_like_a_day_under_a_second_heading_of_days_proves_nothing() -> None:
    assert not proved(table("Date", "Date", NO_DAYS))
    assert proved(table("Code", "Date", NO_DAYS))


@pytest.mark.parametrize(("heading", "bare"), [("Code", BARE), ("Zzyx", ("0106", "0106", "0106"))])
def test_a_code_beside_days_is_no_day(heading: str, bare: tuple[str, str, str]) -> None:
    """Its column is named as a code, or it is the same on every row."""
    assert days(table(heading, "Date", bare)) == june(3, 5, 7)
    assert not proved(table(heading, "Value date", bare))


@pytest.mark.parametrize("bare", [("240602", "240604", "240606"), ("020624", "040624", "060624")])
def test_six_digits_under_a_heading_of_days_have_the_year_in_front_or_behind(bare: tuple[str, str, str]) -> None:
    made = table("Date", "Value date", bare)

    assert days(made) == june(2, 4, 6)
    assert proved(made)


def test_six_digits_with_an_ambiguous_year_are_no_days() -> None:
    assert not proved(table("Date", "Value date", ("240624", "240624", "240624")))


def test_the_years_of_other_days_give_the_order_of_six_digits() -> None:
    made = table("Date", "Value date", ("240602", "240604", "A1B2C3"))

    assert days(made)[:2] == june(2, 4)


def test_a_line_of_one_cell_is_no_heading_of_days() -> None:
    made = table("Date", "Value date", ("2406O2", "240604", "240606"))
    made.cells((FIRST, "Cardholder: A. Alder"))
    for number in ("240608", "240610", "240612"):
        made.cells((FIRST, number), (SECOND, ""), (WORDS, "Grocery"), (FIGURE, "-10.00"))

    assert [day for day in days(made) if day is not None][-3:] == june(8, 10, 12)
