"""Columns, counts and section names give the side of a row, or leave it open."""

from decimal import Decimal

import pytest

from reconciliation.reading.accounts.classify import testimony as heard_of
from reconciliation.reading.scanning.entries import Entry
from tests.reading.orientations import owing, running
from tests.reading.scenes import PLAIN_HEAD, proofs, scene, statements, write_lines


def test_the_headings_of_a_summary_over_the_rows_name_no_direction() -> None:
    made = scene("Sample Bank", kind="Credit card statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Credit limit"), (-250, "5,000.00"))
    made.cells((40, "Minimum payment"), (-250, "25.00"))
    made.cells((40, "Previous balance"), (-200, "Payments"), (-300, "New balance"))
    made.cells((40, "500.00"), (-200, "500.00"), (-300, "350.00"))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/05/2025"), (120, "Payment - thank you"), (-470, "-500.00"))
    made.cells((40, "01/15/2025"), (120, "Corner Shop"), (-470, "350.00"))

    assert True in proofs(made)


def test_columns_do_not_tell_the_side_of_a_balance_that_did_not_move() -> None:
    made = scene("Sample Bank", kind="Gold")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Credit limit"), (-250, "5,000.00"))
    made.cells((40, "Minimum payment"), (-250, "25.00"))
    made.cells((40, "Opening balance"), (-250, "500.00"))
    made.cells((40, "Closing balance"), (-250, "500.00"))
    made.cells((40, "Date"), (120, "Description"), (-400, "Credit"), (-470, "Debit"))
    made.cells((40, "01/05/2025"), (120, "Payment received"), (-400, "300.00"))
    made.cells((40, "01/15/2025"), (120, "Corner Shop"), (-470, "300.00"))

    assert True not in proofs(made)


def test_a_single_row_with_minus_for_money_in_may_have_a_wrong_sign() -> None:
    made = running("Checking account", (("01/05/2025", "Salary", "-61.76", "3,156.56"),), "3,094.80")

    assert True not in proofs(made)


def test_columns_that_no_heading_names_do_not_tell_the_side_of_a_card() -> None:
    made = scene("Sample Bank", kind="Visa card statement")
    made.cells((40, "Statement date 29 Feb 2024"))
    made.cells((40, "Beginning balance"), (-350, "-2692.23"))
    made.cells((40, "Ending balance"), (-350, "-6442.76"))
    made.cells((40, "Purchases and adjustments"))
    for day, text, amount in (("2 Feb 2024", "AIR TICKET", "-55.00"), ("26 Feb 2024", "AIR TICKET", "-3695.53")):
        made.cells((40, day))
        made.cells((40, text), (-555, amount))
    made.cells((40, "Total"), (-555, "-3750.53"))
    made.cells((40, "Fees and charges"))
    made.cells((40, "Monthly account fee"), (-430, "4.90"))
    made.cells((40, "Returned item"), (-430, "12.00"))

    assert [one.opening_balance for one in statements(made) if one.integrity.holds] in ([], [-Decimal("2692.23")])


def test_a_card_with_one_row_that_would_owe_its_holder_proves_nothing() -> None:
    made = scene("Sample Bank", kind="Credit card statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, "-282.97"))
    made.cells((40, "Closing balance"), (-250, "-319.47"))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/05/2025"), (120, "Corner Shop"), (-470, "36.50"))

    assert True not in proofs(made)


CARD_NUMBER, ACCOUNT_NUMBER = "Card number: XXXX XXXX XXXX 3694", "Account number: 1110001"


@pytest.mark.parametrize(
    ("number", "text", "holds"), [(CARD_NUMBER, "Shop", None), (CARD_NUMBER, "Supermarket", True), (ACCOUNT_NUMBER, "Shop", True)]
)
def test_columns_do_not_show_the_side_of_a_possible_card(number: str, text: str, holds: bool | None) -> None:
    made = scene(kind="Example Gold")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, number))
    made.cells((40, "Previous balance"), (-250, "500.00"))
    made.cells((40, "New balance"), (-250, "350.00"))
    made.cells((40, "Date"), (120, "Description"), (-400, "Debit"), (-470, "Credit"))
    made.cells((40, "01/05/2025"), (120, text), (-400, "150.00"))

    assert proofs(made) == [holds]


@pytest.mark.parametrize(("first", "closing", "holds"), [("400.00", "690.00", True), ("480.00", "770.00", None)])
def test_the_number_of_purchases_shows_no_side_if_one_sign_decides(first: str, closing: str, holds: bool | None) -> None:
    made = scene(kind="Credit card statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Previous balance"), (-250, "520.00"))
    made.cells((40, "New balance"), (-250, closing))
    made.cells(*PLAIN_HEAD)
    for day, amount in (("01/05/2025", first), ("01/08/2025", "-480.00"), ("01/20/2025", "250.00")):
        made.cells((40, day), (120, "Example Ltd"), (-470, amount))

    assert proofs(made) == [holds]


@pytest.mark.parametrize(("named", "holds"), [("Purchases", True), ("Payments and credits", False)])
def test_a_cards_rows_may_run_as_the_name_over_them_says_beside_a_section_that_says_nothing(named: str, *, holds: bool) -> None:
    made = scene("Credit card statement", kind="Sample Card")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Previous balance"), (-250, "500.00"))
    made.cells((40, "New balance"), (-250, "350.00"))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/04/2025"), (120, "Payment, thank you"), (-470, "-500.00"))
    for name, shop, amount in ((named, "Corner Shop", "250.00"), ("Ann Example (card 1122)", "Tea House", "100.00")):
        made.cells((40, name), bold=True)
        made.cells(*PLAIN_HEAD)
        made.cells((40, "01/08/2025"), (120, shop), (-470, amount))

    assert (True in proofs(made)) is holds


@pytest.mark.parametrize(("out", "into", "proof"), [("Withdrawals", "Deposits", True), ("Deposits", "Withdrawals", False)])
def test_columns_tell_that_an_account_with_rows_of_a_loan_is_held(out: str, into: str, *, proof: bool) -> None:
    made = scene(kind="Libreton")
    write_lines(made, *(f"Branch of the {place}th street" for place in range(4, 18)))
    made.cells((40, "Opening balance"), (-250, "500.00"))
    made.cells((40, "Closing balance"), (-250, "400.00"))
    made.cells((40, "Date"), (120, "Description"), (-400, out), (-470, into))
    made.cells((40, "01/15/2025"), (120, "Salary"), (-470, "200.00"))
    made.cells((40, "01/18/2025"), (120, "Transfer to others"), (-400, "250.00"))
    made.cells((120, "Personal loan account"))
    made.cells((40, "01/19/2025"), (120, "Restaurant"), (-400, "50.00"))

    assert (proofs(made) == [True]) is proof


def test_a_rate_of_conversion_is_no_payment() -> None:
    rows = (
        ("01/05/2025", "Payment received, thank you", "-500.00"),
        ("01/15/2025", "Grand stay, currency conversion rate 1.2023", "350.00"),
    )

    assert proofs(owing("Platinum credit card statement", rows)) == [True]


def test_the_instalment_of_a_plan_is_no_payment() -> None:
    rows = (("01/05/2025", "Payment received, thank you", "-500.00"), ("01/15/2025", "Smart plan instalment 3 of 12", "350.00"))

    assert proofs(owing("Platinum credit card statement", rows)) == [True]


@pytest.mark.parametrize(("words", "proof"), [(("Card purchase", "Shop"), None), (("Card purchase", "Card purchase"), True)])
def test_a_card_with_an_unchanged_balance_needs_several_rows_to_show_its_side(words: tuple[str, str], proof: bool | None) -> None:
    made = scene("Sample Bank", kind="Credit card statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Previous balance"), (-250, "500.00"))
    made.cells((40, "New balance"), (-250, "500.00"))
    made.cells(*PLAIN_HEAD)
    for day, text, amount in (
        ("3", words[0], "40.00"),
        ("5", words[1], "60.00"),
        ("9", "Online books", "-40.00"),
        ("20", "Garden", "-60.00"),
    ):
        made.cells((40, f"01/{day}/2025"), (120, text), (-470, amount))

    assert proofs(made) == [proof]


@pytest.mark.parametrize(("words", "agreeing"), [("tax at rate 18.0", 0), ("rate 3", 1), ("rate 03/2026", 1)])
def test_a_rate_of_tax_is_no_payment(words: str, agreeing: int) -> None:
    entry = Entry(1, {}, {}, [words], [])
    votes = heard_of([entry], [Decimal(1)], owed=True)

    assert (votes.agree, votes.against) == (agreeing, 0)


@pytest.mark.parametrize("fee", ["Avgift", "Aviavgift", "Uppläggningsavgift"])
def test_a_fee_in_a_longer_word_runs_as_the_fee_alone_does(fee: str) -> None:
    rows = [Entry(1, {}, {}, [fee], [])]

    assert heard_of(rows, [Decimal(-5)], owed=False).agree == 1
    assert heard_of(rows, [Decimal(5)], owed=False).against == 1
