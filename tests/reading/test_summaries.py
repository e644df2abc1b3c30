"""A summary's money in and out must match the rows of its side."""

import pytest

from tests.reading.drawing import GROCERY, PAYROLL, account
from tests.reading.making.scene import Scene
from tests.reading.scenes import PLAIN_HEAD, proofs, proved, scene, statements


def card(payments: str, other: str) -> Scene:
    """A card whose summary names the side of one figure only, and two rows in the column of payments."""
    made = scene(kind="Credit card statement")
    made.cells((40, "Previous balance"), (-250, "-100.00"))
    made.cells((40, "Payments"), (-250, payments))
    made.cells((40, "Movements"), (-250, other))
    made.cells((40, "New balance"), (-250, "-100.16"))
    made.cells((40, "Date"), (120, "Description"), (-400, "Charges"), (-470, "Payments"))
    made.cells((40, "01/13/2025"), (120, "Shop"), (-470, "0.10"))
    made.cells((40, "01/14/2025"), (120, "Shop"), (-470, "0.06"))
    return made


@pytest.mark.parametrize(("payments", "other", "holds"), [("0.00", "0.16", None), ("0.26", "0.00", None), ("0.16", "0.00", True)])
def test_the_one_side_that_a_summary_names_must_be_that_of_the_rows(payments: str, other: str, holds: bool | None) -> None:
    assert proofs(card(payments, other)) == [holds]


def test_a_number_without_decimals_beside_its_name_is_none_of_the_next_ones_name() -> None:
    made = scene(kind="Loan statement")
    made.cells((40, "Currency: JPY"))
    made.cells((40, "Opening balance: 120,000"), (200, "Payments received (1): 8,700"))
    made.cells((40, "Interest charged (0): 0"), (200, "Closing balance: 111,300"))
    made.cells((40, "Date"), (120, "Description"), (-400, "Money in"), (-470, "Money out"))
    made.cells((40, "01/13/2025"), (120, "Payment received"), (-400, "8,700"))

    assert [one.closing_balance for one in statements(made)] == [-111300]


@pytest.mark.parametrize(("total", "holds"), [("27300", True), ("27310", None)])
def test_a_total_without_decimals_behind_its_name_must_match_the_rows(total: str, holds: bool | None) -> None:
    made = scene()
    made.cells((40, "Currency: CLP"))
    made.cells((40, f"Opening balance: 385300    Total deposits (1): {total}"))
    made.cells((40, "Date"), (120, "Description"), (-400, "Money in"), (-470, "Money out"), (-540, "Balance"))
    made.cells((120, "Opening balance"), (-540, "385300"))
    made.cells((40, "01/13/2025"), (120, "Payroll"), (-400, "27300"), (-540, "412600"))
    made.cells((120, "Closing balance"), (-540, "412600"))

    assert proofs(made) == [holds]


CLOSING = ("01/31", "Ending balance", "1,150.00")


@pytest.mark.parametrize("place", ["before", "after"])
@pytest.mark.parametrize(
    ("into", "out", "holds"),
    [("200.00", "50.00", True), ("150.00", "50.00", False), ("200.00", "150.00", False), ("50.00", "200.00", False)],
)
@pytest.mark.parametrize("total", ["Total ", ""])
def test_printed_money_in_and_out_must_match_the_rows_anywhere(place: str, into: str, out: str, holds: bool, total: str) -> None:
    printed_sum = ((f"{total}deposits".capitalize(), "", into), (f"{total}withdrawals".capitalize(), "", out))

    assert proved(account(before=printed_sum) if place == "before" else account(after=(CLOSING, *printed_sum))) is holds


@pytest.mark.parametrize("place", ["before", "after"])
@pytest.mark.parametrize(
    ("printed_sum", "holds"),
    [
        (("Total deposits (1)", "", "200.00"), True),
        (("Total deposits (2)", "", "200.00"), False),
        (("Withdrawals (2):", "", "50.00"), False),
        (("Electronic withdrawals (1)", "", "50.00"), True),
        ("1 deposit", True),
        ("2 deposits", False),
        ("Number of deposits: 1", True),
        ("Number of deposits: 3", False),
    ],
)
def test_a_printed_number_of_rows_of_a_side_must_match_anywhere(place: str, printed_sum: tuple[str, str, str] | str, holds: bool) -> None:
    assert proved(account(before=[printed_sum]) if place == "before" else account(after=[CLOSING, printed_sum])) is holds


def test_numbers_of_rows_of_a_side_may_add_up() -> None:
    rows = (PAYROLL, ("01/06", "Interest paid", "0.10"), GROCERY)

    assert proved(account(rows, before=[("Deposits (1)", "", "200.00"), ("Interest paid (1)", "", "0.10")], closing="1,150.10"))


@pytest.mark.parametrize(("out", "holds"), [("50.00", True), ("49.00", False)])
def test_both_sums_of_a_table_are_right_though_another_one_follows(out: str, *, holds: bool) -> None:
    rows = (
        ("01/05", "Payroll", "200.00"),
        ("01/20", "Grocery", "-50.00"),
        ("", "Total credits", "200.00"),
        ("", "Total debits", f"-{out}"),
    )
    made = account(rows, after=["Interest and fees", "", ("01/31", "Interest charge", "-3.10")], closing="1,146.90")

    assert proved(made) is holds


@pytest.mark.parametrize(
    ("opening", "into", "closing", "holds"),
    [
        ("731400", "5800", "737200", True),
        ("731410", "5800", "737200", None),
        ("731400", "5800", "737210", None),
        ("731400", "5810", "737200", None),
    ],
)
def test_numbers_known_only_by_their_names_must_match_the_rows(opening: str, into: str, closing: str, *, holds: bool | None) -> None:
    made = scene()
    made.cells((40, "Currency: JPY"), (400, "Page 1 of 1"))
    made.cells((40, f"Previous balance: {opening}"), (250, f"Credits: {into}"))
    made.cells((40, "Debits: 0"), (250, f"New balance: {closing}"))
    made.cells((40, "Date"), (120, "Description"), (-400, "Money out"), (-470, "Money in"), (-540, "Balance"))
    made.cells((40, "01/13/2025"), (120, "Cash deposit"), (-470, "5700"), (-540, "737100"))
    made.cells((40, "01/20/2025"), (120, "Inward payment"), (-470, "100"), (-540, "737200"))

    assert proofs(made) == [holds]


@pytest.mark.parametrize(("into", "holds"), [("200.00", True), ("210.00", False)])
def test_a_sum_between_the_balances_may_not_exceed_the_rows_of_its_side(into: str, *, holds: bool) -> None:
    summary = (("", "Beginning balance", "1,000.00"), ("", "Credits", into), ("", "Ending balance", "1,150.00"))

    assert proved(account(before=summary)) is holds


@pytest.mark.parametrize(
    ("sizes", "holds"),
    [
        (("-552.98", "-4.12", "-2.50"), True),
        (("-552.98", "-4.12", "-2.60"), None),
        (("-552.98", "-4.12", "+2.50"), None),
        (("-552.98", "4.12", "-2.50"), None),
    ],
)
def test_a_summary_whose_signed_sums_lead_to_the_closing_explains_each_of_its_parts(sizes: tuple[str, ...], *, holds: bool | None) -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    labels = ("Beginning balance", "Deposits", "Purchases", "Round Up Transfers", "Fees", "Ending balance")
    for label, size in zip(labels, ("1,000.00", "200.00", *sizes, "640.40"), strict=True):
        made.cells((40, label), (-300, size))
    made.cells((40, ""), step=26)
    made.cells(*PLAIN_HEAD)
    rows = (("05", "Payroll", "200.00"), ("07", "Alder", "-552.98"), ("08", "Round Up Transfer", "-4.12"), ("09", "Fee", "-2.50"))
    for day, text, amount in rows:
        made.cells((40, f"01/{day}/2025"), (120, text), (-470, amount))

    assert proofs(made) == [holds]
