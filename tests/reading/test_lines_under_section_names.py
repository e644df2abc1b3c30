"""A line between a section's name and its first row may be that row's text; if it names the other side, nothing is proved."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import Cell, page, statement, statements

HEAD: tuple[tuple[Cell, ...], ...] = (
    ((40, "Sample Bank"),),
    ((40, "Checking account statement"),),
    ((40, "Statement period 01/01/2025 to 01/31/2025"),),
    ((40, "Opening balance"), (-250, "500.00")),
    ((40, "Closing balance"), (-250, "400.00")),
)
COLUMNS: tuple[Cell, ...] = ((40, "Date"), (120, "Description"), (-400, "Amount"))


def sections(first: str, above: str) -> Scene:
    """Return an account that goes from 500.00 to 400.00: 20.00 under the section `first`, the line `above` over it, and 80.00 withdrawn."""
    return page(
        *HEAD,
        ((40, first),),
        COLUMNS,
        ((120, above),),
        ((40, "01/05/2025"), (120, "Reference 17"), (-400, "20.00")),
        ((40, "Withdrawals"),),
        COLUMNS,
        ((40, "01/20/2025"), (120, "Corner shop"), (-400, "80.00")),
    )


@pytest.mark.parametrize(("first", "is_proved"), [("Fees", True), ("Deposits", False)])
def test_a_rows_words_that_contradict_its_section_forbid_a_proof(first: str, is_proved: bool) -> None:
    assert (statement(sections(first, "Interest charged")).integrity.holds is True) == is_proved


def checks(total: str) -> Scene:
    return page(
        *HEAD,
        ((40, "Checks paid"),),
        ((40, "Number"), (120, "Date"), (-400, "Amount")),
        ((40, "1768"), (120, "01/20/2025"), (-400, "100.00")),
        ((40, f"Total checks paid   {total}"),),
    )


@pytest.mark.parametrize(("total", "is_proved"), [("100.00", True), ("200.00", False)])
def test_a_total_named_as_its_table_is_held_against_its_rows(total: str, is_proved: bool) -> None:
    assert (statement(checks(total)).integrity.holds is True) == is_proved


def months(foot: str) -> Scene:
    """Two statements of an account, the closing of the first not printed: the second page calls itself the first of one."""
    made = page(
        ((40, "Sample Bank"),),
        ((40, "Checking account statement"),),
        ((40, "Statement period 01/01/2025 to 01/31/2025"),),
        (*COLUMNS, (-500, "Balance")),
        ((120, "Opening balance"), (-500, "500.00")),
        ((40, "01/20/2025"), (120, "Corner shop"), (-400, "-80.00"), (-500, "420.00")),
        ((-560, foot),),
    )
    made.sheet.next_page()
    for line in (
        ((40, "Sample Bank"),),
        ((40, "Checking account statement"),),
        ((40, "Statement period 02/01/2025 to 02/28/2025"),),
        (*COLUMNS, (-500, "Balance")),
        ((120, "Opening balance"), (-500, "400.00")),
        ((40, "02/20/2025"), (120, "Corner shop"), (-400, "-80.00"), (-500, "320.00")),
        ((-560, "1 of 1"),),
    ):
        made.cells(*line)
    return made


@pytest.mark.parametrize("foot", ["1 of 2", "Page 1 of 2"])
def test_a_first_page_of_two_without_the_second_is_not_all_of_a_statement(foot: str) -> None:
    first, _ = statements(months(foot))

    assert first.integrity.holds is not True
