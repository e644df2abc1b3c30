"""Balances printed once for the rows of a day; a line with an average below them is no row."""

import pytest

from reconciliation.printed.statement import Integrity
from tests.reading.scenes import HEAD, amounts, scene, statement, table

Row = tuple[str, str, str, str, str]
RENT, COFFEE = ("01/03/2025", "Rent", "40.00", "", ""), ("01/03/2025", "Coffee", "5.00", "", "55.00")
SALARY = ("01/20/2025", "Salary", "", "30.00", "85.00")


def account(*rows: Row, below: str = "") -> tuple[Integrity, list[str]]:
    """The integrity and the amounts of rows below an opening balance of 100.00; nothing names the closing."""
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells(*HEAD)
    made.cells((120.0, "Opening balance"), (-545.0, "100.00"))
    table(made, *rows)
    if below:
        made.cells((120.0, below), (-400.0, "61.95"))
    return statement(made).integrity, amounts(made)


def test_rows_follow_where_a_balance_after_each_day_follows() -> None:
    integrity, _ = account(RENT, COFFEE, SALARY)

    assert (integrity.holds, integrity.rows_follow) == (None, True)
    assert [fact.code for fact in integrity.unconfirmed] == ["closing_unnamed"]


@pytest.mark.parametrize("rows", [((*COFFEE[:4], "95.00"), RENT), (RENT, (*COFFEE[:4], "54.00"), (*SALARY[:4], "84.00"))])
def test_rows_do_not_follow_where_the_last_has_no_balance_or_one_does_not_follow(rows: tuple[Row, ...]) -> None:
    assert not account(*rows)[0].rows_follow


@pytest.mark.parametrize("below", ["Minimum daily closing balance", "Monthly aver. cr. bal."])
def test_an_average_or_a_minimum_below_the_rows_is_no_row(below: str) -> None:
    assert account(RENT, COFFEE, SALARY, below=below)[1] == ["-40.00", "-5.00", "30.00"]


@pytest.mark.parametrize(("balance", "follows"), [("55.00", True), ("54.00", False)])
def test_a_days_balance_is_read_beside_the_last_line_of_its_last_row(balance: str, *, follows: bool) -> None:
    below = ("", "42.10 GBP@ 0.857610", "", "", balance)
    integrity, result = account(RENT, (*COFFEE[:4], ""), below, SALARY)

    assert result == ["-40.00", "-5.00", "30.00"]
    assert integrity.rows_follow is follows


def test_the_name_of_a_limit_in_a_footer_between_rows_is_no_row_that_is_left_over() -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for rows in ((RENT, COFFEE), (SALARY,)):
        made.cells(*HEAD)
        if rows[0] is RENT:
            made.cells((120.0, "Opening balance"), (-545.0, "100.00"))
        table(made, *rows)
        made.sheet.down(30)
        made.cells(
            (
                40,
                "Thank you for banking with us. The bank is regulated by the central bank; see the notices that are enclosed, or our site,",
            )
        )
        made.cells((40, "for the important information about what is protected. Authorised limit at date of statement"), (-400.0, "500.00"))
        made.sheet.next_page()

    assert statement(made).integrity.rows_follow
