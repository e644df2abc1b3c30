"""An unread page matters if rows may continue on it; a doubtful figure matters if nothing confirms it."""

from dataclasses import replace

import pytest

from reconciliation.documents.pages import OpenedDocument, UnreadMark
from reconciliation.reading.reader import read
from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, scene, table

TOTALS = (("Total deposits", "30.00"), ("Total withdrawals", "40.00"))


def account(*, balances: bool = False, totals: bool = False, closed_below: bool = False) -> Scene:
    """Return a first page without rows, then one with them. The closing is in the summary, or below the rows."""
    made = scene()
    made.sheet.next_page()
    closing = ("Closing balance", "90.00")
    for label, figure in (("Opening balance", "100.00"), *(TOTALS if totals else ()), *(() if closed_below else (closing,))):
        made.cells((40, label), (-250, figure))
    made.cells(*HEAD)
    table(
        made,
        ("01/13/2025", "Rent", "40.00", "", "60.00" if balances else ""),
        ("01/24/2025", "Salary", "", "30.00", "90.00" if balances else ""),
    )
    if closed_below:
        made.cells((120, closing[0]), (-545, closing[1]))
    made.sheet.next_page()
    return made


def holds(document: OpenedDocument, *marks: UnreadMark) -> bool | None:
    (statement,) = read(replace(document, marks=marks)).statements
    return statement.integrity.holds


def unread(document: OpenedDocument, number: int) -> UnreadMark:
    page = document.pages[number - 1]
    return UnreadMark(number, (0, 0, page.width, page.height), "page")


def test_a_page_with_rows_that_was_not_read_forbids_the_proof() -> None:
    document = account(balances=True, totals=True, closed_below=True).sheet.document()

    assert holds(document)
    assert holds(document, unread(document, 2)) is None


def test_an_unread_page_outside_the_rows_of_the_account_forbids_no_proof() -> None:
    document = account(balances=True, closed_below=True).sheet.document()

    assert holds(document, unread(document, 1), unread(document, 3))


@pytest.mark.parametrize("totals", [True, False])
def test_one_behind_rows_that_no_closing_ends_does_where_no_totals_leave_no_room_for_its_rows(*, totals: bool) -> None:
    document = account(balances=True, totals=totals).sheet.document()

    assert holds(document)
    assert holds(document, unread(document, 3)) is (True if totals else None)


@pytest.mark.parametrize("balances", [True, False])
def test_balances_that_follow_confirm_a_doubtful_figure(*, balances: bool) -> None:
    document = account(balances=balances, totals=True).sheet.document()
    rent = next(word for word in document.pages[1].words if word.text == "40.00" and word.x1 > 300)

    assert holds(document, UnreadMark(2, rent.box, "figure")) is (True if balances else None)
    assert holds(document, UnreadMark(2, rent.box, "digit")) is None


@pytest.mark.parametrize("kind", ["row", "cover"])
def test_a_drawn_row_and_a_covered_figure_forbid_the_proof_wherever_they_are(kind: str) -> None:
    document = account(balances=True, totals=True, closed_below=True).sheet.document()
    foot = document.pages[1].height - 40

    assert holds(document, UnreadMark(2, (50, foot, 300, foot + 9), "type"))
    assert holds(document, UnreadMark(2, (40, foot, 300, foot + 9), kind)) is None


def test_a_digit_that_is_another_in_the_number_of_the_account_forbids_the_proof() -> None:
    made = scene()
    made.cells((40, "Account number: 40023317"), step=40)
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*HEAD)
    table(made, ("01/13/2025", "Rent", "40.00", "", "60.00"), ("01/24/2025", "Salary", "", "30.00", "90.00"))
    made.cells((120, "Closing balance"), (-545, "90.00"))
    document = made.sheet.document()
    number = next(word for word in document.pages[0].words if word.text == "40023317")

    assert holds(document)
    assert holds(document, UnreadMark(1, number.box, "digit")) is None
