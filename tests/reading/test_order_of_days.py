"""Days with an ambiguous order of day and month: only printed evidence proves one."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, proofs, scene, statement, table, write_lines

Row = tuple[str, str, str, str, str]
MONTHLY = (
    ("01/02/2024", "Interest", "", "10.00", "110.00"),
    ("01/03/2024", "Interest", "", "10.00", "120.00"),
    ("01/04/2024", "Interest", "", "10.00", "130.00"),
)
WEEKLY = (
    ("05/01/2024", "Rent", "40.00", "", "60.00"),
    ("12/01/2024", "Salary", "", "30.00", "90.00"),
    ("03/02/2024", "Fuel", "10.00", "", "80.00"),
)


def account(rows: tuple[Row, ...], *lines: str) -> Scene:
    made = scene()
    write_lines(made, *lines)
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells((40, "Closing balance"), (-250, rows[-1][-1]))
    made.cells(*HEAD)
    table(made, *rows)
    return made


@pytest.mark.parametrize(
    ("line", "proof"),
    [
        ("Account number 12345678", None),
        ("Statement period 01/02/2024 - 01/04/2024", None),
        ("Account in GBP", None),
        ("Statement period 1 February 2024 to 1 April 2024", True),
        ("Statement period 01/02/2024 to 30/04/2024", True),
        ("Statement period 1 January 2024 to 31 May 2024", None),
    ],
)
def test_monthly_rows_of_days_up_to_12_are_proved_only_where_a_period_tells_their_order(line: str, proof: bool | None) -> None:
    assert proofs(account(MONTHLY, line)) == [proof]


def test_a_period_that_holds_the_rows_in_one_order_alone_proves_it() -> None:
    made = account(WEEKLY, "Statement period 05/01/2024 to 05/02/2024")

    assert proofs(made) == [True]
    assert [str(line.date) for line in statement(made).lines] == ["2024-01-05", "2024-01-12", "2024-02-03"]


def test_the_custom_of_a_named_currency_proves_an_order() -> None:
    rows = (("03/02/2024", "Rent", "40.00", "", "60.00"), ("05/02/2024", "Salary", "", "30.00", "90.00"))

    assert proofs(account(rows, "Currency: GBP")) == [True]
    assert proofs(account(rows, "Account number 12345678")) == [None]


def test_the_number_of_an_american_account_speaks_against_the_custom_of_another_currency() -> None:
    rows = (("03/02/2024", "Rent", "40.00", "", "60.00"), ("05/02/2024", "Salary", "", "30.00", "90.00"))

    assert proofs(account(rows, "Currency: GBP", "IBAN: US89 0012 4755 1357 7120 57")) == [None]
    assert proofs(account(rows, "Currency: GBP", "IBAN: GB89 0012 4755 1357 7120 57")) == [True]


@pytest.mark.parametrize(("currency", "proof"), [("EUR", True), ("KWD", None)])
def test_a_currency_of_statements_in_either_english_tells_no_order(currency: str, proof: bool | None) -> None:
    rows = (("03/02/2024", "Rent", "40.00", "", "60.00"), ("05/02/2024", "Salary", "", "30.00", "90.00"))

    assert proofs(account(rows, f"Currency: {currency}")) == [proof]


def test_a_period_tells_the_order_against_a_custom_and_a_day_in_the_small_print() -> None:
    rows = (("07/09", "Rent", "40.00", "", "60.00"), ("07/10", "Salary", "", "30.00", "90.00"), ("08/01", "Fuel", "10.00", "", "80.00"))
    made = account(rows, "Account in KWD", "Statement period 7/5/2024 through 8/4/2024")
    made.cells((40, "The limit applies from 1 September 2017 and from 1 January 2019."))

    assert [str(line.date) for line in statement(made).lines] == ["2024-07-09", "2024-07-10", "2024-08-01"]


@pytest.mark.parametrize(("first", "proof"), [("01/03/2024", True), ("01/01/2024", None)])
def test_one_day_that_would_lie_outside_the_period_does_not_tell_the_order(first: str, proof: bool | None) -> None:
    """It may be misprinted; the first of January is the same day in either order."""
    rows = ((first, "Fuel", "10.00", "", "90.00"), ("01/04/2024", "Rent", "40.00", "", "50.00"))

    assert proofs(account(rows, "Statement period 1 January 2024 to 31 January 2024")) == [proof]
