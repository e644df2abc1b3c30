"""Summaries in large type with the names below the sums, and titles of further statements above their periods."""

import pytest

from tests.reading.drawing import DAY, FIGURE, TEXT
from tests.reading.making.ink import BOLD, Text
from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page, proved, statement, statements

PLACES = (DAY, 220.0, 390.0)
BALANCE = -520.0
PERIOD = "January 1, 2026 - January 31, 2026"
Row = tuple[str, str, str, str]
MAIN: tuple[Row, ...] = (("01/20/2026", "Grocery", "-50.00", "1,150.00"), ("01/05/2026", "Payroll", "200.00", "1,200.00"))
SPACE: tuple[Row, ...] = (("01/09/2026", "From main account", "30.00", "80.00"), ("01/07/2026", "From main account", "50.00", "50.00"))


def head(made: Scene, title: str, sums: tuple[str, str, str], names: tuple[str, str, str]) -> None:
    made.cells((DAY, title), size=14, step=16)
    made.cells((DAY, PERIOD), step=26)
    made.cells(*zip(PLACES, sums, strict=True), size=13, step=12)
    made.cells(*zip(PLACES, names, strict=True), size=7, step=26)


def table(made: Scene, rows: tuple[Row, ...]) -> None:
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"), (BALANCE, "Balance"))
    for row in rows:
        made.cells(*zip((DAY, TEXT, FIGURE, BALANCE), row, strict=True))


def drawn(sums: tuple[str, str, str], names: tuple[str, str, str] = ("Account balance", "Total outgoings", "Total deposits")) -> Scene:
    made = empty_page()
    made.cells((DAY, "First Example Bank"), size=18, step=30)
    head(made, "Personal account statement", sums, names)
    table(made, MAIN)
    return made


def test_sums_named_from_below_give_the_unlabelled_ends() -> None:
    result = statement(drawn(("1,150.00", "-50.00", "+200.00")))

    assert (str(result.opening_balance), str(result.closing_balance)) == ("1000.00", "1150.00")
    assert result.integrity.holds


@pytest.mark.parametrize("sums", [("1,150.00", "-50.00", "+201.00"), ("1,150.00", "-40.00", "+200.00")])
def test_a_sum_named_from_below_that_differs_forbids_a_proof(sums: tuple[str, str, str]) -> None:
    assert not proved(drawn(sums))


def test_a_title_above_a_period_starts_another_statement() -> None:
    made = drawn(("1,150.00", "-50.00", "+200.00"))
    made.cells((DAY, ""), step=40)
    head(made, "Space statement", ("80.00", "-0.00", "+80.00"), ("Space balance", "Total outgoings", "Total deposits"))
    table(made, SPACE)

    assert [len(one.lines) for one in statements(made)] == [2, 2]


def test_a_repeated_title_starts_no_statement() -> None:
    made = drawn(("1,150.00", "-50.00", "+200.00"))
    made.cells((DAY, "Personal account statement"), size=14, step=16)
    made.cells((DAY, PERIOD), step=26)
    table(made, (("01/04/2026", "Top-up", "10.00", "1,000.00"),))

    assert [len(one.lines) for one in statements(made)] == [3]


def test_a_stamp_over_a_row_is_none_of_its_words() -> None:
    made = drawn(("1,150.00", "-50.00", "+200.00"))
    plain = [line.description for line in statement(made).lines]
    payroll = next(text for text in made.sheet.pages[0] if text.text == "Payroll")
    made.sheet.pages[0].append(Text(200, payroll.y, "CONFIDENTIAL", 50, BOLD))

    assert [line.description for line in statement(made).lines] == plain
