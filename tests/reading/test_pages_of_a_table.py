"""Below a subtotal, a table that goes on over the page keeps the day of its last row."""

import datetime as dt

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import Cell, Line, proved, scene, statement

HEADINGS: Line = ((40.0, "Date"), (120.0, "Description"), (-400.0, "Amount"), (-500.0, "Balance"))
OTHER_HEADINGS: Line = ((40.0, "Date"), (120.0, "Details"), (-330.0, "Money out"), (-400.0, "Money in"), (-500.0, "Balance"))
CLOSING: tuple[Cell, Cell] = ((120.0, "Closing balance"), (-500.0, "350.00"))


def two_pages(*below: Line, again: Line = HEADINGS, blank_pages: int = 0) -> Scene:
    """Rows of January 5 and 8 and their subtotal; on the next page, under these headings, a row without a day and one of January 20."""
    made = scene(kind="Checking account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells(*HEADINGS)
    made.cells((40, "01/01/2025"), (120, "Opening balance"), (-500, "500.00"))
    made.cells((40, "01/05/2025"), (120, "Alder"), (-400, "-50.00"), (-500, "450.00"))
    made.cells((40, "01/08/2025"), (120, "Birch"), (-400, "-50.00"), (-500, "400.00"))
    made.cells((120, "Subtotal"), (-400, "-100.00"))
    for _ in range(blank_pages):
        made.sheet.next_page()
        made.cells((40, "Write to us at any time."))
    made.sheet.next_page()
    made.cells((40, "Movements"))
    made.cells(*again)
    made.cells((120, "Cedar"), (-330 if again is OTHER_HEADINGS else -400, "-20.00"), (-500, "380.00"))
    made.cells((40, "01/20/2025"), (120, "Dogwood"), (-330 if again is OTHER_HEADINGS else -400, "-30.00"), (-500, "350.00"))
    for line in (CLOSING, *below):
        made.cells(*line)
    return made


def days(made: Scene) -> list[dt.date | None]:
    return [line.date for line in statement(made).lines]


def january(*numbers: int) -> list[dt.date]:
    return [dt.date(2025, 1, number) for number in numbers]


def test_a_row_without_a_day_has_that_of_the_row_before_and_not_that_of_the_opening() -> None:
    made = two_pages()

    assert days(made) == january(5, 8, 8, 20)
    assert proved(made)


@pytest.mark.parametrize(("again", "blank_pages"), [(OTHER_HEADINGS, 0), (HEADINGS, 1)], ids=["other headings", "a page between"])
def test_a_row_under_other_headings_or_on_a_later_page_takes_no_day_from_before(again: Line, blank_pages: int) -> None:
    assert days(two_pages(again=again, blank_pages=blank_pages))[2] != dt.date(2025, 1, 8)


@pytest.mark.parametrize("again", [(), (HEADINGS,)], ids=["alone", "under the headings once more"])
def test_the_amount_of_a_summary_at_the_foot_of_that_page_is_no_row(again: tuple[Line, ...]) -> None:
    made = two_pages(((120, "Summary"),), *again, ((120, "Average of the month"), (-400, "7.50")))

    assert days(made) == january(5, 8, 8, 20)
    assert proved(made)
