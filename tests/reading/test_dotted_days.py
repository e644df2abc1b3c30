"""Days that look like money, at the beginning of rows of a statement whose figures have points."""

import datetime as dt

import pytest

from tests.reading.scenes import statement, text_page


def days(*printed: str, figures: tuple[str, str] = ("1'871.00", "-71.00"), closing: str = "8'763.86") -> list[dt.date | None]:
    made = text_page("Example Bank", "Current account statement", "Statement period: 1 April 2023 to 30 April 2023", left=40)
    made.cells((40, "Opening balance"), (-400, "6'963.86"))
    made.cells((40, "Closing balance"), (-400, closing), step=26)
    made.cells((40, "Date"), (150, "Description"), (-550, "Amount"))
    for day, text, figure in zip(printed, ("Deposit", "7 Eleven"), figures, strict=True):
        made.cells((40, day), (150, text), (-550, figure))
    return [line.date for line in statement(made).lines]


@pytest.mark.parametrize(
    "printed", [("16.04", "21.04"), ("16.04.", "21.04."), ("04 16", "04 21"), ("Sun 16.04", "Fri 21.04"), ("16.04 11:19", "21.04 08:02")]
)
def test_a_day_leads_its_row_though_points_stand_in_figures(printed: tuple[str, str]) -> None:
    assert days(*printed) == [dt.date(2023, 4, 16), dt.date(2023, 4, 21)]


def test_the_second_of_two_days_may_stand_behind_its_day_of_the_week() -> None:
    made = text_page("Example Bank", "Current account statement", "Statement period: 1 April 2023 to 30 April 2023", left=40)
    made.cells((40, "Date d'achat"), (120, "Date opération"), (200, "Libellé"), (-550, "Montant"))
    for bought, booked, text, figure in (("jeu. 13.04", "sam. 15.04", "Marché", "-4.00"), ("ven. 14.04", "mar. 18.04", "Loyer", "-71.00")):
        made.cells((40, bought), (120, booked), (200, text), (-550, figure))

    assert [line.date for line in statement(made).lines] == [dt.date(2023, 4, 15), dt.date(2023, 4, 18)]
