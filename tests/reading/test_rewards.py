"""Rewards in money: their starting balance is no account's opening."""

import pytest

from tests.reading.drawing import DAY, FIGURE, GROCERY, PAYROLL, TEXT, account, draw, headings
from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, page, proofs, proved, statement, statements


def with_rewards(heading: str) -> Scene:
    """Return a statement with a block of rewards between the balances and the rows, under this heading."""
    made = account((), headed=False)
    made.cells((DAY, heading))
    for label, figure in (("Opening balance", "41.22"), ("Earned this month", "14.24"), ("Closing balance", "55.46")):
        made.cells((DAY, label), (FIGURE, figure))
    made.cells((DAY, ""), step=20)
    headings(made)
    draw(made, (PAYROLL, GROCERY))
    return made


@pytest.mark.parametrize("heading", ["Cashback bonus", "Your rewards this month"])
def test_the_balances_of_rewards_are_none_of_the_account(heading: str) -> None:
    assert str(statement(with_rewards(heading)).opening_balance) == "1000.00"
    assert proved(with_rewards(heading))


def test_an_account_may_be_named_after_its_rewards() -> None:
    assert not proved(with_rewards("Rewards Checking account"))


def test_a_sentence_about_rewards_opens_no_account() -> None:
    made = account(after=["Your cash back rewards: opening balance 14.20, earned 3.11, closing balance 17.31. Redeem them at any time."])

    assert str(statement(made).opening_balance) == "1000.00"
    assert proved(made)


@pytest.mark.parametrize("names", [("Brought forward", "Carried forward"), ("Opening balance", "Closing balance")])
@pytest.mark.parametrize(("heading", "is_none"), [("Cash back", True), ("Cashback", True), ("Your charges", False)])
def test_the_balances_of_a_table_of_cash_back_are_none_of_the_account(names: tuple[str, str], heading: str, *, is_none: bool) -> None:
    made = account()
    made.sheet.down(40)
    made.cells((DAY, heading))
    made.cells((DAY, names[0]), (170, "Earned"), (290, "Redeemed"), (400, names[1]))
    made.cells((DAY, "12.00"), (170, "3.00"), (290, "0.00"), (400, "15.00"))

    assert (proofs(made) == [True]) is is_none


@pytest.mark.parametrize("heading", [("Cashback bonus",), ("Prämien", "Übersicht"), ("Cash back", "Summary")])
def test_a_block_of_rewards_beside_the_summary_is_none_of_the_account(heading: tuple[str, ...]) -> None:
    assert [str(one.opening_balance) for one in statements(beside(heading))] == ["1000.00"]
    assert proved(beside(heading))


def test_a_block_beside_the_summary_counts_if_it_names_no_rewards() -> None:
    assert not proved(beside(("Card account",)))


def beside(heading: tuple[str, ...]) -> Scene:
    """Right of the figures of a summary a block with balances of its own, under this heading."""
    made = account((), headed=False)
    there = (*((line, "") for line in heading), ("Opening balance", "41.22"), ("Earned", "14.24"), ("Closing balance", "55.46"))
    for name, value in there:
        made.cells((DAY, "Fees"), (200, "0.00"), (300, name), *([(FIGURE, value)] if value else []))
    made.cells((DAY, ""), step=20)
    headings(made)
    draw(made, (PAYROLL, GROCERY))
    return made


@pytest.mark.parametrize(("heading", "label"), [("Bonus", "Previous balance"), ("Cash back", "Balance brought forward")])
def test_a_dated_balance_is_the_cards_although_one_heading_names_rewards(heading: str, label: str) -> None:
    made = page(
        ((DAY, "Credit card statement"), (300, "Credit limit 5,000.00")),
        ((DAY, "Statement period 01/16/2026 to 02/15/2026"),),
        ((DAY, "Previous balance"), (FIGURE, "100.00")),
        ((DAY, "Minimum payment"), (FIGURE, "25.00")),
        ((DAY, "New balance"), (FIGURE, "80.00")),
        ((DAY, "Date"), (TEXT, "Description"), (300, heading), (FIGURE, "Amount")),
        ((DAY, "01/16/2026"), (TEXT, label), (FIGURE, "100.00")),
        ((DAY, "01/20/2026"), (TEXT, "Grocery"), (300, "0.50"), (FIGURE, "80.00")),
        ((DAY, "02/02/2026"), (TEXT, "Payment, thank you"), (FIGURE, "-100.00")),
    )

    assert amounts(made) == ["-80.00", "100.00"]
    assert proved(made)


@pytest.mark.parametrize(
    ("heading", "each"), [("Cash Back Dollars", [True]), ("Cash Back Checking Account", [True, None]), ("Savings", [True, None])]
)
def test_a_block_of_rewards_is_recognised_on_one_row(heading: str, each: list[bool | None]) -> None:
    made = account()
    made.cells((DAY, heading))
    made.cells((DAY, "Opening Balance 12.10"), (180, "Earned 3.62"), (270, "Redeemed 0.00"), (370, "Closing Balance 15.72"))

    assert proofs(made) == each
