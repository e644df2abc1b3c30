"""Which of the days on a page is a row's."""

import datetime as dt

from tests.reading.drawing import DAY, FIGURE, account, statement
from tests.reading.making.scene import Scene


def days(made: Scene) -> list[dt.date | None]:
    return [line.date for line in statement(made).lines]


def test_a_heading_on_two_lines_tells_which_of_two_days_is_the_transaction() -> None:
    made = account((), after=("These are the rows of January",))
    made.cells((DAY, "Date of"), (120.0, "Date"), (FIGURE, "Transaction"), step=10)
    made.cells((DAY, "transaction"), (120.0, "posted"), (190.0, "#"), (210.0, "Memo"), (FIGURE, "amount"))
    made.cells((DAY, "01/03/2026"), (120.0, "01/05/2026"), (190.0, "1"), (210.0, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "01/20/2026"), (120.0, "01/21/2026"), (190.0, "2"), (210.0, "Grocery"), (FIGURE, "-50.00"))

    assert days(made) == [dt.date(2026, 1, 5), dt.date(2026, 1, 21)]
