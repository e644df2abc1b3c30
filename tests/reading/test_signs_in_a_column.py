"""Signs in a narrow column of their own, behind the figures or before them."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, proved, scene, statement, write_lines

ROWS = (("02/01/2025", "Garage", "128.07", "-"), ("09/01/2025", "Alder Works", "500.00", "+"), ("20/01/2025", "Bakery", "71.93", "-"))


def account(rows: tuple[tuple[str, str, str, str], ...], ends: tuple[tuple[str, str], tuple[str, str]], *, sign_at: float = 476.0) -> Scene:
    made = scene()
    write_lines(made, "Statement period 01/01/2025 to 31/01/2025")
    made.cells((40, "Date"), (120, "Description"), (-490, "Amount"))
    made.cells((120, "Opening balance"), (-470, ends[0][0]), (sign_at, ends[0][1]))
    for day, text, amount, sign in rows:
        made.cells((40, day), (120, text), (-470, amount), (sign_at, sign))
    made.cells((120, "Closing balance"), (-470, ends[1][0]), (sign_at, ends[1][1]))
    return made


@pytest.mark.parametrize(("opening", "closing"), [(("1,000.00", "+"), ("1,300.00", "+")), (("100.00", "-"), ("200.00", "+"))])
@pytest.mark.parametrize("sign_at", [476.0, 400.0])
def test_signs_in_a_column_belong_to_the_figures(opening: tuple[str, str], closing: tuple[str, str], sign_at: float) -> None:
    made = account(ROWS, (opening, closing), sign_at=sign_at)

    assert amounts(made) == ["-128.07", "500.00", "-71.93"]
    assert str(statement(made).closing_balance) == closing[0].replace(",", "")
    assert proved(made)


@pytest.mark.parametrize("sign_at", [476.0, 400.0])
def test_a_column_of_dashes_has_no_signs(sign_at: float) -> None:
    dashes = tuple((day, text, amount, "-") for day, text, amount, _ in ROWS)
    made = account(dashes, (("1,000.00", "-"), ("1,700.00", "-")), sign_at=sign_at)

    assert amounts(made) == ["128.07", "500.00", "71.93"]
