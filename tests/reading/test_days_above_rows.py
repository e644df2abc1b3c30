"""Rows below a day printed alone have that day, or no day if its line has other text."""

from datetime import date

from tests.reading.making.maker import make
from tests.reading.making.scene import Scene
from tests.reading.making.trial import FAULTS, judged
from tests.reading.scenes import Cell, page, statement

COLUMNS: tuple[Cell, ...] = ((40, "Description"), (-300, "Amount"), (-400, "Balance"))
FIRST, SECOND = date(2025, 1, 5), date(2025, 1, 12)


def under_days(*second: Cell) -> Scene:
    """Two rows of 5 January, and two below the line `second` that begins with 12 January."""
    return page(
        ((40, "Sample Bank"),),
        ((40, "Checking account statement"),),
        ((40, "Statement period 01/01/2025 to 01/31/2025"),),
        ((40, "Opening balance"), (-250, "500.00")),
        ((40, "Closing balance"), (-250, "370.00")),
        COLUMNS,
        ((40, "01/05/2025"),),
        ((40, "Rent"), (-300, "-20.00"), (-400, "480.00")),
        ((40, "Corner shop"), (-300, "-80.00"), (-400, "400.00")),
        second,
        ((40, "Book shop"), (-300, "-10.00"), (-400, "390.00")),
        ((40, "Bakery"), (-300, "-20.00"), (-400, "370.00")),
    )


def days_of(made: Scene) -> list[date | None]:
    return [line.date for line in statement(made).lines]


def test_rows_have_the_day_above_them() -> None:
    made = under_days((40, "01/12/2025"))

    assert days_of(made) == [FIRST, FIRST, SECOND, SECOND]
    assert statement(made).integrity.holds is True


def test_words_of_a_panel_right_of_the_table_do_not_hide_the_day() -> None:
    made = under_days((40, "01/12/2025"), (460, "From 3.25 %"))

    assert days_of(made) == [FIRST, FIRST, SECOND, SECOND]


def test_nothing_is_proved_where_a_row_might_be_of_either_day() -> None:
    made = under_days((40, "01/12/2025 Card payment"))

    assert days_of(made)[3:] != [FIRST]
    assert statement(made).integrity.holds is not True


def test_a_made_statement_with_a_panel_beside_its_days() -> None:
    assert judged(3800014356, make(3800014356, faults=FAULTS)).perfect


def test_a_line_that_begins_with_another_day_is_not_read_past_as_words_of_a_row() -> None:
    made = page(
        ((40, "Sample Bank"),),
        ((40, "Checking account statement"),),
        ((40, "Statement period 01/01/2025 to 01/31/2025"),),
        ((40, "Opening balance"), (-250, "500.00")),
        ((40, "Closing balance"), (-250, "390.00")),
        ((40, "Paid out"), (-300, "Paid in"), (-400, "Balance"), (420, "Details")),
        ((40, "5 January 2025"),),
        ((-76, "20.00"), (-400, "480.00"), (420, "Rent")),
        ((40, "12 January 2025"), (420, "Main Street")),
        ((-76, "90.00"), (-400, "390.00"), (420, "Book shop")),
    )

    assert days_of(made) == [FIRST, FIRST]
    assert not statement(made).integrity.holds


def test_a_blank_day_is_not_shared_where_the_bank_prints_one_day_on_two_rows() -> None:
    made = page(
        ((40, "Sample Bank"),),
        ((40, "Checking account statement"),),
        ((40, "Statement period 01/01/2025 to 01/31/2025"),),
        ((40, "Opening balance"), (-350, "500.00")),
        ((40, "Closing balance"), (-350, "370.00")),
        ((40, "Date"), (120, "Description"), (-300, "Amount"), (-400, "Balance")),
        ((40, "01/05/2025"), (120, "Rent"), (-300, "-20.00"), (-400, "480.00")),
        ((120, "Corner shop"), (-300, "-80.00"), (-400, "400.00")),
        ((40, "01/12/2025"), (120, "Book shop"), (-300, "-10.00"), (-400, "390.00")),
        ((40, "01/12/2025"), (120, "Bakery"), (-300, "-20.00"), (-400, "370.00")),
    )

    assert not statement(made).integrity.holds
