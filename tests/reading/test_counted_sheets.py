"""Pages and sheets by their numbers: one that is not in the file has no row where the sums of both sides are those of the rows."""

import pytest

from reconciliation.reading.document.numbering import numbers_of
from reconciliation.reading.reader import scan
from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page, proved, text_page

DAY, TEXT, OUT, INTO, BALANCE, SUM = 50.0, 120.0, -370.0, -450.0, -545.0, -300.0


def sheet(*, number: str = "Sheet number 211", paid_in: str = "200.00", named: str = "Opening balance") -> Scene:
    made = text_page("First Example Bank", "Current account statement", "1 January 2026 to 31 January 2026", number)
    for label, figure in ((named, "1,000.00"), ("Payments in", paid_in), ("Payments out", "50.00"), ("Closing balance", "1,150.00")):
        made.cells((DAY, label), (SUM, figure))
    made.cells((DAY, "Date"), (TEXT, "Details"), (OUT, "Paid out"), (INTO, "Paid in"), (BALANCE, "Balance"))
    made.cells((TEXT, "Balance brought forward"), (BALANCE, "1,000.00"))
    made.cells((DAY, "05 Jan 26"), (TEXT, "Payroll"), (INTO, "200.00"), (BALANCE, "1,200.00"))
    made.cells((DAY, "20 Jan 26"), (TEXT, "Grocery"), (OUT, "50.00"), (BALANCE, "1,150.00"))
    made.cells((TEXT, "Balance carried forward"), (BALANCE, "1,150.00"))
    return made


def test_a_first_sheet_may_bear_any_number() -> None:
    assert proved(sheet())


@pytest.mark.parametrize("number", ["Page 2 of 3", "Sheet 211 of 214"])
def test_a_sheet_that_is_not_in_the_file_has_no_row(number: str) -> None:
    assert proved(sheet(number=number))


def test_without_the_sums_of_both_sides_a_sheet_may_be_missing() -> None:
    assert not proved(sheet(paid_in="240.00", number="Page 2 of 3"))
    assert not proved(sheet(named="Overdraft limit", number="Page 2 of 3"))


def test_numbers_that_count_every_page_come_before_those_of_sheets_of_two_pages() -> None:
    made = empty_page()
    for number in range(1, 5):
        made.cells((DAY, f"Statement of page {'abcd'[number - 1]}"), (-545.0, f"{number} of 4"))
        made.cells((DAY, f"Sheet {(number + 1) // 2} of 2"))
        made.sheet.next_page()

    assert numbers_of(scan(made.sheet.document()).printed) == {number: (number, 4) for number in range(1, 5)}


@pytest.mark.parametrize("sheets", [(1, 1, 2, 2), (1, 1)])
@pytest.mark.parametrize(("word", "is_counted"), [("Sheet", False), ("Page", True)])
def test_numbers_of_sheets_of_two_pages_are_no_numbers_of_pages(word: str, is_counted: bool, sheets: tuple[int, ...]) -> None:
    made = empty_page()
    for number in sheets:
        made.cells((DAY, "First Example Bank"))
        made.cells((DAY, f"{word} {number} of {max(sheets)}"))
        made.sheet.next_page()

    counted = {page: (number, max(sheets)) for page, number in enumerate(sheets, 1)}
    assert numbers_of(scan(made.sheet.document()).printed) == (counted if is_counted else {})


def test_sheets_of_two_pages_are_counted_from_the_first_page_of_the_file_also_where_it_has_no_rows() -> None:
    made = empty_page()
    for number in (1, 1, 2, 2):
        made.cells((DAY, "First Example Bank"))
        made.cells((DAY, f"Sheet {number} of 2"))
        made.sheet.next_page()
    rows = [printed for printed in scan(made.sheet.document()).printed if printed.row.page > 1]

    assert numbers_of(rows) == {}


@pytest.mark.parametrize(("word", "closed", "missing"), [("Sheet", "above", False), ("Sheet", "below", False), ("Page", "above", True)])
def test_the_back_of_the_last_sheet_may_be_empty_where_both_balances_are_labelled(word: str, closed: str, *, missing: bool) -> None:
    made = text_page("First Example Bank", "Current account statement", "1 January 2026 to 31 January 2026", f"{word} 1 of 2")
    made.cells((DAY, "Opening balance"), (SUM, "1,000.00"))
    if closed == "above":
        made.cells((DAY, "Closing balance"), (SUM, "1,100.00"))
    for number, (day, out, balance) in enumerate((("05 Jan 26", "30.00", "1,120.00"), ("20 Jan 26", "20.00", "1,100.00")), 1):
        made.cells((DAY, "Date"), (TEXT, "Details"), (OUT, "Paid out"), (INTO, "Paid in"), (BALANCE, "Balance"))
        if number == 1:
            made.cells((DAY, "02 Jan 26"), (TEXT, "Payroll"), (INTO, "150.00"), (BALANCE, "1,150.00"))
        made.cells((DAY, day), (TEXT, "Grocery"), (OUT, out), (BALANCE, balance))
        made.sheet.next_page()
        made.cells((DAY, f"{word} {number} of 2"))
    made.cells((DAY, "Date"), (TEXT, "Details"), (OUT, "Paid out"), (INTO, "Paid in"), (BALANCE, "Balance"))
    made.cells((DAY, "22 Jan 26"), (TEXT, "Payroll"), (INTO, "50.00"), (BALANCE, "1,150.00"))
    made.cells((DAY, "24 Jan 26"), (TEXT, "Rent"), (OUT, "50.00"), (BALANCE, "1,100.00"))
    if closed == "below":
        made.cells((TEXT, "Closing balance"), (BALANCE, "1,100.00"))

    assert proved(made) is not missing


def test_numbers_of_pages_come_before_those_of_sheets() -> None:
    made = empty_page()
    for _ in range(2):
        made.cells((DAY, "First Example Bank"), (-545.0, "Page 1 of 1"))
        made.cells((DAY, "Sheet 1 of 1"))
        made.sheet.next_page()

    assert numbers_of(scan(made.sheet.document()).printed) == {1: (1, 1), 2: (1, 1)}
