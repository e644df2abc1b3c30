"""What the head of a statement says that the account is, whatever its bank is called and whatever stands before it."""

from tests.reading.orientations import owing
from tests.reading.scenes import PLAIN_HEAD, empty_page, statements

OWED = (("01/05/2025", "Instalment", "-200.00"), ("01/15/2025", "Late fee", "50.00"))


def test_a_loan_of_a_savings_bank_is_told_by_the_statements_own_title() -> None:
    (statement,) = statements(owing("Loan statement", OWED, title="Sample Savings   Account 35150614441"))

    assert statement.account_kind == "loan"
    assert [str(line.amount) for line in statement.lines] == ["200.00", "-50.00"]


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
    (statement,) = statements(made)

    assert statement.account_kind == "loan"
    assert str(statement.closing_balance) == "-350.00"
