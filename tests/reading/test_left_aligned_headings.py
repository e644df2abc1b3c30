"""Headings at the left of their columns, above right-aligned figures."""

from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, proved, text_page


def test_figures_belong_to_the_heading_of_their_column() -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026", left=40)
    made.cells((40, "Beginning balance"), (-430, "1,000.00"))
    made.cells((40, "Ending balance"), (-430, "1,149.91"), step=26)
    made.cells((40, "Date"), (100, "Description"), (350, "Debit"), (450, "Credit"))
    for day, text, edge, figure in (
        ("01/05", "Payroll", 555, "200.00"),
        ("01/20", "Coffee", 448, "0.09"),
        ("01/21", "Grocery", 448, "50.00"),
    ):
        made.cells((40, day), (100, text), (-edge, figure))

    assert amounts(made) == ["200.00", "-0.09", "-50.00"]


def test_a_table_below_tells_nothing_of_the_headings_above() -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026", left=40)
    made.cells((40, "Beginning balance"), (-430, "1,000.00"))
    made.cells((40, "Ending balance"), (-430, "1,149.91"), step=26)
    made.cells((40, "Description"), (-450, "Debit"), (-550, "Credit"))
    for day, text, edge, figure in (
        ("01/05/2026", "Payroll", 550, "200.00"),
        ("01/20/2026", "Check 1042", 450, "0.09"),
        ("01/21/2026", "Grocery", 450, "50.00"),
    ):
        made.cells((40, day))
        made.cells((40, text), (-edge, figure))
    made.cells((40, "Summary of checks written"))
    made.cells((40, "Check no."), (100, "Date"), (-250, "Amount"))
    made.cells((40, "1042"), (100, "01/20/2026"), (-250, "0.09"))

    assert amounts(made) == ["200.00", "-0.09", "-50.00"]


def test_a_figure_in_the_words_of_a_row_tells_no_place_of_its_column() -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026", left=40)
    made.cells((40, "Beginning balance"), (-430, "1,000.00"))
    made.cells((40, "Ending balance"), (-430, "1,200.00"), step=26)
    made.cells((40, "Date"), (100, "Description"), (-550, "Amount"))
    made.cells((40, "01/05"), (100, "Payroll of the firm in pounds 188.40 USD @ 1.0845"), step=10)
    made.cells((100, "less a fee of 2.00"), (-550, "200.00"))

    assert amounts(made) == ["200.00"]


def numbered(*, figures: tuple[tuple[float, str], ...]) -> Scene:
    """Rows whose figures stand far right of their headings, which are set as one line of text."""
    made = text_page("First Example Bank", "Deposit account statement", "Statement period: January 1, 2026 to January 31, 2026", left=48)
    made.cells((48, "Opening balance: USD 12,000.00"))
    made.cells((48, "Closing balance: USD 16,800.00"), step=24)
    made.cells((48, "Date"), (128, "Description"), (350, "Amount"), (440, "Balance"))
    made.cells((48, "01/03/2026"), (128, "Payroll"), *figures)
    made.cells((48, "01/15/2026"), (128, "Rent"), (-420, "400.00"), (-540, "16,800.00"))
    return made


def test_equally_many_columns_and_headings_are_paired_in_order() -> None:
    made = numbered(figures=((-420, "5,200.00 CR"), (-540, "17,200.00")))

    assert amounts(made) == ["5200.00", "-400.00"]
    assert proved(made)


def test_a_figure_under_the_heading_of_another_column_is_that_columns() -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026", left=40)
    made.cells((40, "Beginning balance"), (-330, "1,000.00"))
    made.cells((40, "Ending balance"), (-330, "1,095.17"), step=26)
    made.cells((40, "Date"), (100, "Description"), (-400, "Debit"), (-470, "Credit"), (-545, "Balance"))
    made.cells((40, "01/05"), (100, "Payroll"), (-300, "3.00"))
    made.cells((40, "01/06"), (100, "Payroll"), (-400, "95.17"), (-545, "1,095.17"))

    assert not proved(made)
