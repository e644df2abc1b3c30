"""Rows that begin with their day, and rows of the same day below them that omit it."""

import pytest

from tests.reading.scenes import statement, text_page


@pytest.mark.parametrize("first", [True, False])
def test_a_row_without_a_day_has_the_one_above_where_rows_begin_with_theirs(first: bool) -> None:
    """Though a two-line row, its figure on the second line, begins right below it with the next day; `first` is a row of one line."""
    made = text_page("Sample Example Bank", "Estado de cuenta tarjeta de crédito", "Movimientos del: 01/07/2019 a 31/07/2019")
    made.cells((50, "Saldo inicial"), (-300, "4.570,39"))
    made.cells((50, "Saldo final"), (-300, "4.755,98"))
    made.cells((50, "F."))
    made.cells((50, "Operación"), (120, "Detalle"), (-450, "Debe"), (-520, "Haber"))
    if first:
        made.cells((50, "03/07/19"), (120, "HOTEL EJEMPLO"), (-450, "13,00"))
    made.cells((50, "06/07/19"), (120, "DEVOLUCION ZAPATERIA"))
    made.cells((120, "LONDON TERMINAL"), (-520, "0,40"))
    made.cells((120, "LIBRERIA ONLINE"))
    made.cells((120, "LONDON TERMINAL"), (-450, "172,33"))
    made.cells((50, "08/07/19"), (120, "GASOLINERA 24"))
    made.cells((120, "LONDON TERMINAL"), (-450, "0,66"))

    assert [line.date.day for line in statement(made).lines if line.date] == [3, 6, 6, 8][not first :]
