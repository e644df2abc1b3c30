"""Numbers that count the rows, printed before their days, are no text of a row and hide no day."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page, proved, statement


def counted(numbers: tuple[str, ...], *, headed: bool = False) -> Scene:
    """Rows with these numbers at the left edge, under headings or none, from 1,000.00 to 950.00."""
    made = empty_page()
    made.cells((50.0, "Voorbeeld Bank"), size=14, step=20)
    made.cells((50.0, "Rekeninguittreksel zichtrekening EUR"))
    made.cells((50.0, "Vorig saldo op 29-03-2024"), (-520.0, "1.000,00"), step=26)
    if headed:
        made.cells((50.0, "Nr"), (85.0, "Datum"), (130.0, "Omschrijving"), (-520.0, "Bedrag"))
    for place, number in enumerate(numbers):
        made.cells((50.0, number), (85.0, f"{place + 2:02}-04"), (130.0, "BETALING WINKEL GENT"), (-520.0, "- 10,00"))
    made.cells((50.0, "Nieuw saldo op 30-04-2024"), (-520.0, "950,00"))
    return made


@pytest.mark.parametrize("headed", [True, False])
@pytest.mark.parametrize("numbers", [("0041", "0042", "0043", "0044", "0045"), ("1", "2", "3", "4", "5"), ("8", "9", "10", "11", "12")])
def test_a_number_that_counts_on_leaves_a_row_its_day(numbers: tuple[str, ...], *, headed: bool) -> None:
    made = counted(numbers, headed=headed)

    assert [str(line.date) for line in statement(made).lines] == [f"2024-04-{day:02}" for day in range(2, 7)]
    assert proved(made)


def test_numbers_out_of_sequence_are_no_row_counters() -> None:
    assert not proved(counted(("0041", "0047", "0043", "0052", "0045")))


def test_days_of_a_month_that_count_on_before_their_amounts_are_no_counters() -> None:
    made = empty_page()
    made.cells((50.0, "First Example Bank"), size=14, step=20)
    made.cells((50.0, "Statement period: 1/1/2024 through 1/31/2024"))
    made.cells((50.0, "Opening balance"), (-520.0, "100.00"))
    made.cells((50.0, "Closing balance"), (-520.0, "89.56"))
    made.cells((50.0, "Date"), (-154.0, "Money out"), (-207.0, "Money in"), (221.0, "Description"))
    made.cells((50.0, "January 2024"))
    for day, out, into, text in (
        ("5", "5.10", "", "Fuel"),
        ("7", "", "1.00", "Refund"),
        ("8", "", "0.66", "Interest"),
        ("9", "7.00", "", "Rent"),
    ):
        made.cells((50.0, day), (-154.0, out), (-207.0, into), (221.0, text))

    assert [line.date.day for line in statement(made).lines if line.date] == [5, 7, 8, 9]


@pytest.mark.parametrize("behind", ["EUR 0,76", "ZAR 97.40", "ZAR 13,40", "Invoice 2024", "LONDON 22 TERMINAL"])
def test_a_word_and_a_number_are_no_day_unless_the_word_is_a_months_name(behind: str) -> None:
    made = empty_page()
    made.cells((50.0, "First Example Bank"), size=14, step=20)
    made.cells((50.0, "Statement period: 1/1/2024 through 1/31/2024"))
    made.cells((50.0, "Date"), (120.0, "Description"), (-470.0, "Amount"))
    made.cells((50.0, "January 2024"))
    for day in (5, 7, 8, 9):
        made.cells((50.0, str(day)), (120.0, behind), (-470.0, "-7.00"))

    assert [line.date.day for line in statement(made).lines if line.date] == [5, 7, 8, 9]
