"""An annex about interest and fees gives neither the statement's period nor a total of its rows."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page, proved, statement

LEFT, TEXT, RIGHT = 50.0, 120.0, -520.0
ROWS = (("05.03.2024", "LASTSCHRIFT STADTWERKE", "42,10-"), ("28.03.2024", "ENTGELTABSCHLUSS SIEHE ANLAGE", "7,90-"))


def with_annex(total: str = "7,90-") -> Scene:
    """An account from 28.02. to 28.03., and below it what its last row is made of."""
    made = empty_page()
    made.cells((LEFT, "Sparkasse Musterstadt"), size=14, step=20)
    made.cells((LEFT, "Girokonto 1900223344"), (-520.0, "Kontoauszug 3/2024"), step=26)
    made.cells((LEFT, "Datum"), (TEXT, "Erläuterung"), (RIGHT, "Betrag EUR"))
    made.cells((TEXT, "Kontostand am 28.02.2024, Auszug Nr. 2"), (RIGHT, "1.000,00+"))
    for row in ROWS:
        made.cells(*zip((LEFT, TEXT, RIGHT), row, strict=True))
    made.cells((TEXT, "Kontostand am 28.03.2024 um 20:04 Uhr"), (RIGHT, "950,00+"), step=40)
    made.cells((LEFT, "Abrechnungszeitraum vom 01.01.2024 bis 28.03.2024"))
    made.cells((LEFT, "Summe Entgelte"), (RIGHT, total))
    return made


def test_the_period_of_an_annex_is_not_the_statements() -> None:
    result = statement(with_annex())

    assert (str(result.period_start), str(result.period_end)) == ("2024-02-28", "2024-03-28")


@pytest.mark.parametrize(("total", "holds"), [("7,90-", True), ("8,90-", False)])
def test_the_sum_of_fees_may_be_one_row(total: str, *, holds: bool) -> None:
    assert proved(with_annex(total)) is holds


@pytest.mark.parametrize(
    ("before", "settled", "holds"), [("957,90+", "7,90-", True), ("957,90+", "8,90-", False), ("958,90+", "7,90-", False)]
)
def test_an_annex_may_begin_with_the_balance_before_the_row_that_it_settles(before: str, settled: str, *, holds: bool) -> None:
    made = with_annex()
    made.sheet.pages[-1] = [text for text in made.sheet.pages[-1] if not text.text.startswith("Abrechnungszeitraum")]
    made.cells((LEFT, "Kontostand in EUR am 28.03.2024"), (RIGHT, before))
    made.cells((LEFT, "Abrechnung 28.03.2024"), (RIGHT, settled))

    assert proved(made) is holds
