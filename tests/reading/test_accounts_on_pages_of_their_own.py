"""A pot on a page of its own, with the period of its account, its own balance on top and neither number nor opening."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proofs, proved, statements, text_page, write_lines

Rows = list[tuple[str, str, str, str]]
OWN: Rows = [("20/01/2026", "Pot transfer", "-50.00", "1,150.00"), ("05/01/2026", "Payroll", "200.00", "1,200.00")]
POT: Rows = [("20/01/2026", "Transfer from Personal Account", "50.00", "450.00")]
PERIOD = "01/01/2026 - 31/01/2026"


def block(made: Scene, name: str, total: str, sums: tuple[str, str], rows: Rows) -> None:
    """Draw a balance over its name, the sums of both sides, and rows with balances."""
    write_lines(made, total, name, left=50)
    made.cells((50, sums[0]), (200, sums[1]))
    made.cells((50, "Total outgoings"), (200, "Total deposits"))
    for day, text, amount, balance in [("Date", "Description", "Amount", "Balance"), *rows]:
        made.cells((50, day), (130, text), (-430, amount), (-545, balance))


def pots(
    *head: str, name: str = "Pot balance", total: str = "£450.00", sums: tuple[str, str] = ("-£0.00", "+£50.00"), rows: Rows = POT
) -> Scene:
    """An account, and on the next page another one, or what may be its second page."""
    made = text_page("First Example Bank", "Personal Account statement", PERIOD)
    block(made, "Personal Account balance", "£1,150.00", ("-£50.00", "+£200.00"), OWN)
    made.sheet.next_page()
    write_lines(made, *(head or ("Pot statement", "Holiday")), PERIOD, left=50)
    block(made, name, total, sums, rows)
    return made


def test_a_pot_on_its_own_page_is_an_account_that_its_own_figures_prove() -> None:
    account, pot = statements(pots())

    assert [str(line.amount) for line in account.lines] == ["-50.00", "200.00"]
    assert [str(line.amount) for line in pot.lines] == ["50.00"]
    assert (str(pot.opening_balance), str(pot.closing_balance)) == ("400.00", "450.00")
    assert proofs(pots()) == [True, True]


SAME = ("First Example Bank", "Personal Account statement")


@pytest.mark.parametrize(
    ("made", "count"),
    [
        (pots(*SAME, name="Personal Account balance"), 1),  # a page between them may be missing
        (pots(*SAME, name="Personal Account balance", total="£1,150.00", sums=("-£50.00", "+£200.00"), rows=OWN), 1),  # the page twice
        (pots(total="£480.00"), 1),  # no balance of its rows
        (pots(rows=[("04/01/2026", "Transfer", "50.00", "1,000.00")], total="£1,000.00"), 1),  # the rows lead on
        (pots(rows=[*POT, ("02/01/2026", "Gift", "10.00", "390.00")]), 1),  # a row between them is missing
    ],
)
def test_a_page_of_the_same_name_or_of_rows_that_lead_on_begins_no_account_and_proves_nothing(made: Scene, count: int) -> None:
    assert len(statements(made)) == count
    assert not proved(made)


@pytest.mark.parametrize(
    ("bank", "name", "brought", "count"),
    [
        ("First Example Bank", "ET1 SAVINGS", "400.00", 2),
        ("First Example Bank", "Everyday account", "400.00", 1),
        ("First Example Bank", "EOP CHECKING", "400.00", 1),
        ("First Example Bank", "ET1 SAVINGS", "1,150.00", 1),
        ("First Example Savings", "First Example Savings 4441", "400.00", 1),
    ],
)
def test_a_new_kind_of_account_begins_with_another_balance_brought_forward(bank: str, name: str, brought: str, count: int) -> None:
    made = text_page(bank, "Everyday account", "Period of 1 January 2026 to 31 January 2026", "Page 1 of 2", "EOP CURRENT")
    head = ((50, "Date"), (110, "Description"), (-430, "Withdrawals"), (-490, "Deposits"), (-545, "Balance"))
    made.cells(*head)
    made.cells((50, "1 JAN"), (110, "Balance brought forward"), (-545, "1,000.00"))
    made.cells((50, "5 JAN"), (110, "Payroll"), (-490, "150.00"), (-545, "1,150.00"))
    made.sheet.next_page()
    write_lines(made, bank, "Page 2 of 2", name, left=50)
    made.cells(*head)
    made.cells((50, "1 JAN"), (110, "Balance brought forward"), (-545, brought))
    made.cells((50, "20 JAN"), (110, "Transfer"), (-490, "50.00"), (-545, "450.00" if brought == "400.00" else "1,200.00"))

    assert len(statements(made)) == count
    assert (True in proofs(made)) is (count == 2 or brought != "400.00")
