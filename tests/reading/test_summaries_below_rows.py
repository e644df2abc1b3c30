"""Summaries below the rows of an account that prints both of its balances."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proofs, statements, text_page

ROWS = [("04.03.2025", "REWE", "-30,00€"), ("31.03.2025", "Gehalt", "+150,00€")]
SUMMARY = [
    ("Dein alter Kontostand", "1.000,00€"),
    ("Ausgehende Transaktionen", "-30,00€"),
    ("Eingehende Transaktionen", "+150,00€"),
    ("Dein neuer Kontostand", "1.120,00€"),
]


def draw(made: Scene, rows: list[tuple[str, str, str]], summary: list[tuple[str, str]]) -> Scene:
    """Draw a table of days, texts and amounts, and a summary below it."""
    made.cells((50, "Datum"), (130, "Beschreibung"), (-545, "Betrag"))
    for day, text, amount in rows:
        made.cells((50, day), (130, text), (-545, amount))
    for text, balance in summary:
        made.cells((50, text), (-545, balance))
    return made


@pytest.mark.parametrize("step", [1, -1])
def test_a_summary_below_the_rows_closes_their_account_in_either_order(step: int) -> None:
    made = draw(text_page("Neobank", "Kontoauszug", "01.03.2025 bis 31.03.2025"), ROWS[::step], SUMMARY)

    assert proofs(made) == [True]


def test_a_closing_over_further_rows_is_that_of_the_next_account() -> None:
    made = draw(
        text_page("Neobank", "Kontoauszug", "01.03.2025 bis 31.03.2025"), ROWS[::-1], [*SUMMARY[:1], ("Kontostand neu", "1.120,00€")]
    )
    draw(made, [("28.03.2025", "Zinsen", "20,00€"), ("12.03.2025", "Sparen", "100,00€")], [("Alter Kontostand", "1.000,00€")])

    first, second = statements(made)
    assert (first.closing_balance, len(first.lines)) == (None, 2)
    assert first.integrity.holds is None
    assert str(second.closing_balance) == "1120.00"
