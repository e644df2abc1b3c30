"""The head of a statement gives the kind of the account, under any name of the bank."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.orientations import owing
from tests.reading.scenes import PLAIN_HEAD, Line, empty_page, proofs, statement, statements

OWED = (("01/05/2025", "Instalment", "-200.00"), ("01/15/2025", "Late fee", "50.00"))


def test_the_statements_title_names_a_loan_of_a_savings_bank() -> None:
    (result,) = statements(owing("Loan statement", OWED, title="Sample Savings   Account 35150614441"))

    assert result.account_kind == "loan"
    assert [str(line.amount) for line in result.lines] == ["200.00", "-50.00"]


def test_a_statement_behind_a_guide_has_its_own_head() -> None:
    made = empty_page()
    made.cells((40, "How your statement is made"))
    made.cells((40, "1"), (60, "Each row shows a day, its text and a sum, such as 01/05 Purchase 25.00"))
    made.sheet.next_page()
    made.cells((40, "Sample Savings"), size=16, step=30)
    made.cells((40, "Loan statement"), step=20)
    made.cells((40, "Account number: 1234567"))
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Previous balance"), (-250, "500.00"))
    made.cells((40, "New balance"), (-250, "350.00"))
    made.cells(*PLAIN_HEAD)
    for day, text, amount in OWED:
        made.cells((40, day), (120, text), (-470, amount))
    (result,) = statements(made)

    assert result.account_kind == "loan"
    assert str(result.closing_balance) == "-350.00"


def headed(line: Line) -> Scene:
    """A page without a title of its own that begins with this line."""
    made = empty_page()
    made.cells((40, "Sample Bank"))
    made.cells(*line)
    made.cells((40, "January 1, 2025 to January 31, 2025"))
    made.cells((40, "Opening balance"), (-250, "1,000.00"))
    made.cells((40, "Closing balance"), (-250, "1,150.00"), step=26)
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/05/2025"), (120, "Payroll"), (-470, "200.00"))
    made.cells((40, "01/20/2025"), (120, "Grocery"), (-470, "-50.00"))
    return made


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (((40.0, "JANE SAMPLE"), (300.0, "Statement From")), [True]),
        (((40.0, "Sample statement"),), []),
        (((40.0, "JANE"), (300.0, "Sample statement")), []),
    ],
)
def test_only_a_title_in_one_cell_makes_a_guide(line: Line, read: list[bool]) -> None:
    assert proofs(headed(line)) == read


COLUMNS: Line = ((40.0, "Account"), (120.0, "Currency"), (200.0, "Interest"), (300.0, "Credit Line"), (400.0, "Statement"))


def test_a_column_called_credit_line_among_many_makes_no_loan() -> None:
    result = statement(headed(COLUMNS))

    assert (result.account_kind, result.integrity.holds) == (None, True)


@pytest.mark.parametrize("line", [((40.0, "Credit line statement"),), ((40.0, "Credit Line"), (200.0, "Statement"))])
def test_a_title_of_few_cells_that_names_a_credit_line_makes_a_loan(line: Line) -> None:
    result = statement(headed(line))

    assert result.account_kind == "loan"
    assert not result.integrity.holds
