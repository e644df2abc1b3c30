"""Panels beside a table with lines at other heights than its rows are read separately."""

from reconciliation.reading.tokens.rows import rows_of
from tests.reading.drawing import DAY, FIGURE, TEXT, account
from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, empty_page, proved

TERMS = (
    ("Minimum payment", "10.00"),
    ("Available credit", "8,000.00"),
    ("Cash advances", "0.00"),
    ("Interest charged", "0.00"),
    ("Annual fees", "12.34"),
    ("New points balance", "43,322"),
)
ROWS = tuple((f"01/{day:02}", "Grocery at the corner", "-10.00") for day in (5, 9, 13, 17, 21))


def beside(*, step: float, first: float = 3.0) -> Scene:
    """Rows that come to -50.00, and right of them lines of terms, the first so far below the first row, one every `step` points."""
    made = account((), closing="950.00")
    for place, (label, figure) in enumerate(TERMS):
        made.sheet.write(445, label, size=7, y=made.sheet.y + first + step * place)
        made.sheet.write(560, figure, right=True, size=7, y=made.sheet.y + first + step * place)
    for row in ROWS:
        made.cells(*zip((DAY, TEXT, FIGURE), row, strict=True))
    return made


def test_a_panel_out_of_step_with_the_rows_leaves_them_as_they_are() -> None:
    made = beside(step=10.0)

    assert amounts(made) == ["-10.00"] * 5
    assert proved(made)


def test_the_lines_of_a_panel_are_rows_of_their_own_above_the_table() -> None:
    (page,) = beside(step=10.0).sheet.document().pages
    texts = [row.text for row in rows_of(page)]

    assert texts.index("Minimum payment\t10.00") < texts.index("01/05\tGrocery at the corner\t-10.00")


def test_text_level_with_the_rows_belongs_to_them() -> None:
    (page,) = beside(step=13.0, first=0.0).sheet.document().pages

    assert "01/05\tGrocery at the corner\t-10.00\tMinimum payment\t10.00" in [row.text for row in rows_of(page)]


def test_aligned_figures_level_with_rows_are_a_column_despite_lines_of_words() -> None:
    made = empty_page()
    for place in range(5):
        made.sheet.write(470, f"{1000 + 10 * place}.00", size=7)
        for lower in (4, 8):
            made.sheet.write(470, "Questions at a branch", size=7, y=made.sheet.y + lower)
        made.cells((DAY, f"01/{place + 10}"), (TEXT, "Grocery at the corner"), (FIGURE, "-10.00"))
    (page,) = made.sheet.document().pages

    assert not any(row.text.endswith("-10.00") for row in rows_of(page))


def test_words_across_the_gap_are_no_panels() -> None:
    made = empty_page()
    for place in range(6):
        made.sheet.write(445, "Available credit", size=7, y=made.sheet.y + 4)
        made.cells((DAY, f"01/{place + 10}"), (TEXT, "Grocery at the corner"), (FIGURE, "-10.00"))
        made.cells((DAY, "A line of words that runs from the left of the page on and across the gap, as a paragraph between the rows does"))
    (page,) = made.sheet.document().pages

    assert all("Available credit" not in row.text or "Grocery" not in row.text or "\t" in row.text for row in rows_of(page))


def test_a_panel_is_separated_from_rows_with_money_in_two_columns() -> None:
    made = account((), closing="1,150.00", headed=False)
    out, into, panel = -330.0, -390.0, 470.0
    for number, (label, figure) in enumerate(
        (("At a glance", ""), ("Start balance", "1,000.00"), ("Money in", "200.00"), ("Money out", "50.00"), ("End balance", "1,150.00"))
    ):
        made.sheet.write(panel, label, size=7, y=made.sheet.y + 2.5 + 11 * number)
        made.sheet.write(570, figure, right=True, size=7, y=made.sheet.y + 2.5 + 11 * number)
    made.cells((DAY, "Date"), (TEXT, "Description"), (out, "Money out"), (into, "Money in"))
    for day, text, place, figure in (
        ("01/05", "Payroll", into, "150.00"),
        ("01/07", "Grocery at the corner", out, "20.00"),
        ("01/09", "Transfer from savings", into, "50.00"),
        ("01/20", "Grocery at the corner", out, "10.00"),
        ("01/21", "Grocery at the corner", out, "20.00"),
    ):
        made.cells((DAY, day), (TEXT, text), (place, figure))

    assert amounts(made) == ["150.00", "-20.00", "50.00", "-10.00", "-20.00"]
