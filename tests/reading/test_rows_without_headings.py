"""Rows without headings: with the weekday first, on two lines, under their days, or a single row."""

import pytest

from tests.reading.drawing import DAY, FIGURE, GROCERY, PAYROLL, TEXT, Cells, account, draw
from tests.reading.making.scene import Scene
from tests.reading.scenes import page, proved, statement, text_page

Rows = list[Cells | str]


def amounts(rows: Rows, *, closing: str = "1,150.00") -> list[str]:
    made = account((), after=rows, headed=False, closing=closing)
    return [str(line.amount) for line in statement(made).lines]


@pytest.mark.parametrize(
    "rows",
    [
        [("Mon 01/05", "Payroll", "200.00"), ("Tue 01/20", "Grocery", "-50.00")],
        [("01/05", "Payroll", ""), ("", "Example Ltd", "200.00"), ("01/20", "Grocery", ""), ("", "Sample Street", "-50.00")],
        ["01/05/2026", ("Payroll", "", "200.00"), "01/20/2026", ("Grocery", "", ""), ("Sample Street", "", "-50.00")],
        [("01/05", "Payroll 2 x 100.00", "200.00"), ("01/20", "Grocery FX 55.00 CAD", "-50.00")],
        ["Deposits", PAYROLL, "Withdrawals", ("01/20", "Grocery", "50.00")],
        [("01/05", "Payroll 2 x 100.00", ""), ("", "Example", "200.00"), ("01/20", "Grocery 2 x 25.00", ""), ("", "Sample", "-50.00")],
        ["01/05/2026", "Payroll 2 x 100.00", ("Example", "", "200.00"), "01/20/2026", "Grocery 2 x 25.00", ("Sample", "", "-50.00")],
    ],
)
def test_rows_are_read_by_the_position_of_their_figures(rows: Rows) -> None:
    assert amounts(rows) == ["200.00", "-50.00"]


def test_round_sums_are_read_in_the_column_of_other_figures() -> None:
    made = account((), headed=False)
    for day, text, right, figure in (
        ("01/05", "Payroll", 436.0, "203.50"),
        ("01/20", "Grocery", 430.0, "-50.50"),
        ("01/21", "Kiosk", 430.0, "-3"),
    ):
        made.cells((DAY, day), (TEXT, text), (-right, figure))

    assert [str(line.amount) for line in statement(made).lines] == ["203.50", "-50.50", "-3"]


def test_an_account_may_have_one_row_alone() -> None:
    assert amounts([("01/05", "Payroll", "200.00")], closing="1,200.00") == ["200.00"]


def test_a_list_of_balances_does_not_define_the_columns_of_rows() -> None:
    made = account((), headed=False, closing="1,200.00")
    made.cells((DAY, "01/05"), (TEXT, "Payroll"), (FIGURE, "200.00"), (-520.0, "1,200.00"))
    made.cells((DAY, "Daily balances"))
    made.cells((DAY, "Date"), (TEXT, "Balance"))
    made.cells((DAY, "01/05"), (TEXT, "1,200.00"))

    assert [str(line.amount) for line in statement(made).lines] == ["200.00"]


def test_a_row_alone_counts_only_where_it_adds_up() -> None:
    assert amounts([("01/05", "Offer of the month", "200.00")], closing="1,000.00") == []


def test_a_row_alone_without_headings_proves_nothing() -> None:
    assert not proved(account((), after=[("01/05", "Payroll", "200.00")], headed=False, closing="1,200.00"))


@pytest.mark.parametrize(
    ("rows", "closing", "proof"),
    [
        ([("01/05", "Payroll", "200.00"), ("01/20", "Grocery", "-50.00")], "1,150.00", True),
        (["Deposits", PAYROLL, "Withdrawals", ("01/20", "Grocery", "50.00")], "1,150.00", True),
        ([("01/05", "Payroll", "200.00"), ("01/20", "Grocery", "-50.01")], "1,150.00", False),
        ([("01/05", "Payroll", "200.00"), ("01/20", "Grocery", "50.00")], "1,150.00", False),
        ([("01/05", "Payroll", "200.00"), ("01/20", "Grocery", "-200.00")], "1,000.00", False),
        ([("01/05", "Payroll", "200.00"), ("01/20", "Grocery", "-50.00"), ("Soon", "Fee", "-5.00")], "1,150.00", False),
    ],
)
def test_rows_of_one_column_that_lead_from_opening_to_closing_need_no_headings(rows: Rows, closing: str, *, proof: bool) -> None:
    assert proved(account((), after=rows, headed=False, closing=closing)) is proof


@pytest.mark.parametrize(("above", "proof"), [("Alpha|Beta|Gamma", False), ("Opening balance|Money in|Closing balance", True)])
def test_rows_below_headings_that_were_not_understood_prove_nothing(above: str, *, proof: bool) -> None:
    made = account((), headed=False)
    made.cells(*zip((DAY, TEXT + 60, 300), above.split("|"), strict=True))
    draw(made, [PAYROLL, GROCERY])

    assert proved(made) is proof


def test_a_label_and_its_day_are_no_heading_of_a_day() -> None:
    rows: Rows = ["From: 01/01/2026", "To: 01/31/2026", ("Limit", "", "500.00"), "01/05/2026", ("Payroll", "", "200.00"), "01/20/2026"]

    assert amounts([*rows, ("Grocery", "", "-50.00")]) == ["200.00", "-50.00"]


def test_checks_repeated_in_a_table_of_the_same_size_count_once() -> None:
    rows = [PAYROLL, GROCERY]
    made = account(rows, after=["Summary of checks", "", GROCERY, "Summary of deposits", "", PAYROLL])

    assert [str(line.amount) for line in statement(made).lines] == ["200.00", "-50.00"]


def test_rows_under_their_days_go_on_below_a_headed_list_of_checks() -> None:
    made = account((), headed=False, closing="910.00")
    draw(made, ["January 5, 2026", ("Check 1201", "", "-50.00")])
    made.cells((DAY, "Check no."), (TEXT, "Date"), (FIGURE, "Amount"))
    draw(made, [("1201", "01/05", "50.00"), "January 20, 2026", ("Grocery", "", "-30.00"), ("Kiosk", "", "-10.00")])

    assert [str(line.amount) for line in statement(made).lines] == ["-50.00", "-30.00", "-10.00"]


def test_lists_below_a_days_total_do_not_define_the_columns_of_rows() -> None:
    made = account((), headed=False)
    draw(made, ["Deposits", "January 5, 2026", ("Payroll", "", "200.00"), "FX 220.00 CAD", ("Total", "", "200.00")])
    draw(made, ["Withdrawals", "January 20, 2026", ("Grocery", "", "50.00"), ("Total", "", "50.00")])
    made.cells((DAY, "Monthly fee"), (-300.0, "4.90"))
    made.cells((DAY, "Cash withdrawal"), (-300.0, "12.00"))

    assert [str(line.amount) for line in statement(made).lines] == ["200.00", "-50.00"]


def test_checks_of_two_tables_repeated_in_one_count_once() -> None:
    checks: Rows = [("01/06", "Check 1201", "-20.00"), ("01/07", "Check 1202", "-10.00"), ("01/20", "Check 1203", "-30.00")]
    rows: Rows = [PAYROLL, *checks[:2], ("", "Page total", "170.00"), "Further rows", "", checks[2], ("01/21", "Pay", "10.00")]
    made = account((), after=[*rows, "Summary of checks", "", *checks])

    assert [str(line.amount) for line in statement(made).lines] == ["200.00", "-20.00", "-10.00", "-30.00", "10.00"]


def test_rows_above_a_headed_list_of_checks_are_read_where_nothing_is_printed_to_add_up_to() -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026")
    draw(made, ["Deposits", PAYROLL, ("01/07", "Refund", "20.00"), "Withdrawals", ("01/20", "Grocery", "50.00"), "Checks paid"])
    made.cells((DAY, "Date"), (TEXT, "Check no."), (FIGURE, "Amount"))
    draw(made, [("01/08", "1201", "30.00"), ("01/09", "1202", "40.00")])

    assert sorted(str(line.amount) for line in statement(made).lines) == ["-30.00", "-40.00", "-50.00", "20.00", "200.00"]
    assert not proved(made)


def shifted(*, above: bool) -> Scene:
    """Two rows whose amounts and balances end at other places; perhaps a row like headings above them."""
    made = account((), headed=False)
    if above:
        made.cells((DAY, "Alpha"), (TEXT, "Beta"), (-400.0, "Gamma"), (-500.0, "Delta"))
    made.cells((DAY, "01/05/2026"), (TEXT, "Payroll"), (-380.0, "200.00"), (-450.0, "1,200.00"))
    made.cells((DAY, "01/20/2026"), (TEXT, "Grocery"), (-430.0, "-50.00"), (-520.0, "1,150.00"))
    return made


def test_figures_read_by_their_order_prove_nothing_below_unknown_headings() -> None:
    assert proved(shifted(above=False))
    assert not proved(shifted(above=True))


def test_a_line_with_other_figures_than_the_row_above_may_be_a_row_once_more() -> None:
    made = account((), headed=False, closing="950.00", before=[("", "Total withdrawals", "50.00")])
    draw(made, [("01/20", "Grocery", "-50.00")])
    assert statement(made).integrity.holds is True

    made.cells((TEXT, "Grocery"), (FIGURE, "-50.00"), (-520.0, "950.00"))
    assert not proved(made)


@pytest.mark.parametrize(("totals", "proof"), [((("0.00", -480.0), ("50.00", -590.0)), False), ((("50.00", -480.0),), True)])
def test_totals_in_two_columns_leave_the_side_of_rows_in_one_column_open(totals: tuple[tuple[str, float], ...], *, proof: bool) -> None:
    made = page(
        ((DAY, "First Example Bank"),),
        ((DAY, "Credit Card Statement"),),
        ((DAY, "Statement period: January 1, 2026 to January 31, 2026"),),
        ((DAY, "Previous balance"), (FIGURE, "-100.00")),
        ((DAY, "New balance"), (FIGURE, "-150.00")),
        ((DAY, "D a t e"), (-480.0, "X a   ( K W D )"), (-590.0, "X b   ( K W D )")),
        ((DAY, "01/20/2026"), (TEXT, "Restaurant"), (-480.0, "50.00")),
        ((TEXT, "Totals"), *[(place, figure) for figure, place in totals]),
    )

    assert proved(made) is proof


def test_a_zero_in_the_empty_one_of_two_columns_is_no_amount() -> None:
    made = page(
        ((40, "Checking account statement"), (300, "2024.06.01 - 2024.06.30")),
        ((40, "Xa"), (120, "Xb"), (-400, "Xc"), (-470, "Xd"), (-545, "Xe")),
        ((120, "Opening balance"), (-545, "1,000.00")),
        ((40, "2024.06.03"), (120, "Alder"), (-400, "50.00"), (-470, "0.00"), (-545, "950.00")),
        ((40, "2024.06.14"), (120, "Birch"), (-400, "0.00"), (-470, "200.00"), (-545, "1,150.00")),
        ((40, "2024.06.25"), (120, "Alder"), (-400, "30.00"), (-470, "0.00"), (-545, "1,120.00")),
        ((40, "2024.06.26"), (120, "Birch"), (-400, "0.00"), (-470, "30.00"), (-545, "1,150.00")),
        ((120, "Closing balance"), (-545, "1,150.00")),
    )

    assert [str(line.amount) for line in statement(made).lines] == ["-50.00", "200.00", "-30.00", "30.00"]
