"""Sections of a table: their names, their sums, and amounts without a heading."""

import datetime as dt
from decimal import Decimal

import pytest

from tests.reading.drawing import DAY, FIGURE, GROCERY, PAYROLL, TEXT, account, draw, headings
from tests.reading.scenes import HEAD, amounts, proved, scene, statements, table

SIDES = [(40.0, "Date"), (120.0, "Description"), (-400.0, "Debit"), (-470.0, "Credit"), (-545.0, "Balance")]


def test_a_row_without_a_day_that_is_the_sum_of_the_rows_below_names_their_section() -> None:
    made = account((), closing="1,130.00")
    draw(made, [("Deposits", "", "200.00"), ("01/05", "Monthly", "150.00"), ("01/06", "Weekly", "50.00")])
    draw(made, [("Purchases and debits", "", "70.00"), ("01/07", "Monthly", "40.00"), ("01/08", "Weekly", "30.00")])

    assert amounts(made) == ["150.00", "50.00", "-40.00", "-30.00"]
    assert proved(made)


def test_another_figure_is_no_sum_of_the_rows() -> None:
    made = account((), closing="1,130.00")
    draw(made, [("01/05", "Monthly", "200.00"), ("Purchases and debits", "", "-71.00"), ("01/07", "Monthly", "-70.00")])

    assert not proved(made)


@pytest.mark.parametrize("label", ["Fees and charges assessed this period", "Total fees for this period"])
def test_a_sum_below_the_rows_may_be_named_by_direction_and_period(label: str) -> None:
    made = account((), closing="1,180.00", before=["Deposits"])
    draw(made, [PAYROLL])
    draw(made, ["Service fees", "", ("01/08", "Monthly", "-20.00"), (label, "", "-20.00")])

    assert amounts(made) == ["200.00", "-20.00"]


def test_each_total_may_count_from_the_one_before() -> None:
    made = account((), closing="930.00", before=["Withdrawals"])
    draw(made, [("01/06", "Monthly", "20.00"), ("", "Total for card 0001", "20.00")])
    draw(made, [("01/07", "Monthly", "30.00"), ("01/08", "Weekly", "20.00"), ("", "Total for card 0002", "50.00")])

    assert proved(made)


@pytest.mark.parametrize("total", [True, False])
def test_amounts_are_read_behind_headings_of_day_and_text_alone(*, total: bool) -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Beginning balance"), (-250, "100.00"))
    made.cells((40, "Ending balance"), (-250, "90.00"), step=26)
    for name, words, size in (("Deposits", "Branch 0118", "30.00"), ("Withdrawals", "City tax", "40.00")):
        made.cells((40, name), (110, "Date"), (180, "Serial"), (260, "Source"))
        made.cells((110, "01/03/2025"), (260, words), (-545, size))
        if total:
            made.cells((300, f"Total {name.lower()}"), (-545, size), step=26)

    (result,) = statements(made)
    assert [str(line.amount) for line in result.lines] == ["30.00", "-40.00"]
    assert bool(result.integrity.holds) is total


@pytest.mark.parametrize(("title", "first"), [("January 2025 statement", dt.date(2025, 1, 1)), ("January 2025 news", None)])
def test_a_month_in_the_title_is_the_period(title: str, first: dt.date | None) -> None:
    made = scene(kind=title)
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*HEAD)
    table(made, ("Jan 3", "Rent", "40.00", "", "60.00"))
    made.cells((40, "Closing balance on January 31, 2025"), (-250, "60.00"))

    (result,) = statements(made)
    assert (result.period_start, result.period_end) == (first, dt.date(2025, 1, 31))


def test_figures_of_a_side_column_may_be_apart_from_their_heading() -> None:
    made = account((), closing="1,150.00")
    made.cells((DAY, "Date"), (TEXT, "Description"), (-300, "Daily cash"), (FIGURE, "Amount"))
    for (day, text, figure), back in zip((PAYROLL, GROCERY), ("2.00", "0.50"), strict=True):
        made.cells((DAY, day), (TEXT, text), (-300, "1%"), (-350, back), (FIGURE, figure))

    assert proved(made)


def test_a_section_of_one_direction_needs_no_signs_beside_one_with_them() -> None:
    made = scene(kind="Credit card statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"), (300, "Payment due date"), (-500, "02/20/2025"))
    made.cells((40, "Previous balance"), (-250, "100.00"))
    made.cells((40, "Minimum payment"), (-250, "10.00"))
    made.cells((40, "New balance"), (-250, "50.00"), step=26)
    for name, rows in (
        ("Your payments", [("01/03", "Payment thank you", "80.00")]),
        ("Your charges and credits", [("01/05", "Bistro", "40.00"), ("01/09", "Returned chair", "-10.00")]),
    ):
        made.cells((DAY, name))
        headings(made)
        for day, text, figure in rows:
            made.cells((DAY, day), (TEXT, text), (FIGURE, figure))

    assert amounts(made) == ["80.00", "-40.00", "10.00"]
    assert proved(made)


def test_several_nothings_without_a_day_are_no_row() -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells((40, "Closing balance"), (-250, "60.00"), step=26)
    made.cells(*HEAD)
    table(made, ("01/03/2025", "Rent", "40.00", "", "60.00"), ("", "Withholding tax", "0.00", "", "0.00"))

    (result,) = statements(made)
    assert ([str(line.amount) for line in result.lines], result.integrity.holds) == (["-40.00"], True)


def test_a_day_in_the_second_line_of_each_row_is_that_rows() -> None:
    made = scene()
    made.cells((40, "Statement period 1 January 2025 [GMT] - 31 January 2025 [GMT]"))
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells((40, "Closing balance"), (-250, "45.00"), step=26)
    made.cells((40, "Description"), (-400, "Incoming"), (-470, "Outgoing"), (-545, "Balance"))
    for day, text, out, left in (
        ("3 January 2025", "Sent money to Kim", "40.00", "60.00"),
        ("9 January 2025", "Sent to Lee", "15.00", "45.00"),
    ):
        made.cells((40, text), (-470, out), (-545, left), step=11)
        made.cells((40, f"{day}  Transaction: CARD-104"), step=20)

    (result,) = statements(made)
    assert [(line.date.day, line.amount) for line in result.lines if line.date] == [(3, Decimal(-40)), (9, Decimal(-15))]
    assert (result.period_start, result.period_end) == (dt.date(2025, 1, 1), dt.date(2025, 1, 31))


def test_sections_without_headings_are_proved_where_their_sums_bear_their_names() -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for label, figure in (("Beginning balance", "100.00"), ("Deposits", "30.00"), ("Withdrawals", "40.00"), ("Ending balance", "90.00")):
        made.cells((40, label), (-250, figure))
    for name, day, words, size in (("DEPOSITS", "01/03/2025", "Payroll", "30.00"), ("WITHDRAWALS", "01/05/2025", "City tax", "40.00")):
        made.cells((280, name), step=16)
        made.cells((40, day), (110, words), (-545, size), step=30)

    (result,) = statements(made)
    assert ([str(line.amount) for line in result.lines], result.integrity.holds) == (["30.00", "-40.00"], True)


def test_a_row_of_several_names_over_figures_is_no_section() -> None:
    made = account((), closing="1,150.00", before=[])
    made.cells((DAY, "Account"), (150, "Limit"), (250, "Minimum payment"), (FIGURE, "Total amount due"))
    headings(made)
    draw(made, [PAYROLL, GROCERY])

    assert proved(made)


def test_the_rows_of_a_section_with_its_sum_may_end_at_a_heading_without_one() -> None:
    made = account((), closing="1,130.00")
    draw(made, [("Deposits and other items", "", "200.00"), ("01/05", "Monthly", "150.00"), ("01/06", "Weekly", "50.00")])
    draw(made, [("Charges", "", ""), ("01/07", "Monthly", "-40.00"), ("01/08", "Weekly", "-30.00")])

    assert amounts(made) == ["150.00", "50.00", "-40.00", "-30.00"]


def test_a_section_that_comes_to_nothing_is_no_row() -> None:
    made = account((PAYROLL, GROCERY, ("Interest charged", "", "0.00")))

    assert amounts(made) == ["200.00", "-50.00"]
    assert proved(made)


@pytest.mark.parametrize(("out", "names"), [("120.00", True), ("121.00", False)])
def test_an_undated_figure_below_many_rows_of_one_side_is_their_sum(out: str, *, names: bool) -> None:
    rows = [(f"0{day}/01/2025", f"Shop {day}", "30.00", "", f"{1000 - 30 * day:.2f}") for day in range(1, 5)]
    made = scene()
    made.cells((40, "Period: 01/01/2025 to 31/01/2025"))
    made.cells(*SIDES)
    made.cells((120, "Opening balance"), (-545, "1000.00"))
    for day, text, debit, credit, balance in rows:
        made.cells((40, day), (120, text), (-400, debit), (-470, credit), (-545, balance))
    made.cells((40, "Wszystko"), (-400, out))
    made.cells((120, "Closing balance"), (-545, "880.00"))

    assert proved(made) is names


@pytest.mark.parametrize(("text", "closing", "is_proved"), [("Grocery", "850.00", True), ("Payment thank you", "750.00", False)])
def test_a_row_outside_the_section_of_payments_pays_no_debt_without_a_sign(text: str, closing: str, *, is_proved: bool) -> None:
    made = scene(kind="Credit card statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Previous balance"), (-350, "900.00"))
    made.cells((40, "New balance"), (-350, closing))
    for name, row in (("Payments", ("01/05/2025", "Payment thank you", "100.00")), ("Card activity", ("01/20/2025", text, "50.00"))):
        made.cells((40, name))
        made.cells((40, "Date"), (120, "Description"), (-470, "Amount"))
        made.cells(*zip((40, 120, -470), row, strict=True))

    assert proved(made) is is_proved
