"""The choice of a row's day among the days on a page."""

import datetime as dt

import pytest

from tests.reading.drawing import DAY, FIGURE, TEXT, account, draw
from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, statement, text_page


def days(made: Scene) -> list[dt.date | None]:
    return [line.date for line in statement(made).lines]


def test_a_heading_on_two_lines_identifies_the_transaction_day() -> None:
    made = account((), after=("These are the rows of January",))
    made.cells((DAY, "Date of"), (120.0, "Date"), (FIGURE, "Transaction"), step=10)
    made.cells((DAY, "transaction"), (120.0, "posted"), (190.0, "#"), (210.0, "Memo"), (FIGURE, "amount"))
    made.cells((DAY, "01/03/2026"), (120.0, "01/05/2026"), (190.0, "1"), (210.0, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "01/20/2026"), (120.0, "01/21/2026"), (190.0, "2"), (210.0, "Grocery"), (FIGURE, "-50.00"))

    assert days(made) == [dt.date(2026, 1, 5), dt.date(2026, 1, 21)]


def test_one_word_above_the_first_of_two_days_distinguishes_them() -> None:
    made = account((), after=("These are the rows of January",))
    made.cells((DAY, "Purchase"), (FIGURE, "Transaction"), step=10)
    made.cells((DAY, "Date"), (120.0, "Date"), (190.0, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "01/03/2026"), (120.0, "01/05/2026"), (190.0, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "01/20/2026"), (120.0, "01/21/2026"), (190.0, "Grocery"), (FIGURE, "-50.00"))

    assert days(made) == [dt.date(2026, 1, 5), dt.date(2026, 1, 21)]


def test_the_number_of_a_page_is_no_day_over_its_rows() -> None:
    made = account((("", "January 5, 2026", ""), ("", "Payroll", "200.00")))
    made.cells((500.0, "1/2"))
    made.sheet.next_page()
    made.cells((500.0, "2/2"), step=20)
    made.cells((TEXT, "Grocery"), (FIGURE, "-50.00"))

    assert days(made) == [dt.date(2026, 1, 5), dt.date(2026, 1, 5)]


def test_a_copy_of_some_rows_may_print_the_other_of_their_days() -> None:
    made = account((), after=("These are the rows of January",))
    made.cells((DAY, "Trans date"), (120.0, "Post date"), (190.0, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "01/03/2026"), (120.0, "01/05/2026"), (190.0, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "01/19/2026"), (120.0, "01/20/2026"), (190.0, "Check 1003"), (FIGURE, "-50.00"))
    made.cells((DAY, "Checks paid"))
    made.cells((DAY, "Check no"), (120.0, "Date"), (FIGURE, "Amount"))
    made.cells((DAY, "1003"), (120.0, "01/20/2026"), (FIGURE, "50.00"))

    assert days(made) == [dt.date(2026, 1, 5), dt.date(2026, 1, 20)]


def test_a_word_broken_over_two_lines_of_headings_is_one() -> None:
    made = account((), after=("Diese Umsätze wurden gebucht",))
    made.cells((DAY, "Umsatz"), (120.0, "Buchungs-"), (190.0, "Text"), (FIGURE, "Betrag"), step=10)
    made.cells((DAY, "vom"), (120.0, "datum"))
    made.cells((DAY, "03/01/2026"), (120.0, "05/01/2026"), (190.0, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "20/01/2026"), (120.0, "21/01/2026"), (190.0, "Grocery"), (FIGURE, "-50.00"))

    assert days(made) == [dt.date(2026, 1, 5), dt.date(2026, 1, 21)]


def test_two_names_of_days_one_over_the_other_name_the_days_of_a_rows_two_lines() -> None:
    made = account((), after=("Operacje w styczniu",))
    made.cells((DAY, "Data operacji"), (140.0, "Opis"), (FIGURE, "Kwota"), step=10)
    made.cells((DAY, "Data księgowania"))
    for first, second, text, amount in (("01/03", "01/05", "Payroll", "200.00"), ("01/20", "01/21", "Grocery", "-50.00")):
        made.cells((DAY, f"{first}/2026"), (140.0, text), (FIGURE, amount), step=10)
        made.cells((DAY, f"{second}/2026"), (140.0, "Reference"), step=14)

    assert days(made) == [dt.date(2026, 1, 5), dt.date(2026, 1, 21)]
    assert [line.transaction_date for line in statement(made).lines] == [dt.date(2026, 1, 3), dt.date(2026, 1, 20)]


def test_a_month_is_read_before_the_day_with_a_point_between() -> None:
    rows = (("1.05", "Payroll", "200,00"), ("1.20", "Grocery", "-50,00"))
    made = account(rows, opening="1.000,00", closing="1.150,00")

    assert days(made) == [dt.date(2026, 1, 5), dt.date(2026, 1, 20)]


def test_text_nearer_to_the_row_below_belongs_to_it() -> None:
    made = account(())
    for day, lines, figure in (("01/05", ("Salary", "of", "January"), "200.00"), ("01/20", ("Cash", "machine", "here"), "-50.00")):
        made.cells((TEXT, lines[0]), step=10)
        made.cells((DAY, day), (TEXT, lines[1]), (FIGURE, figure), step=10)
        made.cells((TEXT, lines[2]), step=13)

    assert [line.description for line in statement(made).lines] == ["Salary of January", "Cash machine here"]


def test_the_name_of_a_section_over_a_day_is_no_part_of_its_name() -> None:
    made = account((), after=("Bij geschreven",))
    made.cells((DAY, "Boekdatum"), (TEXT, "Omschrijving"), (FIGURE, "Bedrag"))
    made.cells((DAY, "05-01-2026"), (TEXT, "Salaris"), (FIGURE, "200.00"))

    assert days(made) == [dt.date(2026, 1, 5)]


def test_headings_of_two_words_may_name_nothing_word_by_word() -> None:
    made = account((), after=("These are the rows of January",))
    made.cells((DAY, "Trans"), (120.0, "Post"), (-350.0, "Paid"), (-400.0, "Paid"), (-500.0, "Running"), step=10)
    made.cells((DAY, "date"), (120.0, "date"), (190.0, "Details"), (-350.0, "in"), (-400.0, "out"), (-500.0, "Balance"))
    made.cells((DAY, "01/03/2026"), (120.0, "01/05/2026"), (190.0, "Payroll"), (-350.0, "200.00"), (-500.0, "1,200.00"))
    made.cells((DAY, "01/20/2026"), (120.0, "01/21/2026"), (190.0, "Grocery"), (-400.0, "50.00"), (-500.0, "1,150.00"))

    assert days(made) == [dt.date(2026, 1, 5), dt.date(2026, 1, 21)]


def test_an_amount_is_read_on_the_third_line_of_a_row_with_a_figure_in_its_text() -> None:
    made = account(())
    made.cells((DAY, "01/05"), (TEXT, "Payroll of 210.00"), step=10)
    made.cells((TEXT, "less tax"), step=10)
    made.cells((TEXT, "paid to you"), (FIGURE, "200.00"))
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), (FIGURE, "-50.00"))

    assert days(made) == [dt.date(2026, 1, 5), dt.date(2026, 1, 20)]


def test_a_copy_of_a_row_may_print_its_day_in_numbers() -> None:
    made = account((), after=("These are the rows of January",))
    made.cells((DAY, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "5 January 2026"))
    made.cells((DAY, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "20 January 2026"))
    made.cells((DAY, "Check 1003"), (FIGURE, "-50.00"))
    made.cells((DAY, "Checks paid"))
    made.cells((DAY, "Check no"), (120.0, "Date"), (FIGURE, "Amount"))
    made.cells((DAY, "1003"), (120.0, "01-20"), (FIGURE, "50.00"))

    assert days(made) == [dt.date(2026, 1, 5), dt.date(2026, 1, 20)]


def test_long_names_of_months_may_leave_no_gap_between_two_days() -> None:
    made = account((), after=("These are the rows of January",))
    made.cells((DAY, "Transaction Date"), (155.0, "Entry date"), (250.0, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "Wed 31 December 2025 Thu 1 January 2026"), (250.0, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "Mon 19 January 2026"), (155.0, "Tue 20 January 2026"), (250.0, "Grocery"), (FIGURE, "-50.00"))

    assert days(made) == [dt.date(2026, 1, 1), dt.date(2026, 1, 20)]


def test_a_day_behind_a_number_under_the_descriptions_is_none_of_its_row() -> None:
    made = account(rows=(("01/05", "Card transaction", ""), ("", "4412 03JAN26 Payroll", "200.00"), ("01/20", "Grocery", "-50.00")))

    assert [str(line.date) for line in statement(made).lines] == ["2026-01-05", "2026-01-20"]


SPANS = [("2026", False, True), ("2006", False, False), ("2025", False, False), ("2025", True, True)]


@pytest.mark.parametrize(("year", "period", "holds"), SPANS)
def test_days_without_a_period_that_lie_far_apart_prove_nothing(year: str, period: bool, holds: bool) -> None:
    made = text_page("First Example Bank", "Checking account statement", "Account number: 1234567890")
    if period:
        made.cells((DAY, "Statement period: January 1, 2025 to January 31, 2026"))
    made.cells((DAY, "Beginning balance"), (FIGURE, "1,000.00"))
    made.cells((DAY, "Ending balance"), (FIGURE, "1,150.00"), step=26)
    draw(made, ["", (f"01/19/{year}", "Payroll", "200.00"), ("01/20/2026", "Grocery", "-50.00")])

    assert proved(made) is holds


@pytest.mark.parametrize("beside", ["", "7014", "11:20"])
def test_a_row_with_covered_first_words_begins_with_its_day(beside: str) -> None:
    made = account((), after=("These are the rows of January",))
    made.cells((DAY, "Date"), (TEXT, "No"), (190.0, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "01/05/2026"), (TEXT, "7001"), (190.0, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "01/20/2026"), *([(TEXT, beside)] if beside else []), step=10)
    made.cells((190.0, "Invoice 2024-67278"), (FIGURE, "-50.00"))

    assert days(made) == [dt.date(2026, 1, 5), dt.date(2026, 1, 20)]


@pytest.mark.parametrize(("written", "holds"), [("04/08/2025", True), ("04/02/2026", False)])
def test_rows_without_a_year_lie_shortly_before_the_day_of_the_document(written: str, *, holds: bool) -> None:
    made = text_page("First Example Bank", "Statement of account", f"Statement date: {written}", "Currency: GBP")
    for label, figure in (("Opening balance", "1,000.00"), ("Closing balance", "1,150.00")):
        made.cells((DAY, label), (-250, figure))
    draw(made, ["", ("13 Jul", "Payroll", "200.00"), ("27 Jul", "Grocery", "-50.00")])

    assert proved(made) is holds
