"""A section's name beside the count and the sum of its rows: "Checks, 2 checks totaling $50.00"."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, statement, text_page

DAY, FIGURE, TEXT, RIGHT = 50.0, -175.0, 195.0, -560.0


def sections(out: str = "2 items totaling $70.00", into: str = "1 item totaling $200.00") -> Scene:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Beginning balance"), (FIGURE, "$1,000.00"))
    made.cells((DAY, "Ending balance"), (FIGURE, "$1,130.00"), step=26)
    for name, count, rows in (
        ("Withdrawals / Debits", out, (("01/06", "50.00", "Grocery"), ("01/07", "20.00", "Bakery"))),
        ("Deposits / Credits", into, (("01/05", "200.00", "Payroll"),)),
    ):
        made.cells((DAY, name), (RIGHT, count))
        made.cells((DAY, "Date"), (FIGURE, "Amount"), (TEXT, "Description"))
        for day, figure, text in rows:
            made.cells((DAY, day), (FIGURE, figure), (TEXT, text))
    return made


def test_a_sections_name_is_read_beside_the_count_and_sum_of_its_rows() -> None:
    result = statement(sections())

    assert [line.amount for line in result.lines] == [-50, -20, 200]
    assert result.integrity.holds


@pytest.mark.parametrize("out", ["2 items totaling $71.00", "3 items totaling $75.00"])
def test_a_sections_printed_total_is_compared_with_its_rows(out: str) -> None:
    assert not proved(sections(out=out))


@pytest.mark.parametrize("total", ["$70.00.", "$71.00."])
def test_a_name_above_a_line_of_count_and_total_names_the_section(total: str) -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Beginning balance"), (FIGURE, "$1,000.00"))
    made.cells((DAY, "Ending balance"), (FIGURE, "$1,230.00"), step=26)
    for name, count, rows in (
        ("Deposits and other additions", "There were 2 Deposits and other additions totaling", (("01/05", "200.00"), ("01/06", "100.00"))),
        ("Online deductions", "There were 2 Online deductions totaling", (("01/07", "50.00"), ("01/08", "20.00"))),
    ):
        made.cells((DAY, name), (330.0, count))
        made.cells((330.0, "$300.00." if len(name) > len("Online deductions") else total))
        made.cells((DAY, "Date"), (FIGURE, "Amount"), (TEXT, "Description"))
        for day, figure in rows:
            made.cells((DAY, day), (FIGURE, figure), (TEXT, "Transfer"))
    result = statement(made)

    assert [line.amount for line in result.lines] == [200, 100, -50, -20]


@pytest.mark.parametrize(("count", "holds"), [("3", True), ("4", False)])
def test_the_number_of_checks_below_a_list_in_two_columns_is_compared_with_it(count: str, *, holds: bool) -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Beginning balance"), (RIGHT, "1,000.00"))
    made.cells((DAY, "Ending balance"), (RIGHT, "880.00"), step=26)
    made.cells((DAY, "Checks"))
    made.cells((DAY, "Date"), (110, "Check #"), (-230, "Amount"), (310, "Date"), (370, "Check #"), (-500, "Amount"))
    made.cells((DAY, "01/05/26"), (110, "1201"), (-230, "-20.00"), (310, "01/07/26"), (370, "1202"), (-500, "-40.00"))
    made.cells((DAY, "01/09/26"), (110, "1203"), (-230, "-60.00"))
    made.cells((310, "Total checks"), (-500, "-$120.00"))
    made.cells((310, "Total # of checks"), (-500, count))

    assert proved(made) is holds
