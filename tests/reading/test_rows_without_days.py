"""A row without a day takes the one above. A row with an unreadable day has none and forbids the proof."""

import datetime as dt

import pytest

from tests.reading.drawing import DAY, FIGURE, account, draw
from tests.reading.scenes import statement

BALANCE = -520.0


def rows(day: str) -> tuple[tuple[str, str, str], ...]:
    return (("01/05", "Payroll", "200.00"), (day, "Grocery", "-20.00"), ("01/20", "Rent", "-30.00"))


@pytest.mark.parametrize("day", ["1O/05", "01|12", "----", "\u2013", "0?/12", "3?.04.", "O1/l2", "20260112x", "l2 Jam"])
def test_a_day_that_cannot_be_read_is_unknown_and_proves_nothing(day: str) -> None:
    result = statement(account(rows(day)))

    assert not result.integrity.holds
    assert [line.date for line in result.lines if line.amount == -20] in ([], [None])


def test_rows_under_a_day_that_cannot_be_read_do_not_take_the_one_above_it() -> None:
    made = account((("01/05", "Payroll", "200.00"), ("1O/05", "Grocery", "-20.00"), ("", "Rent", "-30.00")))
    result = statement(made)

    assert not result.integrity.holds
    assert [line.date for line in result.lines] == [dt.date(2026, 1, 5), None, None]


@pytest.mark.parametrize("day", ["01/1?", "?1/05/2026", "2026-01-1l", "1?-Jan-26", "*2 Jan", "Jan 1?, 2026"])
def test_the_digit_beside_one_that_cannot_be_read_is_no_day(day: str) -> None:
    result = statement(account(rows(day)))

    assert not result.integrity.holds
    assert not [line for line in result.lines if line.amount == -20 and line.date]


@pytest.mark.parametrize("day", ["01/12/20l6", "01/12/20?6", "01/12/Z026", "12-Jan-l026", "12-Jan-202l", "12-Jan-20l6", "Jan 12/20l6"])
def test_the_readable_part_of_a_day_with_a_damaged_year_is_no_day(day: str) -> None:
    result = statement(account(rows(day)))

    assert not result.integrity.holds
    assert not [line for line in result.lines if line.amount == -20 and line.date]


@pytest.mark.parametrize("day", ["12 January 20?6", "12 January 2O26", "12 January ?026", "Jan 12, 20?6", "12 Jan l026"])
def test_a_year_behind_the_name_of_a_month_must_be_readable(day: str) -> None:
    result = statement(account(((day, "Grocery", "-20.00"),), closing="980.00"))

    assert not result.integrity.holds
    assert not [line for line in result.lines if line.date]


@pytest.mark.parametrize("day", ["12 January 206", "12 January ####", "12 Jan", "12 Jan 2"])
def test_a_day_without_its_year_among_days_with_years_is_not_read(day: str) -> None:
    result = statement(
        account((("5 January 2026", "Payroll", "200.00"), (day, "Grocery", "-20.00"), ("20 January 2026", "Rent", "-30.00")))
    )

    assert not result.integrity.holds
    assert [line.date for line in result.lines][1] is None


def test_a_day_without_its_nought_among_days_with_noughts_is_not_read() -> None:
    result = statement(account((("01/05", "Payroll", "200.00"), ("01/2", "Grocery", "-20.00"), ("01/20", "Rent", "-30.00"))))
    plain = statement(account((("1/5", "Payroll", "200.00"), ("1/12", "Grocery", "-50.00"))))

    assert not result.integrity.holds
    assert [line.date for line in result.lines][1] is None
    assert plain.integrity.holds


@pytest.mark.parametrize(("day", "holds"), [("", False), ('"', True), ("01/05", True)])
def test_a_row_takes_no_day_from_above_if_all_rows_of_one_day_print_it(day: str, holds: bool) -> None:
    rows = (("01/05", "Payroll", "230.00"), ("01/05", "Bakery", "-10.00"), (day, "Grocery", "-20.00"), ("01/20", "Rent", "-50.00"))
    result = statement(account(rows))

    assert bool(result.integrity.holds) is holds
    assert [line.date for line in result.lines][2] == (dt.date(2026, 1, 5) if holds else None)


@pytest.mark.parametrize(("turns", "holds"), [(1, True), (2, False)])
def test_a_row_takes_no_day_from_above_if_more_pages_repeat_it_on_top(turns: int, *, holds: bool) -> None:
    pages: list[list[tuple[str, str, str]]] = [[("01/05", "Payroll", "230.00"), ("", "Grocery", "-20.00"), ("01/09", "Rent", "-50.00")]]
    pages += [[("01/09", "Bakery", "-5.00")], [("01/09" if turns == 2 else "01/11", "Kiosk", "-5.00")]]
    made = account(pages[0], before=["Page 1 of 3"])
    for number, rows in enumerate(pages[1:], 2):
        made.sheet.next_page()
        draw(made, [f"Page {number} of 3", "", *rows])

    assert bool(statement(made).integrity.holds) is holds


@pytest.mark.parametrize("day", ["", "Mon", '"', "14:05"])
def test_a_row_whose_day_is_not_printed_has_the_one_above(day: str) -> None:
    result = statement(account(rows(day)))

    assert result.integrity.holds
    assert [line.date for line in result.lines][:2] == [dt.date(2026, 1, 5)] * 2


def test_a_transaction_day_does_not_replace_an_unreadable_booking_day() -> None:
    made = account((), headed=False)
    made.cells((DAY, "Trans date"), (120.0, "Post date"), (190.0, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "01/03/2026"), (120.0, "01/05/2026"), (190.0, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "01/10/2026"), (120.0, "1O/12/2026"), (190.0, "Grocery"), (FIGURE, "-20.00"))
    made.cells((DAY, "01/19/2026"), (120.0, "01/20/2026"), (190.0, "Rent"), (FIGURE, "-30.00"))
    result = statement(made)

    assert not result.integrity.holds
    assert [line.date for line in result.lines][1] is None


def test_a_transaction_day_of_a_single_row_does_not_replace_its_booking_day() -> None:
    made = account((), headed=False, closing="1,200.00")
    made.cells((DAY, "Trans date"), (120.0, "Post date"), (190.0, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "01/03/2026"), (120.0, "01/05/202B"), (190.0, "Payroll"), (FIGURE, "200.00"))
    result = statement(made)

    assert not result.integrity.holds
    assert [line.date for line in result.lines] == [None]


@pytest.mark.parametrize("day", ["01/2O", "01/20"])
def test_an_unreadable_day_among_rows_of_two_lines_gives_no_day(day: str) -> None:
    made = account((("01/05", "Payroll", ""), ("", "Reference 12", "200.00"), (day, "Grocery", "-50.00")))
    result = statement(made)

    assert bool(result.integrity.holds) is (day == "01/20")
    assert [line.date for line in result.lines] == [dt.date(2026, 1, 5), dt.date(2026, 1, 20) if day == "01/20" else None]


def test_a_weekday_before_a_damaged_day_does_not_make_it_readable() -> None:
    made = account((("Mon 01/05", "Payroll", "200.00"), ("Tue 1O/06", "Grocery", "-20.00"), ("Wed 01/07", "Rent", "-30.00")))
    result = statement(made)

    assert not result.integrity.holds
    assert [line.date for line in result.lines][1] is None


@pytest.mark.parametrize("lost", ["0?-01-2026", "05-01-202l"])
def test_rows_below_a_first_heading_that_cannot_be_read_have_not_the_day_of_the_next(lost: str) -> None:
    made = account((), after=("Rows of January",))
    made.cells((DAY, "Description"), (FIGURE, "Amount"), (BALANCE, "Balance"))
    for day, text, amount, balance in ((lost, "Payroll", "200.00", "1,200.00"), ("20-01-2026", "Grocery", "-50.00", "1,150.00")):
        made.cells((DAY, day))
        made.cells((DAY, text), (FIGURE, amount), (BALANCE, balance))
    result = statement(made)

    assert not result.integrity.holds
    assert [line.date for line in result.lines] == [None, dt.date(2026, 1, 20)]


@pytest.mark.parametrize("lost", ["20.?1.26", "20.0?.26", "20.01.?6"])
def test_a_damaged_day_above_rows_is_no_day_even_if_part_of_it_looks_like_money(lost: str) -> None:
    made = account((), after=("Rows of January",))
    made.cells((DAY, "Description"), (FIGURE, "Amount"), (BALANCE, "Balance"))
    for day, text, amount, balance in (("19.01.26", "Payroll", "200.00", "1,200.00"), (lost, "Grocery", "-50.00", "1,150.00")):
        made.cells((DAY, day))
        made.cells((DAY, text), (FIGURE, amount), (BALANCE, balance))
    result = statement(made)

    assert not result.integrity.holds
    assert [line.date for line in result.lines] == [dt.date(2026, 1, 19), None]


@pytest.mark.parametrize("lost", ["2?-01-2026", "20-O1-2026", "2O-01-2026"])
def test_a_heading_that_cannot_be_read_gives_its_rows_no_day_and_no_proof(lost: str) -> None:
    made = account((), after=("Rows of January",))
    made.cells((DAY, "Description"), (FIGURE, "Amount"))
    for day, text, amount in (("25-01-2026", "Payroll", "200.00"), (lost, "Grocery", "-50.00")):
        made.cells((DAY, day))
        made.cells((DAY, text), (FIGURE, amount))

    result = statement(made)
    assert [line.date for line in result.lines] == [dt.date(2026, 1, 25), None]
    assert not result.integrity.holds


def test_a_heading_that_lost_a_digit_ends_where_the_others_do() -> None:
    made = account((), after=("Rows of January",))
    made.cells((DAY, "Description"), (FIGURE, "Amount"))
    for left, day, text, amount in ((DAY, "19.01.2026", "Payroll", "200.00"), (-95.0, "24.01.206", "Grocery", "-50.00")):
        made.cells((left, day))
        made.cells((DAY, text), (FIGURE, amount))
    made.cells((DAY, "Thank you"))
    result = statement(made)

    assert [line.date for line in result.lines] == [dt.date(2026, 1, 19), None]
    assert not result.integrity.holds


@pytest.mark.parametrize(("day", "read"), [("Monday 01/05/2026", True), ("Monday 1O/05/2026", False)])
def test_a_damaged_day_behind_a_wide_weekday_gives_no_day(day: str, *, read: bool) -> None:
    made = account((), headed=False, closing="1,200.00")
    made.cells((DAY, "Date"), (150.0, "Value date"), (220.0, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, day), (150.0, "01/06/2026"), (220.0, "Payroll"), (FIGURE, "200.00"))
    result = statement(made)

    assert bool(result.integrity.holds) is read
    assert [line.date for line in result.lines] == [dt.date(2026, 1, 5) if read else None]


@pytest.mark.parametrize("day", ["", "Tue 6 January 2026"])
def test_a_row_without_a_day_has_none_where_days_are_printed_above_their_figures(day: str) -> None:
    rows = []
    for printed, text, amount in (
        ("Mon 5 January 2026", "Payroll", "200.00"),
        (day, "Grocery", "-20.00"),
        ("Wed 7 January 2026", "Rent", "-20.00"),
        ("Wed 7 January 2026", "Market", "-10.00"),
    ):
        rows += [(printed, text, ""), ("", "Reference 12", amount)] if printed else [("", text, amount)]
    result = statement(account([(day, "", "") if not text else (day, "  " + text, figure) for day, text, figure in rows]))

    assert bool(result.integrity.holds) is bool(day)
