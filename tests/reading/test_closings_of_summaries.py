"""A closing known only by its place at the foot of a summary, and labels beside other words."""

import pytest

from reconciliation.reading.vocabulary.phrases import direction
from tests.reading.drawing import DAY, FIGURE, TEXT, account, draw
from tests.reading.making.scene import Scene
from tests.reading.printed_rows import printed
from tests.reading.scenes import proved, statement

ITEMS = (("Money in", "+ 200.00"), ("Money out", "- 50.00"), ("Interest", "+ 0.00"))
ROWS = (("01/05", "Payroll", "200.00"), ("01/20", "Grocery", "-50.00"))


def summed(foot: tuple[str, str]) -> Scene:
    """An account whose summary runs from its opening over three sums to this line."""
    made = account((), headed=False)
    made.sheet.pages[-1] = [text for text in made.sheet.pages[-1] if text.y < 90]
    for label, figure in (("Previous balance", "1,000.00"), *ITEMS, foot):
        made.cells((DAY, label), (FIGURE, figure))
    made.cells((DAY, ""), step=26)
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))
    draw(made, ROWS)
    return made


def test_the_balance_that_a_summary_adds_up_to_is_the_closing() -> None:
    assert str(statement(summed(("Account balance", "1,150.00"))).closing_balance) == "1150.00"


@pytest.mark.parametrize("foot", [("Account balance", "1,160.00"), ("Available balance", "1,150.00")])
def test_another_balance_at_the_foot_of_a_summary_is_no_closing(foot: tuple[str, str]) -> None:
    assert statement(summed(foot)).closing_balance is None
    assert not proved(summed(foot))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Pay by the due date to avoid a fee | Previous balance | 5,00", "previous balance"),
        ("Previous balance | 5,00", ""),
    ],
)
def test_the_cell_before_a_figure_may_name_it(text: str, name: str) -> None:
    row = printed(text)

    assert row.cell_before(row.figures[-1]) == name


@pytest.mark.parametrize("label", ["summe zahlungsausgange", "summe ausgange"])
def test_one_word_names_money_out(label: str) -> None:
    assert direction(label) == -1
