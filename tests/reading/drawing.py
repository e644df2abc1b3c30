"""A plain checking account of January 2026, opened with 1,000.00 and closed with 1,150.00, and additional text around its rows."""

from collections.abc import Sequence

from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page

Cells = tuple[str, str, str]  # day, text, figure
DAY, TEXT, FIGURE = 50.0, 110.0, -430.0  # a negative place is a right edge
PAYROLL, GROCERY = ("01/05", "Payroll", "200.00"), ("01/20", "Grocery", "-50.00")


def account(
    rows: Sequence[Cells] = (PAYROLL, GROCERY),
    *,
    before: Sequence[Cells | str] = (),
    after: Sequence[Cells | str] = (),
    opening: str = "1,000.00",
    closing: str = "1,150.00",
    headed: bool = True,
) -> Scene:
    """Return the account's page; `before` is drawn between the balances and the headings, if there are any, `after` below the rows."""
    made = empty_page()
    made.cells((DAY, "First Example Bank"), size=14, step=20)
    for text in ("Checking account statement", "Account number: 1234567890", "Statement period: January 1, 2026 to January 31, 2026"):
        made.cells((DAY, text))
    made.cells((DAY, "Beginning balance"), (FIGURE, opening))
    made.cells((DAY, "Ending balance"), (FIGURE, closing), step=26)
    draw(made, before)
    if headed:
        headings(made)
    draw(made, rows)
    draw(made, after)
    return made


def headings(made: Scene) -> None:
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))


def draw(made: Scene, rows: Sequence[Cells | str]) -> None:
    """Rows of day, text and figure, or of text alone; "" as text draws the headings again."""
    for row in rows:
        if row == "":
            headings(made)
        elif isinstance(row, str):
            made.cells((DAY, row))
        else:
            made.cells(*[(place, text) for place, text in zip((DAY, TEXT, FIGURE), row, strict=True) if text])
