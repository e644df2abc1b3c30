"""Rows that are counted before their days: the number is none of their words, and hides no day."""

import random

import pytest

from tests.reading.drawing import proved, statement
from tests.reading.making.scene import Scene


def counted(numbers: tuple[str, ...], *, headed: bool = False) -> Scene:
    """Rows with these numbers at the left edge, under headings or none, from 1,000.00 to 950.00."""
    made = Scene(random.Random(1))  # noqa: S311  nothing secret is drawn
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


def test_numbers_that_do_not_count_on_are_kept() -> None:
    assert not proved(counted(("0041", "0047", "0043", "0052", "0045")))
