"""Headings and page furniture as banks print them around a running balance."""

from tests.reading.drawing import DAY, account
from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, empty_page, proved, statement

PLACES = (DAY, 110.0, -330.0, -410.0, -480.0, -545.0)


def running(*names: str, rows: tuple[tuple[str, ...], ...], period: str = "Statement period: January 1, 2026 to January 31, 2026") -> Scene:
    """An account of January 2026 with a column of balances, opened with 1,000.00 and closed with 1,150.00."""
    made = empty_page()
    made.cells((DAY, "First Example Bank"), size=14, step=20)
    for text in ("Checking account statement", period):
        made.cells((DAY, text))
    made.cells((DAY, "Opening balance"), (-430, "1,000.00"))
    made.cells((DAY, "Closing balance"), (-430, "1,150.00"), step=26)
    for cells in (names, *rows):
        made.cells(*[(place, text) for place, text in zip(PLACES, cells, strict=True) if text])
    return made


def test_a_fee_beside_money_out_is_charged_with_it() -> None:
    made = running(
        *("Date", "Description", "Money in", "Money out", "Fee", "Balance"),
        rows=(
            ("01/05", "Payroll", "200.00", "", "", "1,200.00"),
            ("01/20", "Grocery", "", "-40.00", "-2.50", "1,157.50"),
            ("01/31", "Monthly fee", "", "", "-7.50", "1,150.00"),
        ),
    )

    assert amounts(made) == ["200.00", "-42.50", "-7.50"]
    assert proved(made)


def test_one_column_may_hold_withdrawals_and_deposits() -> None:
    made = running(
        *("Date", "Descriptions", "", "", "Withdrawal / Deposit", "Balance"),
        rows=(("01/05", "Deposit payroll", "", "", "200.00", "1,200.00"), ("01/20", "Withdrawal", "", "", "50.00", "1,150.00")),
    )

    assert amounts(made) == ["200.00", "-50.00"]
    assert proved(made)


def test_a_period_tells_the_order_of_day_and_month() -> None:
    rows = (("05/01", "Payroll", "200.00", "", "", "1,200.00"), ("09/01", "Grocery", "", "50.00", "", "1,150.00"))
    made = running("Date", "Description", "Credit", "Debit", "", "Balance", rows=rows, period="Statement for January 2026")

    assert [str(line.date) for line in statement(made).lines] == ["2026-01-05", "2026-01-09"]
    assert proved(made)


def test_a_shop_in_a_row_names_no_kind_of_account() -> None:
    made = account(rows=(("01/05", "Payroll", "200.00"), ("01/20", "Contactless", "-50.00"), ("", "Pret A Manger", "")))

    assert statement(made).account_kind == "checking"


def test_the_number_of_a_page_is_none_of_its_amounts() -> None:
    made = account(before=[("January 31, 2026", "", "Page 1 of 1")])

    assert proved(made)


def test_headings_without_a_day_and_tables_of_points_hold_no_amounts() -> None:
    made = account(rows=(("01/05", "Payroll", "200.00"), ("", "Card ending 1-23456", "Amount"), ("01/20", "Grocery", "-50.00")))
    made.cells((DAY, "Reward points summary"))
    made.cells((DAY, "Earned"), (-430, "Redeemed"))
    made.cells((DAY, "412"), (-430, "12,814"))

    assert proved(made)


def test_the_last_line_of_a_paragraph_heads_no_table() -> None:
    prose = (
        "The balance on your statement tells of what is booked, and differs from the one on your screen, which",
        "counts what is pending.",
    )
    made = account(before=[*prose, "All transactions of your account from January 1, 2026 to January 31, 2026 in order"])

    assert len(statement(made).lines) == 2
    assert proved(made)
