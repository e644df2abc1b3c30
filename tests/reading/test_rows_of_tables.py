"""Rows with a figure, type or day in an unusual place."""

from datetime import date

import pytest

from tests.reading.drawing import DAY, FIGURE, TEXT, Cells, account, draw
from tests.reading.scenes import amounts, empty_page, statement, text_page


@pytest.mark.parametrize("figure", ["200", "200 USD", "200 CR"])
def test_a_sum_may_be_round_among_others_with_cents(figure: str) -> None:
    assert amounts(account([("01/05", "Payroll", figure), ("01/20", "Grocery", "-50.01")], closing="1,149.99")) == ["200", "-50.01"]


@pytest.mark.parametrize("figure", ["(50 USD)", "- 50", "- 50 USD", "(50)"])
def test_a_round_sum_may_have_its_sign_apart_or_its_currency_in_brackets(figure: str) -> None:
    assert amounts(account([("01/05", "Payroll", "200.01"), ("01/20", "Grocery", figure)], closing="1,150.01")) == ["200.01", "-50"]


def test_a_round_sum_behind_its_currency_may_have_its_thousands_apart() -> None:
    rows: list[Cells] = [("01/05", "Payroll", "R3 776"), ("01/20", "Grocery", "-R1 050.50")]

    assert amounts(account(rows, opening="R1 000.00", closing="R3 725.50")) == ["3776", "-1050.50"]


def test_a_round_sum_may_end_where_others_of_its_column_do_beside_their_heading() -> None:
    made = account((), headed=False, closing="1,249.50")
    made.cells((DAY, "Date"), (TEXT, "Description"), (-400.0, "Amount"))
    for day, figure in (("01/05", "200.00"), ("01/20", "-0.50"), ("01/21", "50")):
        made.cells((DAY, day), (TEXT, "Example"), (-408.0, figure))

    assert amounts(made) == ["200.00", "-0.50", "50"]


def test_round_sums_are_read_in_tables_side_by_side() -> None:
    made = account((), before=["Withdrawals"], headed=False, closing="789.99")
    made.cells(*[(x, text) for left in (DAY, 300.0) for x, text in ((left, "Date"), (left + 60, "Number"), (-left - 180, "Amount"))])
    for row in ((("01/05", "4411", "30.01"), ("01/07", "4413", "100")), (("01/06", "4412", "50"), ("01/08", "4414", "30.00"))):
        cells = zip((DAY, 300.0), row, strict=True)
        made.cells(*[(x, text) for left, told in cells for x, text in zip((left, left + 60, -left - 180), told, strict=True)])

    assert sorted(amounts(made)) == ["-100", "-30.00", "-30.01", "-50"]


def test_days_written_like_figures_are_read_in_tables_side_by_side() -> None:
    made = account((), headed=False, closing="910.00")
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))
    for day, check, figure in (("05.01", "Check 1201", "-20.00"), ("06.01", "Check 1202", "-30.00"), ("20.01", "Check 1203", "-40.00")):
        made.cells((DAY, day), (TEXT, check), (FIGURE, figure))
    made.cells((DAY, "Summary of checks"))
    made.cells(*[(x, text) for left in (DAY, 300.0) for x, text in ((left, "No."), (left + 40, "Date"), (-left - 180, "Amount"))])
    made.cells((DAY, "1201"), (DAY + 40, "05.01"), (-230.0, "20.00"), (300.0, "1203"), (340.0, "20.01"), (-480.0, "40.00"))
    made.cells((DAY, "1202"), (DAY + 40, "06.01"), (-230.0, "30.00"))

    assert amounts(made) == ["-20.00", "-30.00", "-40.00"]


def test_a_balance_within_the_rows_is_no_row_though_its_day_is_named() -> None:
    rows: list[Cells] = [
        ("Mon 01/05", "Beginning balance", "1,000.00"),
        ("Mon 01/05", "Payroll", "200.00"),
        ("Tue 01/20", "Grocery", "-50.00"),
    ]

    assert amounts(account(rows)) == ["200.00", "-50.00"]


def test_a_type_column_gives_the_side_of_rows_with_a_second_line_of_text() -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Beginning balance"), (FIGURE, "1,000.00"))
    made.cells((DAY, "Ending balance"), (FIGURE, "1,150.00"), step=26)
    made.cells((DAY, "Date"), (TEXT, "Description"), (300, "Dr/Cr"), (FIGURE, "Amount"))
    for day, text, side, figure in (("01/05", "Payroll", "Cr", "200.00"), ("01/20", "Grocery", "Dr", "50.00")):
        made.cells((DAY, day), (TEXT, text), (300, side), (FIGURE, figure), step=11)
        made.cells((TEXT, "Ref. 4411 more words"))

    assert amounts(made) == ["200.00", "-50.00"]


def test_a_balance_is_read_before_its_name() -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Date"), (-200, "Amount"), (240, "Description"))
    for day, figure, text in (
        ("", "1,000.00", "Beginning balance"),
        ("01/05", "200.00", "Payroll"),
        ("01/31", "1,200.00", "Ending balance"),
    ):
        made.cells(*[cell for cell in ((DAY, day), (-200, figure), (240, text)) if cell[1]])

    assert amounts(made) == ["200.00"]
    assert str(statement(made).opening_balance) == "1000.00"


def test_a_section_name_is_read_above_headings_of_two_lines() -> None:
    made = account()
    made.cells((DAY, "Deposits and additions"), step=14)
    made.cells((DAY, "Entry"), (FIGURE, "Transaction amount"), step=11)
    made.cells((DAY, "date"), (TEXT, "Particulars"), (FIGURE, "(USD)"))
    made.cells((DAY, "01/22"), (TEXT, "Refund"), (FIGURE, "7.00"))
    made.cells((DAY, "01/23"), (TEXT, "Refund"), (FIGURE, "8.00"))

    assert amounts(made)[-2:] == ["7.00", "8.00"]


def test_an_opening_in_the_column_of_debits_is_overdrawn() -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Date"), (TEXT, "Description"), (-430, "Debit"), (-520, "Credit"))
    for day, text, edge, figure in (
        ("", "Opening balance", -430, "100.00"),
        ("01/05", "Payroll", -520, "30.00"),
        ("", "Closing balance", -430, "70.00"),
    ):
        made.cells(*[cell for cell in ((DAY, day), (TEXT, text), (edge, figure)) if cell[1]])

    result = statement(made)
    assert (str(result.opening_balance), str(result.closing_balance)) == ("-100.00", "-70.00")


def test_a_line_above_the_day_and_the_figure_belongs_to_their_row() -> None:
    made = account(())
    for day, above, text, figure in (("01/05", "Payroll", "Example Ltd", "200.00"), ("01/20", "Check 1042", "Sample Street", "-50.00")):
        made.cells((TEXT, above), step=11)
        made.cells((DAY, day), (TEXT, text), (FIGURE, figure), step=11)
        made.cells((TEXT, "Ref. 4411 more words"), step=14)

    assert [line.description for line in statement(made).lines] == [
        "Payroll Example Ltd Ref. 4411 more words",
        "Check 1042 Sample Street Ref. 4411 more words",
    ]


@pytest.mark.parametrize("words", ["Cash deposit", "Refunded fee"])
def test_words_of_a_row_right_under_a_whole_header_are_no_headings(words: str) -> None:
    made = account(())
    made.cells((TEXT, words), step=11)
    made.cells((DAY, "01/05"), (TEXT, "Example branch"), (FIGURE, "200.00"), step=11)
    made.cells((TEXT, "FX 220.00 CAD at 1.1000"), step=14)
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), (FIGURE, "-50.00"))

    assert amounts(made) == ["200.00", "-50.00"]


def test_a_row_of_two_lines_under_the_day_of_the_page_before_is_no_section() -> None:
    made = account([("01/05", "Payroll", "200.00")], closing="1,100.00")
    made.sheet.next_page(60)
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"), step=14)
    made.cells((TEXT, "Cash withdrawal"), step=11)
    made.cells((TEXT, "Example branch"), (FIGURE, "-50.00"), step=14)
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), (FIGURE, "-50.00"))

    assert [str(line.date) for line in statement(made).lines] == ["2026-01-05", "2026-01-05", "2026-01-20"]


def test_a_row_below_a_total_may_print_its_figure_on_its_second_line() -> None:
    made = account([("01/05", "Payroll", "200.00"), ("", "Page total", "200.00")])
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), step=11)
    made.cells((TEXT, "Ref. AB4411 more words"), (FIGURE, "-50.00"))

    assert amounts(made) == ["200.00", "-50.00"]


def test_headings_without_a_day_column_are_recognised_above_an_opening_and_on_every_page() -> None:
    made = account(headed=False, rows=())
    made.cells((DAY, "Description"), (FIGURE, "Amount"))
    draw(made, [("Opening balance", "", "1,000.00"), "01/05/2026", ("Payroll", "", "200.00"), "01/20/2026", ("Grocery", "", "-30.00")])
    made.sheet.next_page()
    made.cells((DAY, "Description"), (FIGURE, "Amount"))
    draw(made, [("Market", "", "-10.00"), "01/21/2026", ("Grocery", "", "-10.00"), ("Closing balance", "", "1,150.00")])

    assert amounts(made) == ["200.00", "-30.00", "-10.00", "-10.00"]
    assert statement(made).lines[2].date == date(2026, 1, 20)


def test_a_heading_is_read_above_the_mark_behind_a_long_figure() -> None:
    made = empty_page()
    made.cells((DAY, "Statement period: January 1, 2026 to January 31, 2026"))
    made.cells((DAY, "Beginning balance"), (-300, "1,000.00 USD"))
    made.cells((DAY, "Ending balance"), (-300, "1,003,020.00 USD"))
    made.cells((DAY, "Date"), (TEXT, "Description"), (-550, "Amt"))
    made.cells((DAY, "01/05"), (TEXT, "Payroll"), (-550, "1,002,070.00 USD CR"))
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), (-550, "50.00 DR"))

    assert amounts(made) == ["1002070.00", "-50.00"]


def test_a_rows_round_sum_is_read_below_a_figure_in_its_text() -> None:
    made = account([("01/05", "Payroll", "200.25")], closing="1,150.25")
    made.cells((DAY, "01/20"), (TEXT, "Grocery FX 55.00 CAD @ 1.0845"), step=11)
    made.cells((TEXT, "Ref. 4411 more words"), (FIGURE, "-50"))

    assert [str(line.date) for line in statement(made).lines] == ["2026-01-05", "2026-01-20"]


def test_a_rand_may_be_printed_before_a_sum_without_a_nought() -> None:
    assert amounts(account([("01/05", "Payroll", "R200.00"), ("01/20", "Grocery", "-R.50")])) == ["200.00", "-0.50"]


def test_a_side_above_a_heading_of_days_is_not_part_of_the_heading() -> None:
    made = account(())
    for side, day, figure in (("Bij geschreven", "01/05", "200.00"), ("Af geschreven", "01/20", "50.00")):
        made.cells((DAY, side), step=14)
        made.cells((180, "Naam /"), (FIGURE, "Bedrag"), step=10)
        made.cells((DAY, "Datum"), (105, "Rentedatum"), (180, "Omschrijving"), (FIGURE, "EUR"), step=14)
        made.cells((DAY, day), (105, day), (180, "Voorbeeld"), (FIGURE, figure))

    assert amounts(made) == ["200.00", "-50.00"]
