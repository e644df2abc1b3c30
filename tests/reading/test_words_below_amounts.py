"""Words below the last row in the column of amounts, such as a legend."""

import pytest

from tests.reading.drawing import DAY, FIGURE, GROCERY, PAYROLL, account
from tests.reading.scenes import Line, proved

LEGEND = ((DAY, "VAT - Cash withdrawal"), (200, "EBA - Direct"), (410, "CLG - Cheque"))


@pytest.mark.parametrize("line", [LEGEND, ((410, "3. CLG - Cheque"),), ((DAY, "Legend"), (405, "(3) Cheque"))])
def test_words_below_the_last_amount_are_no_amount(line: Line) -> None:
    made = account()
    made.cells(*line)

    assert proved(made)


@pytest.mark.parametrize("cell", ["Cheque 35", "3.5O Cheque", "SO.OO", "##.##"])
def test_a_possible_amount_below_the_last_row_is_compared_with_the_rows(cell: str) -> None:
    made = account()
    made.cells((DAY, "Cheque"), (FIGURE, cell))

    assert not proved(made)


def test_words_in_the_place_of_an_amount_between_rows_are_held_against_them() -> None:
    made = account((PAYROLL,))
    made.cells((DAY, "Cheque"), (410, "illegible"))
    made.cells((DAY, GROCERY[0]), (110, GROCERY[1]), (FIGURE, GROCERY[2]))

    assert not proved(made)
