"""Numbers of pages and sheets: a missing page has no row if the printed sums of both sides match the rows."""

import pytest

from reconciliation.reading.document.paper import numbers_of
from reconciliation.reading.reader import read, scan
from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page, proved, statement, text_page, write_lines

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


def test_sheets_of_two_pages_are_counted_from_the_first_page_even_without_rows() -> None:
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


def one_of_two_months(made: Scene, month: str, *pages: tuple[str, ...], opening: str, closing: str) -> None:
    """Draw a statement of a month on a sheet: on each of its pages rows with these balances, and this text at the page's foot."""
    write_lines(
        made, "First Example Bank", "Current account statement", "Account 12345678", f"Period: 01/{month}/26 - 28/{month}/26", left=DAY
    )
    made.cells((DAY, "Date"), (TEXT, "Details"), (OUT, "Paid out"), (INTO, "Paid in"), (BALANCE, "Balance"))
    made.cells((TEXT, "Opening balance"), (BALANCE, opening))
    for place, (balance, *foot) in enumerate(pages):
        made.cells((DAY, f"{place + 13}/{month}/26"), (TEXT, "Payroll"), (INTO, "10.00"), (BALANCE, balance))
        if place == len(pages) - 1:
            made.cells((TEXT, "Closing balance"), (BALANCE, closing))
        write_lines(made, *foot, left=DAY)
        made.sheet.next_page()


@pytest.mark.parametrize("numbered", [False, True])
def test_numbers_of_sheets_go_on_over_the_next_statement_and_number_none_of_its_pages(*, numbered: bool) -> None:
    made = empty_page()
    feet = [["Sheet 1 of 2", "1 of 2"], ["Sheet 1 of 2", "2 of 2"], ["Sheet 2 of 2", "1 of 1"]]
    first, second, third = (tuple(foot if numbered else foot[:1]) for foot in feet)
    one_of_two_months(made, "01", ("1,010.00", *first), ("1,020.00", *second), opening="1,000.00", closing="1,020.00")
    one_of_two_months(made, "02", ("1,030.00", *third), opening="1,020.00", closing="1,030.00")

    statements = read(made.sheet.document()).statements
    assert [(len(one.lines), one.integrity.holds) for one in statements] == [(2, True), (1, True)]


def test_the_back_of_the_last_sheet_is_no_missing_page_where_a_balance_follows_beside_each_row() -> None:
    made = text_page("First Example Bank", "Current account statement")
    for number, balance in enumerate(("1,010.00", "1,020.00", "1,030.00"), 1):
        made.cells((DAY, "Date"), (TEXT, "Details"), (OUT, "Paid out"), (INTO, "Paid in"), (BALANCE, "Balance"))
        made.cells((DAY, f"{number + 19} Jan 26"), (TEXT, "Payroll"), (INTO, "10.00"), (BALANCE, balance))
        made.cells((DAY, f"Sheet {(number + 1) // 2} of 2"))
        made.sheet.next_page()

    integrity = statement(made).integrity
    assert (integrity.holds, integrity.rows_follow) == (None, True)


def test_a_statement_without_ends_on_a_front_may_lack_a_page_where_another_begins_on_the_back() -> None:
    made = empty_page()
    pages = (("01", "1 of 2", ("1,010.00", "1,020.00")), ("02", "1 of 2", ("1,030.00",)), ("02", "2 of 2", ("1,040.00", "1,050.00")))
    for place, (month, number, balances) in enumerate(pages):
        if number == "1 of 2":
            period = f"Period: 01/{month}/26 - 28/{month}/26"
            write_lines(made, "First Example Bank", "Current account statement", "Account 12345678", period, left=DAY)
        made.cells((DAY, "Date"), (TEXT, "Details"), (OUT, "Paid out"), (INTO, "Paid in"), (BALANCE, "Balance"))
        for day, balance in enumerate(balances, 13 + place):
            made.cells((DAY, f"{day}/{month}/26"), (TEXT, "Payroll"), (INTO, "10.00"), (BALANCE, balance))
        made.cells((DAY, f"Sheet {number}"))
        made.sheet.next_page()

    first, _ = read(made.sheet.document()).statements
    assert (first.integrity.holds, first.integrity.rows_follow) == (None, False)


@pytest.mark.parametrize(("named", "follow"), [("Closing balance", True), ("Opening balance", False)])
def test_the_back_of_the_last_sheet_is_not_missing_if_the_last_balance_is_the_closing(named: str, *, follow: bool) -> None:
    made = text_page("First Example Bank", "Current account statement")
    made.cells((DAY, named), (SUM, "1,030.00" if follow else "1,000.00"))
    for number, balance in enumerate(("1,010.00", "1,020.00", "1,030.00"), 1):
        if number > 1:
            made.sheet.next_page()
        made.cells((DAY, "Date"), (TEXT, "Details"), (OUT, "Paid out"), (INTO, "Paid in"), (BALANCE, "Balance"))
        made.cells((DAY, f"{number + 19} Jan 26"), (TEXT, "Payroll"), (INTO, "10.00"), (BALANCE, balance))
        made.cells((DAY, f"Sheet {(number + 1) // 2} of 2"))

    assert statement(made).integrity.rows_follow is follow


@pytest.mark.parametrize(("sheets", "begins"), [((1, 1), True), ((2, 2), False)])
def test_a_balance_brought_forward_opens_a_file_that_begins_with_the_first_sheet(*, sheets: tuple[int, ...], begins: bool) -> None:
    made = text_page("First Example Bank", "Current account statement")
    made.cells((DAY, "Date"), (TEXT, "Details"), (OUT, "Paid out"), (INTO, "Paid in"), (BALANCE, "Balance"))
    made.cells((TEXT, "Balance brought forward"), (BALANCE, "1,000.00"))
    for day, balance, number in (("20 Jan 26", "1,010.00", sheets[0]), ("21 Jan 26", "1,020.00", sheets[1])):
        made.cells((DAY, day), (TEXT, "Payroll"), (INTO, "10.00"), (BALANCE, balance))
        if day == "21 Jan 26":
            made.cells((TEXT, "Closing balance"), (BALANCE, balance))
        made.cells((DAY, f"Sheet {number} of {max(sheets)}"))
        made.sheet.next_page()

    assert proved(made) is begins
