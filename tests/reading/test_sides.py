"""A column of marks gives the side of the rows, with or without a heading."""

from decimal import Decimal

import pytest

from tests.reading.drawing import DAY, FIGURE, TEXT, account
from tests.reading.making.scene import Scene
from tests.reading.scenes import statement, text_page

BALANCE, MARK = -520.0, 360.0
ROWS = (
    ("01/05", "Payroll", "C", "200.00", "1,200.00"),
    ("01/11", "Transfer", "D", "20.00", "1,180.00"),
    ("01/20", "Grocery", "D", "30.00", "1,150.00"),
)


def marked(*rows: tuple[str, str, str, str, str], mark: float = MARK, named: str = "") -> Scene:
    """The account, with rows of day, text, mark, amount and balance; the mark's column has a heading where it is `named`."""
    made = account(rows=())
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"), (BALANCE, "Balance"), *[(mark, named)] * bool(named))
    for day, text, side, amount, balance in rows:
        made.cells((DAY, day), (TEXT, text), (mark, side), (FIGURE, amount), *[(BALANCE, balance)] * bool(balance))
    return made


@pytest.mark.parametrize("named", ["", "D/C"])
def test_marks_before_the_amounts_tell_the_sides(named: str) -> None:
    result = statement(marked(*[(*row[:4], "") for row in ROWS], named=named))

    assert [line.amount for line in result.lines] == [Decimal("200.00"), Decimal("-20.00"), Decimal("-30.00")]


@pytest.mark.parametrize("named", ["", "D/C"])
@pytest.mark.parametrize("mark", [MARK, 90.0], ids=["before the amount", "before the words"])
def test_a_mark_that_the_balances_contradict_is_a_contradiction_with_its_place(named: str, mark: float) -> None:
    day, text, _, amount, balance = ROWS[1]
    turned = statement(marked(ROWS[0], (day, text, "C", amount, balance), ROWS[2], named=named, mark=mark))

    assert statement(marked(*ROWS, named=named, mark=mark)).integrity.holds is True
    assert turned.integrity.holds is False
    assert [(fact.page, fact.box) for fact in turned.integrity.unconfirmed] == [(turned.lines[1].page, turned.lines[1].box)]


@pytest.mark.parametrize(("mark", "holds"), [("Debit", True), ("Credit", False), ("Note", True)])
def test_the_mark_of_a_side_counts_where_other_rows_have_none(mark: str, *, holds: bool) -> None:
    unmarked = [(day, text, "", amount, balance) for day, text, _, amount, balance in ROWS]
    day, text, _, amount, balance = ROWS[1]

    assert statement(marked(unmarked[0], (day, text, mark, amount, balance), unmarked[2])).integrity.holds is holds


def test_marks_on_the_second_lines_of_the_rows_tell_the_sides() -> None:
    made = account(rows=())
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))
    for day, text, side, amount, _ in ROWS:
        made.cells((DAY, day), (TEXT, text), step=11.0)
        made.cells((TEXT, "Reference 12"), (MARK, side), (FIGURE, amount), step=16.0)

    assert [line.amount for line in statement(made).lines] == [Decimal("200.00"), Decimal("-20.00"), Decimal("-30.00")]


@pytest.mark.parametrize(("mark", "holds"), [("D", True), ("C", False)])
def test_a_mark_behind_a_figure_among_the_words_is_the_rows(mark: str, *, holds: bool) -> None:
    day, _, _, amount, balance = ROWS[1]

    assert statement(marked(ROWS[0], (day, "Transfer 2 x 17.00", mark, amount, balance), ROWS[2])).integrity.holds is holds


@pytest.mark.parametrize(("at", "holds"), [(-140.0, True), (-70.0, None)])
def test_a_row_under_the_name_of_the_other_side_is_not_proved_by_its_balance(at: float, holds: bool | None) -> None:
    """The headings stand on two lines and are not understood; the balances say money in."""
    made = text_page("Example Union", "Lista movimenti conto corrente", "Periodo dal: 15.12.2023 al 14.01.2024")
    made.cells((50, "Saldo precedente"), (-300, "3.878,96"))
    made.cells((50, "Nuovo saldo"), (-300, "3.974,36"))
    made.cells((250, "Descrizione delle"))
    made.cells((-70, "Addebiti"), (-140, "Accrediti"), (-230, "Saldo"), (250, "operazioni"))
    made.cells((-230, "3.878,96"), (250, "Saldo precedente"))
    made.cells((30, "08.01.2024"))
    made.cells((at, "95,40"), (-230, "3.974,36"), (250, "BONIFICO A VOSTRO FAVORE ROSSI"))
    made.cells((-230, "3.974,36"), (250, "Nuovo saldo"))

    found = statement(made)
    assert [line.amount for line in found.lines] == [Decimal("95.40")]
    assert found.integrity.holds is holds


def test_names_over_the_figures_of_a_summary_are_no_headings_of_rows() -> None:
    made = text_page("First Example Bank", "Checking account statement", "January 1, 2026 to January 31, 2026")
    names = ("Opening balance", "Payments in", "Payments out", "Closing balance")
    for cells in (names, ("1,000.00", "200.00", "50.00", "1,150.00")):
        made.cells(*zip((DAY, 170.0, 290.0, 410.0), cells, strict=True))
    for day, text, figure in (("05 Jan 2026", "Payroll", "+200.00"), ("20 Jan 2026", "Grocery", "-50.00")):
        made.cells((DAY, day), (TEXT, text), (-330.0, figure))

    assert statement(made).integrity.holds is True
