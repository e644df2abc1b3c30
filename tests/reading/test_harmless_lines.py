"""Lines that say nothing of the rows forbid no proof: rows of nothing, a list's total of balances, names over figures, fees of a quiet
account. What may be a row does."""

import pytest

from tests.reading.drawing import DAY, FIGURE, GROCERY, PAYROLL, TEXT, account
from tests.reading.making.scene import Scene
from tests.reading.scenes import PLAIN_HEAD, Line, proofs, proved, scene

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


def test_a_total_of_deposits_is_not_the_closing_plus_money_out() -> None:
    rows = [("", "Ending balance", "1,150.00"), ("", "Withdrawals", "50.00"), ("", "Total deposits", "1,200.00")]

    assert not proved(account(before=["Summary", *rows]))


@pytest.mark.parametrize(("text", "proof"), [("Grocery", False), ("Count", True)])
def test_names_over_a_line_of_figures_are_none_of_a_row(text: str, *, proof: bool) -> None:
    made = account((PAYROLL, GROCERY))
    made.cells((DAY, text), (250, "Charges"), (FIGURE, "Balance"))
    if proof:
        made.cells((DAY, "2"), (250, "50.00"), (FIGURE, "1,150.00"))

    assert proved(made) is proof


def test_words_in_the_amount_column_forbid_a_proof() -> None:
    assert not proved(account((PAYROLL, ("", "Grocery", "SO.OO"), GROCERY)))


@pytest.mark.parametrize(
    ("below", "proof"),
    [
        (("", "Monthly fee", "4.90"), False),
        ("Returned payments cost 12.00 each.", True),
        ("01/20 Wire 75.00", False),
    ],
)
def test_fees_below_a_note_of_no_transactions_are_no_rows(below: str | tuple[str, str, str], *, proof: bool) -> None:
    made = account((), closing="1,000.00", after=["No transactions in this period", below], headed=not proof)

    assert proved(made) is proof


@pytest.mark.parametrize(("note", "proof"), [("No transactions in this period", [True]), ("Thank you for your trust", [None])])
def test_a_quiet_loan_is_owed_where_words_say_that_nothing_happened(note: str, proof: list[bool | None]) -> None:
    made = scene(kind="Loan statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, "500.00"))
    made.cells((40, "Closing balance"), (-250, "500.00"))
    made.cells((40, note))

    assert proofs(made) == proof


@pytest.mark.parametrize("held", [True, False])
def test_signed_rows_show_the_side_of_a_card_if_several_words_confirm_it(held: bool) -> None:
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


def followed(below: tuple[Line, ...], *, balances: bool = True, next_page: bool = False) -> Scene:
    """Rows with or without their balances, and these lines right below the last, which may stand on a next page."""
    made = scene(kind="Checking account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, "500.00"))
    made.cells((40, "Closing balance"), (-250, "430.00"), step=26)
    rows = (("05", "Alder", "-20.00", "480.00"), ("07", "Birch", "-30.00", "450.00"), ("09", "Cedar", "-20.00", "430.00"))
    for place, (day, text, amount, balance) in enumerate(rows):
        if next_page and place == len(rows) - 1:
            made.sheet.next_page()
        if place == 0 or (next_page and place == len(rows) - 1):
            made.cells((40, "Date"), (120, "Description"), (-400, "Amount"), *(((-500, "Balance"),) if balances else ()))
        made.cells((40, f"01/{day}/2025"), (120, text), (-400, amount), *(((-500, balance),) if balances else ()))
    for line in below:
        made.cells(*line)
    return made


BEHIND_A_RATE = -421.5  # where the name of a currency ends if the rate before it ends with the amounts
LEGEND: Line = ((40.0, "Codes"), (120.0, "DD"), (200.0, "Direct debit"), (-400.0, "CHQ"), (-500.0, "Cheque"))


def test_a_legend_of_codes_below_the_last_row_forbids_nothing_beside_balances_that_follow() -> None:
    assert proved(followed((LEGEND,)))
    assert not proved(followed((LEGEND,), balances=False))


def test_a_legend_with_a_digit_forbids_a_proof() -> None:
    assert not proved(followed(((*LEGEND[:3], (-400.0, "C1"), (-500.0, "Cheque")),)))


@pytest.mark.parametrize("balances", [True, False])
@pytest.mark.parametrize(
    ("words", "holds"), [("Rewards points", True), ("Your miles", True), ("Puntos del mes 1.234", True), ("Your parcels", False)]
)
def test_a_figure_beside_the_name_of_points_on_a_next_page_forbids_nothing(words: str, *, balances: bool, holds: bool) -> None:
    made = followed((((40.0, words), (-400.0, "1,234")),), balances=balances, next_page=True)

    assert proved(made) is holds


@pytest.mark.parametrize("balances", [True, False])
@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("1 EUR = 1.0832 USD", True),
        ("100 JPY = 0.6432 USD", True),
        ("1 ZAR = 0.0532 USD", True),
        ("rate EUR 1.0832 USD", False),
        ("EUR = 1.0832 USD", False),
    ],
)
def test_a_line_of_a_day_and_a_rate_of_exchange_forbids_nothing(text: str, *, balances: bool, holds: bool) -> None:
    assert proved(followed((((40.0, "01/09/2025"), (BEHIND_A_RATE, text)),), balances=balances)) is holds


def test_a_rate_of_exchange_beside_other_words_may_be_a_row() -> None:
    assert not proved(followed((((40.0, "01/09/2025"), (120.0, "Oak"), (BEHIND_A_RATE, "1 EUR = 1.0832 USD")),)))


@pytest.mark.parametrize(
    ("heading", "holds"), [("Scheduled payments", True), ("Upcoming payments", True), ("Payments", False), ("Our offers", False)]
)
def test_announced_payments_forbid_no_proof_of_an_account_without_rows(heading: str, *, holds: bool) -> None:
    made = scene(kind="Checking account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, "500.00"))
    made.cells((40, "Closing balance"), (-250, "500.00"))
    made.cells((40, "No transactions this period."), step=26)
    made.cells((40, heading))
    made.cells((40, "02/03/2025"), (120, "Rent"), (-470, "-61.20"))
    made.cells((40, "02/04/2025"), (120, "Fuel"), (-470, "-4.50"))

    assert proved(made) is holds
