"""Columns without headings, identified by the positions of figures that add up."""

from decimal import Decimal

from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, empty_page, statement

Row = tuple[str, str, str, str, str]  # day, text, out, in, balance
ROWS: tuple[Row, ...] = (
    ("03/02/2025", "Rent", "700.00", "", "300.00"),
    ("05/02/2025", "Salary", "", "1,500.00", "1,800.00"),
    ("09/02/2025", "Groceries", "55.10", "", "1,744.90"),
    ("20/02/2025", "Refund", "", "20.00", "1,764.90"),
)


def current_account(*headings: tuple[float, str], rows: tuple[Row, ...] = ROWS, closing: str = "1,764.90") -> Scene:
    made = empty_page()
    made.cells((40, "Example Union"), bold=True, size=15, step=24)
    made.cells((40, "Current account statement"), step=18)
    made.cells((40, "Statement period: 01/02/2025 to 28/02/2025"))
    made.cells((40, "Opening balance"), (-250, "1,000.00"))
    made.cells((40, "Closing balance"), (-250, closing), step=26)
    if headings:
        made.cells(*headings)
    for day, text, out, into, balance in rows:
        cells = [(40.0, day), (120.0, text), (-380.0, out), (-460.0, into), (-550.0, balance)]
        made.cells(*[cell for cell in cells if cell[1]])
    return made


def test_columns_without_headings_are_identified_by_their_sums() -> None:
    made = current_account()

    assert amounts(made) == ["-700.00", "1500.00", "-55.10", "20.00"]
    assert [line.balance for line in statement(made).lines] == [Decimal(row[4].replace(",", "")) for row in ROWS]


def test_money_in_is_read_before_money_out() -> None:
    turned = tuple((day, text, into, out, balance) for day, text, out, into, balance in ROWS)

    assert amounts(current_account(rows=turned)) == ["-700.00", "1500.00", "-55.10", "20.00"]


def test_headings_above_rows_are_not_ignored_if_the_sums_differ() -> None:
    headings = ((40.0, "Date"), (120.0, "Description"), (-380.0, "Paid in"), (-460.0, "Paid out"), (-550.0, "Balance"))
    made = current_account(*headings)

    assert amounts(made) == ["700.00", "-1500.00", "55.10", "-20.00"]
    assert statement(made).integrity.holds is False


def test_rows_without_headings_and_balances_prove_nothing() -> None:
    bare = tuple((day, text, out, into, "") for day, text, out, into, _ in ROWS)

    assert statement(current_account(rows=bare)).integrity.holds is None
