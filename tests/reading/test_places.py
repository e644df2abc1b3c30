"""Tables without headings: columns told from where the figures stand, where that adds up."""

import random
from decimal import Decimal

from reconciliation.reading.reader import read
from reconciliation.reading.statement import PrintedStatement
from tests.reading.making.scene import Scene

Row = tuple[str, str, str, str, str]  # day, text, out, in, balance
ROWS: tuple[Row, ...] = (
    ("03/02/2025", "Rent", "700.00", "", "300.00"),
    ("05/02/2025", "Salary", "", "1,500.00", "1,800.00"),
    ("09/02/2025", "Groceries", "55.10", "", "1,744.90"),
    ("20/02/2025", "Refund", "", "20.00", "1,764.90"),
)


def statement(*headings: tuple[float, str], rows: tuple[Row, ...] = ROWS, closing: str = "1,764.90") -> PrintedStatement:
    made = Scene(random.Random(1))  # noqa: S311  nothing secret is drawn
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
    (found,) = read(made.sheet.document()).statements
    return found


def amounts(found: PrintedStatement) -> list[Decimal]:
    return [line.amount for line in found.lines]


def test_columns_without_headings_are_told_by_what_adds_up() -> None:
    found = statement()

    assert amounts(found) == [Decimal("-700.00"), Decimal("1500.00"), Decimal("-55.10"), Decimal("20.00")]
    assert [line.balance for line in found.lines] == [Decimal(row[4].replace(",", "")) for row in ROWS]


def test_money_in_may_stand_before_money_out() -> None:
    turned = tuple((day, text, into, out, balance) for day, text, out, into, balance in ROWS)

    assert amounts(statement(rows=turned)) == [Decimal("-700.00"), Decimal("1500.00"), Decimal("-55.10"), Decimal("20.00")]


def test_headings_that_rows_stand_under_are_never_put_aside() -> None:
    headings = ((40.0, "Date"), (120.0, "Description"), (-380.0, "Paid in"), (-460.0, "Paid out"), (-550.0, "Balance"))
    found = statement(*headings)

    assert amounts(found) == [Decimal("700.00"), Decimal("-1500.00"), Decimal("55.10"), Decimal("-20.00")]
    assert found.integrity.holds is False


def test_rows_without_headings_and_balances_prove_nothing() -> None:
    bare = tuple((day, text, out, into, "") for day, text, out, into, _ in ROWS)

    assert statement(rows=bare).integrity.holds is None
