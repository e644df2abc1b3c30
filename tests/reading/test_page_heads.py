"""Text repeated above the rows of every page is no row of the account."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, proofs, scene, statements, table


def with_heads(line: tuple[tuple[float, str], ...], *, again: tuple[tuple[float, str], ...] | None = None) -> Scene:
    """Two pages of one account, each with the same head above its headings, or with another line in it on the second."""
    made = scene()
    table_head(made, line)
    made.cells((40, "Opening balance"), (-545, "100.00"))
    table(made, ("03 Jan", "Rent", "40.00", "", "60.00"))
    made.sheet.next_page()
    made.cells((40, "Sample Bank"), bold=True, size=15, step=24)
    made.cells((40, "Checking account statement"), step=20)
    table_head(made, again or line)
    table(made, ("20 Jan", "Salary", "", "30.00", "90.00"))
    made.cells((40, "Closing balance"), (-545, "90.00"))
    return made


def table_head(made: Scene, line: tuple[tuple[float, str], ...]) -> None:
    made.cells(*line)
    made.cells((40, "Statement from 01 January 2025 to 31 January 2025"))
    made.cells(*HEAD)


@pytest.mark.parametrize(
    "line",
    [((320.0, "OD Limit"), (400.0, ": 0.00  Currency : INR")), ((40.0, "1 January to 31 January 2025"),), ((300.0, "Card limit 75.00"),)],
)
def test_a_line_that_every_page_repeats_above_its_headings_is_no_row(line: tuple[tuple[float, str], ...]) -> None:
    assert proofs(with_heads(line)) == [True]


def test_another_figure_in_the_head_of_the_next_page_is_passed_over_by_no_one() -> None:
    made = with_heads(((120.0, "Wire"), (-400.0, "75.00")), again=((120.0, "Wire"), (-400.0, "85.00")))

    assert proofs(made) != [True]


def test_the_day_in_the_head_of_every_page_is_the_day_of_no_row() -> None:
    made = scene()
    made.cells((-545, "28 February 2025"))
    made.cells(*HEAD)
    made.cells((40, "Opening balance"), (-545, "100.00"))
    table(made, ("03 Jan", "Rent", "40.00", "", "60.00"))
    made.sheet.next_page()
    made.cells((40, "Sample Bank"), bold=True, size=15, step=24)
    made.cells((40, "Checking account statement"), step=20)
    made.cells((-545, "28 February 2025"))
    made.cells(*HEAD)
    table(made, ("20 Jan", "Salary", "", "30.00", "90.00"), ("", "Transfer", "", "5.00", "95.00"))
    made.cells((40, "Closing balance"), (-545, "95.00"))

    (result,) = statements(made)
    assert [line.date and (line.date.month, line.date.day) for line in result.lines] == [(1, 3), (1, 20), (1, 20)]


def test_a_day_over_rows_at_the_same_place_on_two_pages_is_no_head() -> None:
    made = scene()
    made.cells((40, "Opening balance"), (-545, "100.00"))
    made.cells((40, "Closing balance"), (-545, "174.00"))
    sections = (
        ("", "Money in", (("03 January 2025", "SALARY", "50.00"),)),
        ("Money in (continued)", "Money out", (("15 January 2025", "TRANSFER FROM J SMITH", "30.00"), ("06 January 2025", "RENT", "3.00"))),
        ("Money out (continued)", "Fees", (("15 January 2025", "PHARMACY", "2.00"), ("31 January 2025", "MONTHLY FEE", "1.00"))),
    )
    for continued, heading, rows in sections:
        if continued:
            made.sheet.next_page()
            made.cells((40, continued))
            _under_a_day(made, *rows[0])
        made.cells((40, heading), bold=True)
        made.cells((40, "Details"), (-545, "Amount"), bold=True)
        _under_a_day(made, *rows[-1])

    (result,) = statements(made)

    assert [(str(line.date), str(line.amount)) for line in result.lines] == [
        ("2025-01-03", "50.00"),
        ("2025-01-15", "30.00"),
        ("2025-01-06", "-3.00"),
        ("2025-01-15", "-2.00"),
        ("2025-01-31", "-1.00"),
    ]


def _under_a_day(made: Scene, day: str, text: str, figure: str) -> None:
    made.cells((40, day))
    made.cells((40, text), (-545, figure))
