"""A list of days and rates for interest, below the rows and their closing."""

from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, german_page, proved, statement

LIST = (("05.01.2026", "15", "1.200,00", "180", "0,10"), ("20.01.2026", "11", "1.150,00", "127", "0,07"))
ROWS = (("05.01.2026", "Gehalt", "200,00"), ("20.01.2026", "Miete", "-50,00"))


def account(*, headed: bool = True) -> Scene:
    made = german_page("Kontoauszug Girokonto", "Zeitraum: 01.01.2026 bis 31.01.2026")
    made.cells((50, "Alter Saldo"), (-430, "1.000,00"), step=26)
    if headed:
        made.cells((50, "Datum"), (120, "Text"), (-430, "Betrag"))
    for day, text, figure in ROWS:
        made.cells((50, day), (120, text), (-430, figure))
    made.cells((50, "Neuer Saldo"), (-430, "1.150,00"), step=26)
    made.cells((50, "Datum"), (-180, "Tage"), (-270, "Saldo"), (-350, "Zinszahlen"), (-430, "Betrag"))
    for day, days, balance, numbers, figure in LIST:
        made.cells((50, day), (-180, days), (-270, balance), (-350, numbers), (-430, figure))
    return made


def test_a_list_of_interest_is_neither_rows_nor_balances() -> None:
    assert amounts(account()) == ["200.00", "-50.00"]
    assert str(statement(account()).closing_balance) == "1150.00"
    assert proved(account())


def test_a_list_of_interest_does_not_define_columns_without_headings() -> None:
    assert amounts(account(headed=False)) == ["200.00", "-50.00"]
    assert proved(account(headed=False))
