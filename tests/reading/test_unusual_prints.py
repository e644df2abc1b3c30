"""Statements with unusual figures, days or headings."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import statement, text_page

Row = tuple[str, str, str, str, str]
HEAD = ("Date", "Description", "Money out", "Money in", "Balance")
PLACES = (40.0, 120.0, -400.0, -470.0, -545.0)
ROWS: tuple[Row, ...] = (
    ("05 Jan", "Grocer", "50.00", "", "950.00"),
    ("13 Jan", "Payroll", "", "200.00", "1,150.00"),
    ("20 Jan", "Rent", "300.00", "", "850.00"),
    ("28 Jan", "Coffee", "4.50", "", "845.50"),
)
AMOUNTS = [-50.0, 200.0, -300.0, -4.5]


def account(*rows: Row, head: Row = HEAD, balances: bool = True) -> Scene:
    made = text_page("First Example Bank", "Account statement", "Statement period: 1 January 2026 to 31 January 2026", "Currency: GBP")
    for label, figure in (("Opening balance", "1,000.00"), ("Closing balance", "845.50")) if balances else ():
        made.cells((40, label), (-250, figure))
    for row in (head, *rows):
        made.cells(*[(place, text) for place, text in zip(PLACES, row, strict=True) if text])
    return made


def read(made: Scene) -> tuple[list[float], list[str], bool | None]:
    result = statement(made)
    return [float(line.amount) for line in result.lines], [f"{line.date:%d}" for line in result.lines if line.date], result.integrity.holds


def test_figures_with_one_decimal_or_none_are_read_among_others_with_two() -> None:
    rows = (
        ("05 Jan", "Grocer", "50.0", "", "950.0"),
        ("13 Jan", "Payroll", "", "200", "1,150.0"),
        ("20 Jan", "Rent", "300.00", "", "850"),
        ("28 Jan", "Coffee", "4.5", "", "845.5"),
    )

    assert read(account(*rows)) == (AMOUNTS, ["05", "13", "20", "28"], True)


def test_balances_beside_the_rows_give_the_signs_of_a_single_column_of_amounts() -> None:
    rows = [(day, text, "", out or into, balance) for day, text, out, into, balance in ROWS]

    assert read(account(*rows, head=("Date", "Description", "", "Withdrawals", "Balance"))) == (AMOUNTS, ["05", "13", "20", "28"], True)


@pytest.mark.parametrize(("out", "into"), [("", "50.00"), ("50.00", "")])
def test_a_figure_in_the_column_of_the_other_side_is_not_turned_by_its_balance(out: str, into: str) -> None:
    result = statement(account(("05 Jan", "Grocer", out, into, "950.00"), *ROWS[1:]))

    assert result.integrity.holds is bool(out)


def test_a_line_with_the_balance_that_was_reached_is_no_row() -> None:
    assert read(account(*ROWS[:2], ("15 Jan", "Card replaced", "", "", "1,150.00"), *ROWS[2:]))[2]
    assert not read(account(*ROWS[:2], ("15 Jan", "Card replaced", "", "", "1,149.00"), *ROWS[2:]))[2]


def test_the_day_beside_the_balance_that_opens_a_table_is_that_of_the_rows_below_it() -> None:
    rows = (
        ("01 Jan", "Balance brought forward", "", "", "1,000.00"),
        ("", "Grocer", "50.00", "", ""),
        ("", "Payroll", "", "200.00", "1,150.00"),
        ("20 Jan", "Rent", "300.00", "", ""),
        ("", "Coffee", "4.50", "", "845.50"),
    )

    assert read(account(*rows)) == (AMOUNTS, ["01", "01", "20", "20"], True)


def test_one_day_that_is_printed_again_does_not_undo_those_that_are_left_out() -> None:
    more = (("20 Jan", "Coffee", "4.50", "", ""), ("", "Tea", "2.00", "", ""), ("", "Gift", "", "2.00", "845.50"))
    rows = ((*ROWS[0][:4], ""), ("", "Payroll", "", "200.00", "1,150.00"), (*ROWS[2][:4], ""), *more)

    assert read(account(*rows))[1:] == (["05", "05", "20", "20", "20", "20"], True)


def test_rows_between_balances_that_are_only_carried_from_page_to_page_follow_one_another() -> None:
    brought = ("", "Balance brought forward", "", "", "1,000.00")
    carried = ("", "Balance carried forward", "", "", "845.50")
    result = statement(account(brought, *ROWS, carried, balances=False)).integrity

    assert (result.holds, result.rows_follow) == (None, True)
    assert [fact.code for fact in result.confirmed] == ["rows_lead", "balances_follow"]
    assert [fact.code for fact in result.unconfirmed] == ["closing_unnamed", "opening_unnamed"]


def test_a_time_of_day_beside_a_balance_is_no_part_of_it() -> None:
    made = text_page("First Example Bank", "Account statement", "Statement period: 1 January 2026 to 31 January 2026", "Currency: GBP")
    made.cells((40, "Opening balance"), (-250, "1,000.00"))
    made.cells((40, "Closing balance"), (-250, "845.50"))
    made.cells((40, "Date"), (120, "Description"), (330, "Debit"), (400, "Credit"), (470, "Balance"), (550, "Time"))
    for day, text, out, into, balance in ROWS:
        made.cells(*[(x, one) for x, one in ((40, day), (120, text), (-390, out), (-460, into), (-541, balance), (545, "08:00")) if one])

    assert read(made) == (AMOUNTS, ["05", "13", "20", "28"], True)


def test_a_row_may_begin_on_one_page_and_end_on_the_next() -> None:
    made = account(ROWS[0], ("13 Jan", "Payroll", "", "", ""))
    made.cells((40, "First Example Bank is regulated"))
    made.sheet.next_page()
    made.cells((40, "First Example Bank"))
    rows = (("", "of the month", "", "200.00", "1,150.00"), *ROWS[2:])
    for row in rows:
        made.cells(*[(place, text) for place, text in zip(PLACES, row, strict=True) if text])

    assert read(made) == (AMOUNTS, ["05", "13", "20", "28"], True)
    assert statement(made).lines[1].description == "Payroll of the month"


@pytest.mark.parametrize("paid_out", ["354.50", "355.50"])
def test_sums_of_both_sides_name_the_ends_that_are_only_carried(paid_out: str) -> None:
    brought = ("", "Balance brought forward", "", "", "1,000.00")
    rows = (brought, *ROWS, ("", "Balance carried forward", "", "", "845.50"), ("", "Total withdrawals/deposits", paid_out, "200.00", ""))

    assert statement(account(*rows, balances=False)).integrity.holds is (True if paid_out == "354.50" else None)


def test_checks_in_number_order_are_money_out() -> None:
    made = text_page("Example Community Bank", "Statement of account", "Statement dates 1/01/26 thru 1/31/26")
    for label, figure in (("Previous balance", "1,000.00"), ("1 Deposits/Credits", "200.00"), ("2 Checks/Debits", "350.00")):
        made.cells((40, label), (-250, figure))
    made.cells((40, "Ending balance"), (-250, "850.00"))
    made.cells((40, "Deposits and other credits"))
    made.cells((40, "Date"), (90, "Description"), (-300, "Amount"))
    made.cells((40, "1/13"), (90, "ACME PAYROLL"), (-300, "200.00"))
    made.cells((40, "Checks in number order"))
    made.cells((40, "Date"), (90, "Check No."), (-300, "Amount"))
    made.cells((40, "1/15"), (90, "1001"), (-300, "50.00"))
    made.cells((40, "1/20"), (90, "1002"), (-300, "300.00"))

    assert read(made) == ([200.0, -50.0, -300.0], ["13", "15", "20"], True)
