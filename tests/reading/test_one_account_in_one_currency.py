"""A page that names another account, currency or unit for its rows proves nothing."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, scene

ROWS = (("02/03/2026", "Rent", "-300.00"), ("05/03/2026", "Payroll", "1,250.00"), ("19/03/2026", "Grocer", "-45.30"))


def account(
    *, amount: str = "Amount", column: str = "", cells: tuple[str, ...] = (), between: str = "", below: str = "", mark: str = ""
) -> Scene:
    """An account in euros; `cells` stand under the heading `column`, `between` above the last row, `mark` before each amount."""
    made = scene()
    made.cells((40, "Account number: 1234567890"))
    made.cells((40, "Currency: EUR"))
    made.cells((40, "Period: 01/03/2026 to 31/03/2026"))
    for label, figure in (("Opening balance", "1,000.00"), ("Total paid in", "1,250.00"), ("Total paid out", "345.30")):
        made.cells((40, label), (-470, figure))
    made.cells((40, "Closing balance"), (-470, "1,904.70"), step=26)
    made.cells((40, "Date"), (120, "Description"), *([(300, column)] if column else []), (-470, amount))
    for place, (day, text, figure) in enumerate(ROWS):
        if between and place == len(ROWS) - 1:
            made.cells((40, between))
        made.cells((40, day), (120, text), *([(300, cells[place])] if cells else []), (-470, mark + figure))
    made.cells((40, below or "Thank you"))
    return made


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("All amounts are in US dollars", False),
        ("Figures in thousands of EUR", False),
        ("Alle Beträge in Schweizer Franken", False),
        ("All amounts are in euro", True),
        ("Amounts in foreign currency are converted to US dollars", True),
    ],
)
def test_a_line_may_name_another_unit_of_all_amounts(line: str, *, holds: bool) -> None:
    assert proved(account(below=line)) == holds


def test_a_heading_and_the_marks_of_figures_name_the_currency_too() -> None:
    assert not proved(account(amount="Amount (USD)"))
    assert not proved(account(mark="£"))
    assert proved(account(amount="Amount (EUR)", mark="€"))


@pytest.mark.parametrize("cells", [("4711", "4712", "4711"), ("Checking", "Savings", "Checking")])
def test_a_column_of_accounts_names_one(cells: tuple[str, ...]) -> None:
    assert not proved(account(column="Account", cells=cells))
    assert proved(account(column="Account", cells=("4711",) * 3))
    assert proved(account(column="Branch", cells=cells))


@pytest.mark.parametrize("name", ["Sub-account B", "Savings pot", "Joint account of A. and B. Smith"])
def test_the_name_of_an_account_between_two_rows_begins_another(name: str) -> None:
    assert not proved(account(between=name))
    assert proved(account(between="Thank you for banking with us"))
