"""A row's day on the line below it, alone or among words."""

import datetime as dt

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, scene, statement, write_lines

HEAD = [(40.0, "Description"), (-400.0, "Incoming"), (-470.0, "Outgoing"), (-545.0, "Balance")]
ROWS = (
    ("Received from Alder", -400.0, "100.00", "600.00"),
    ("Sent to Birch", -470.0, "30.00", "570.00"),
    ("Fee", -470.0, "5.00", "565.00"),
)
DAYS = ("3 January 2025", "7 January 2025", "21 January 2025")


def account(*below: str, apart: float = 14.0) -> Scene:
    """Three rows, each above one of these lines."""
    made = scene()
    write_lines(made, "Statement period 1 January 2025 to 31 January 2025")
    made.cells((40, "Opening balance"), (-300, "500.00"))
    made.cells((40, "Closing balance"), (-300, "565.00"), step=26)
    made.cells(*HEAD)
    for (text, place, amount, balance), line in zip(ROWS, below, strict=True):
        made.cells((40, text), (place, amount), (-545, balance), step=10)
        made.cells((40, line), step=apart)
    return made


@pytest.mark.parametrize("words", [(" Transfer 12",) * 3, (" Transfer 12", "", " Transfer 14"), (" Card 1", " Card 2", ""), ("",) * 3])
def test_the_day_below_a_row_is_the_rows_own(words: tuple[str, str, str]) -> None:
    made = account(*(day + more for day, more in zip(DAYS, words, strict=True)))

    assert [line.date for line in statement(made).lines] == [dt.date(2025, 1, day) for day in (3, 7, 21)]
    assert proved(made)


def test_days_before_the_rows_of_one_page_are_not_below_the_rows_of_the_next() -> None:
    """Under headings that name no day. The first row of the second page has the day of the row before it."""
    made = scene()
    write_lines(made, "Statement period 1 January 2025 to 31 January 2025")
    made.cells(*HEAD)
    for *day, balance in (((40.0, "3 January"), "600.00"), ((40.0, "7 January"), "700.00"), ("800.00",)):
        made.cells(*day, (140, "Received from Alder"), (-400, "100.00"), (-545, balance))
    made.sheet.next_page()
    made.cells(*HEAD)
    made.cells((140, "Received from Birch"), (-400, "100.00"), (-545, "900.00"))
    made.cells((40, "21 January"), (140, "Received"), step=10)
    made.cells((140, "from Alder"), (-400, "100.00"), (-545, "1,000.00"))

    assert [line.date for line in statement(made).lines] == [dt.date(2025, 1, day) for day in (3, 7, 7, 7, 21)]


def test_a_row_with_an_unreadable_day_below_it_takes_no_other_day() -> None:
    made = account(f"{DAYS[0]} Transfer 12", f"{DAYS[1]} Transfer 13", "2? January 2025 Transfer 14")

    assert [line.date for line in statement(made).lines][2] is None
    assert not proved(made)


def test_a_figure_under_no_heading_beside_such_a_row_is_left_over() -> None:
    made = scene()
    write_lines(made, "Statement period 1 January 2025 to 31 January 2025")
    made.cells((40, "Opening balance"), (-250, "500.00"))
    made.cells((40, "Closing balance"), (-250, "565.00"), step=26)
    made.cells(*HEAD[:3], (-545.0, "Held then"))
    for (text, place, amount, balance), day in zip(ROWS, DAYS, strict=True):
        made.cells((40, text), (place, amount), (-545, balance), step=10)
        made.cells((40, day))

    assert len(statement(made).lines) == 3
    assert not proved(made)
