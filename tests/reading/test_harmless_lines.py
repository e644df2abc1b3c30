"""Lines that say nothing of the rows forbid no proof: rows of nothing, a list's total of balances, names over figures, fees of a quiet
account. What may be a row does."""

import pytest

from tests.reading.drawing import DAY, FIGURE, GROCERY, PAYROLL, TEXT, account
from tests.reading.scenes import PLAIN_HEAD, proofs, proved, scene

INTEREST = ("01/31", "Interest charged", "0.00")


@pytest.mark.parametrize(
    ("row", "proof"),
    [
        (INTEREST, True),
        (("01/31", "Interest on 2 x 5.00", "0.00"), False),
        (("01/31", "Interest", "0.01"), False),
        (("Soon", "Interest", "0.00"), False),
    ],
)
def test_a_row_of_nothing_changes_no_sum(row: tuple[str, str, str], *, proof: bool) -> None:
    assert proved(account((PAYROLL, GROCERY, row))) is proof


@pytest.mark.parametrize(("day", "proof"), [("01/20", True), ("", False)])
def test_a_row_of_nothing_without_a_day_of_its_own_may_be_none(day: str, *, proof: bool) -> None:
    assert proved(account((PAYROLL, GROCERY, (day, "Interest charged", "0.00")))) is proof


def test_a_row_of_nothing_with_another_figure_beside_it_may_be_read_wrongly() -> None:
    made = account()
    made.cells((DAY, "01/31"), (TEXT, "Interest"), (-300, "5.00"), (FIGURE, "0.00"))

    assert not proved(made)


def test_a_section_of_rows_of_nothing_changes_no_sum() -> None:
    assert proved(account(after=["Interest", "", INTEREST, INTEREST]))
    assert not proved(account(after=["Interest", "", ("01/31", "Paid", "5.00"), ("01/31", "Paid back", "-5.00")]))


@pytest.mark.parametrize(
    ("savings", "total", "proof"),
    [("", "1,150.00", True), ("", "1,160.00", False), ("350.00", "1,500.00", True), ("350.00", "1,400.00", False)],
)
def test_a_list_of_accounts_may_call_its_total_one_of_deposits(savings: str, total: str, *, proof: bool) -> None:
    rows = [("", "Everyday account 1234567890", "1,150.00")] + ([("", "Savings account 1234567999", savings)] if savings else [])

    assert proved(account(before=["Your accounts", *rows, ("", "Total deposits", total)])) is proof


@pytest.mark.parametrize(
    ("closing", "savings", "total", "proof"),
    [
        ("1,150.00", "350.00", "1,500.00", True),
        ("1,150.00", "350.00", "1,400.00", False),
        ("1,100.00", "350.00", "1,450.00", False),
    ],
)
def test_the_accounts_of_such_a_list_need_no_numbers(closing: str, savings: str, total: str, *, proof: bool) -> None:
    rows = [("", "Everyday", closing), ("", "Rainy day", savings), ("", "Total deposits", total)]

    assert proved(account(before=["Your position", *rows])) is proof


def test_a_total_of_deposits_is_no_sum_of_a_closing_and_of_what_went_out() -> None:
    rows = [("", "Ending balance", "1,150.00"), ("", "Withdrawals", "50.00"), ("", "Total deposits", "1,200.00")]

    assert not proved(account(before=["Summary", *rows]))


@pytest.mark.parametrize(("text", "proof"), [("Grocery", False), ("Count", True)])
def test_names_over_a_line_of_figures_are_none_of_a_row(text: str, *, proof: bool) -> None:
    made = account((PAYROLL, GROCERY))
    made.cells((DAY, text), (250, "Charges"), (FIGURE, "Balance"))
    if proof:
        made.cells((DAY, "2"), (250, "50.00"), (FIGURE, "1,150.00"))

    assert proved(made) is proof


def test_words_alone_where_an_amount_stands_forbid_a_proof() -> None:
    assert not proved(account((PAYROLL, ("", "Grocery", "SO.OO"), GROCERY)))


@pytest.mark.parametrize(
    ("below", "proof"),
    [
        (("", "Monthly fee", "4.90"), False),
        ("Returned payments cost 12.00 each.", True),
        ("01/20 Wire 75.00", False),
    ],
)
def test_fees_told_where_words_say_that_there_is_no_row_are_none(below: str | tuple[str, str, str], *, proof: bool) -> None:
    made = account((), closing="1,000.00", after=["No transactions in this period", below], headed=not proof)

    assert proved(made) is proof


@pytest.mark.parametrize(("said", "proof"), [("No transactions in this period", [True]), ("Thank you for your trust", [None])])
def test_a_quiet_loan_is_owed_where_words_say_that_nothing_happened(said: str, proof: list[bool | None]) -> None:
    made = scene(kind="Loan statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, "500.00"))
    made.cells((40, "Closing balance"), (-250, "500.00"))
    made.cells((40, said))

    assert proofs(made) == proof


@pytest.mark.parametrize("held", [True, False])
def test_signs_on_all_rows_tell_of_a_card_what_several_words_bear_out(held: bool) -> None:
    made = scene(kind="Card 4930 00XX XXXX 1111")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, "+100.00"))
    made.cells((40, "Closing balance"), (-250, "+130.00"))
    made.cells(*PLAIN_HEAD)
    rows = (("01/03", "Supermarket", 20), ("01/04", "Pharmacy", 20), ("01/05", "Bakery", 10), ("01/06", "Top-up from Example", -80))
    for day, text, size in rows if held else [(day, "Shop", size) for day, _, size in rows]:
        made.cells((40, f"{day}/2025"), (120, text), (-470, f"{-size:+.2f}"))

    assert (proofs(made) == [True]) is held


@pytest.mark.parametrize(("size", "proof"), [("402 300", [None]), ("402,300", [True]), ("402", [True])])
def test_balances_of_a_quiet_account_with_digits_right_behind_them_prove_nothing(size: str, proof: list[bool | None]) -> None:
    made = scene(kind="Checking account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, f"Beginning balance: XOF {size} Ending balance: XOF {size}"))
    made.cells((40, "No transactions in this period"))

    assert proofs(made) == proof
