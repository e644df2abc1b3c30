"""Two numbers with a space between them are days if their column is close to the document's complete days."""

import datetime as dt

import pytest

from reconciliation.reading.days.calendar import Calendar, with_spaced_days
from tests.reading.printed_rows import printed
from tests.reading.scenes import page, proved, statement

PERIOD = "Period: 5 November 2023 to 4 December 2023"


def days(*texts: str) -> list[dt.date | None]:
    rows = with_spaced_days([printed(text) for text in (PERIOD, *texts)])
    calendar = Calendar(day_first=True, certain=True, latest=dt.date(2023, 12, 4))
    return [calendar.date(day) for row in rows[1:] for day in row.days]


def test_the_month_is_read_before_or_after_the_day() -> None:
    assert days("11 05 | a | 1,00", "12 02 | b | 1,00") == [dt.date(2023, 11, 5), dt.date(2023, 12, 2)]
    assert days("05 11 | a | 1,00", "02 12 | b | 1,00") == [dt.date(2023, 11, 5), dt.date(2023, 12, 2)]


def test_a_spaced_day_is_read_between_a_weekday_and_another_day() -> None:
    assert days("Wed 11 15 | a | 1,00") == [dt.date(2023, 11, 15)]
    assert days("11 05 11 07 | a | 1,00") == [dt.date(2023, 11, 5), dt.date(2023, 11, 7)]


def test_pairs_of_numbers_are_no_days_if_many_cannot_be() -> None:
    assert days("11 05 | a | 1,00", "44 11 | b | 1,00", "08 30 | c | 1,00") == []
    assert days("08 00 12 34 56 | a | 1,00") == []


def test_a_spaced_day_is_read_before_a_time() -> None:
    assert days("11 05 09:37 | a | 1,00", "11 08 20:39 | b | 1,00") == [dt.date(2023, 11, 5), dt.date(2023, 11, 8)]


def test_a_figure_with_separated_thousands_is_no_day() -> None:
    assert days("New balance | 11 269,33") == []


@pytest.mark.parametrize(("text", "number"), [("Du 05 11 2023 au 04 12 2023", 2), ("12 05 11 2023", 0), ("05 11 2023 00", 0)])
def test_a_day_with_its_year_needs_no_other_day(text: str, number: int) -> None:
    assert len(printed(text).days) == number


def test_a_page_may_have_no_other_days() -> None:
    made = page(
        ((50, "Relevé de compte"), (300, "Du 01 05 2024 au 31 05 2024")),
        ((50, "Date"), (120, "Libellé"), (250, "Valeur"), (-400, "Débit"), (-470, "Crédit")),
        ((120, "Solde départ au 30 04 2024"), (-470, "1 044,10")),
        ((50, "04 05"), (120, "Prélèvement"), (250, "05 05 2024"), (-400, "44,10")),
        ((50, "21 05"), (120, "Virement reçu"), (250, "21 05 2024"), (-470, "500,00")),
        ((120, "Solde final au 31 05 2024"), (-470, "1 500,00")),
    )

    assert [line.date for line in statement(made).lines] == [dt.date(2024, 5, 4), dt.date(2024, 5, 21)]
    assert proved(made)
