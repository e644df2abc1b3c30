"""Which side is plus: a mirrored reading keeps every sum, so only words and headings may tell it."""

from decimal import Decimal

import pytest

from tests.reading.making.scene import Scene
from tests.reading.test_traps import PLAIN_HEAD, proofs, scene, statements
from tests.reading.test_whole import page

RUNNING_HEAD = [(40.0, "Date"), (120.0, "Description"), (-470.0, "Amount"), (-545.0, "Balance")]


def owing(kind: str, rows: tuple[tuple[str, str, str], ...], *, title: str = "Sample Bank") -> Scene:
    """500.00 owed before, 350.00 after; rows of day, text, amount."""
    made = scene(title, kind=kind)
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Your savings and direct debit questions are welcome"))
    made.cells((40, "Previous balance"), (-250, "500.00"))
    made.cells((40, "New balance"), (-250, "350.00"))
    made.cells(*PLAIN_HEAD)
    for day, text, amount in rows:
        made.cells((40, day), (120, text), (-470, amount))
    return made


@pytest.mark.parametrize("thanks", ["Payment received", "Thank you", "Paiement, merci", "Pago, gracias", "Pagamento ricevuto"])
def test_a_payment_received_that_is_read_as_spent_proves_nothing(thanks: str) -> None:
    made = owing("Platinum plan", (("01/05/2025", thanks, "-500.00"), ("01/15/2025", "Corner Shop", "350.00")))

    assert True not in proofs(made)


def test_interest_charged_that_is_read_as_earned_proves_nothing() -> None:
    made = owing(
        "Flexible plan",
        (
            ("01/05/2025", "Bank transfer", "-200.00"),
            ("01/08/2025", "Bank transfer", "-200.00"),
            ("01/09/2025", "Corner Shop", "220.00"),
            ("01/15/2025", "Interest charged", "30.00"),
        ),
    )

    assert True not in proofs(made)


@pytest.mark.parametrize(
    "title", ["Credit card statement", "Kreditkartenabrechnung", "Relevé de carte", "Estratto conto carta", "Fatura do cartão"]
)
def test_a_card_is_known_by_its_title_in_several_languages(title: str) -> None:
    rows = (("01/05/2025", "Payment, thank you", "-500.00"), ("01/08/2025", "Shop", "250.00"), ("01/20/2025", "Shop", "100.00"))
    (statement,) = statements(owing(title, rows))

    assert statement.account_kind == "credit_card"
    assert statement.integrity.holds is True
    assert [str(line.amount) for line in statement.lines] == ["500.00", "-250.00", "-100.00"]
    assert (str(statement.opening_balance), str(statement.closing_balance)) == ("-500.00", "-350.00")


def running(kind: str, rows: tuple[tuple[str, str, str, str], ...], opening: str) -> Scene:
    made = scene(kind=kind)
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells(*RUNNING_HEAD)
    made.cells((120, "Opening balance"), (-545, opening))
    for day, text, amount, balance in rows:
        made.cells((40, day), (120, text), (-470, amount), (-545, balance))
    made.cells((120, "Closing balance"), (-545, rows[-1][-1]))
    return made


@pytest.mark.parametrize("kind", ["Personal loan statement", "Mortgage statement", "Home equity line of credit"])
def test_a_loan_is_money_owed_and_a_payment_lessens_it(kind: str) -> None:
    rows = (("01/05/2025", "Repayment", "500.00", "9,500.00"), ("01/20/2025", "Interest charged", "50.00", "9,550.00"))
    (statement,) = statements(running(kind, rows, "10,000.00"))

    assert statement.account_kind == "loan"
    assert [str(line.amount) for line in statement.lines] == ["500.00", "-50.00"]
    assert str(statement.closing_balance) == "-9550.00"


def test_amounts_without_signs_need_a_row_that_says_its_direction() -> None:
    silent = (("01/05/2025", "Alder", "500.00", "9,500.00"), ("01/20/2025", "Birch", "50.00", "9,550.00"))
    telling = (("01/05/2025", "Card payment Alder", "500.00", "9,500.00"), ("01/20/2025", "Salary", "50.00", "9,550.00"))

    assert proofs(running("Your account", silent, "10,000.00")) == [None]
    assert proofs(running("Your account", telling, "10,000.00")) == [True]


def test_a_card_in_the_same_file_does_not_turn_a_bank_account() -> None:
    rows = (("01/05/2025", "Payment, thank you", "-500.00"), ("01/08/2025", "Shop", "250.00"), ("01/20/2025", "Shop", "100.00"))
    made = owing("Credit card statement", rows)
    made.sheet.next_page()
    made.cells((40, "Checking account statement"), step=20)
    made.cells((40, "Account number: 1234567"))
    made.cells((40, "Opening balance"), (-250, "10.00"))
    made.cells((40, "Closing balance"), (-250, "30.00"))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/09/2025"), (120, "Payroll"), (-470, "25.00"))
    made.cells((40, "01/10/2025"), (120, "Corner Shop"), (-470, "-5.00"))
    card, bank = statements(made)

    assert (card.account_kind, bank.account_kind) == ("credit_card", "checking")
    assert [str(line.amount) for line in card.lines] == ["500.00", "-250.00", "-100.00"]
    assert [str(line.amount) for line in bank.lines] == ["25.00", "-5.00"]
    assert (card.integrity.holds, bank.integrity.holds) == (True, True)


def test_a_type_that_tells_the_other_direction_than_the_sums_need_proves_nothing() -> None:
    def typed(word: str) -> list[bool | None]:
        made = scene("Sample Bank", kind="checking account")
        made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
        made.cells((40, "Opening balance"), (-250, "500.00"))
        made.cells((40, "Date"), (120, "Description"), (300, "Type"), (-470, "Amount"))
        made.cells((40, "01/05/2025"), (120, "Harbour Works"), (300, word), (-470, "253.28"))
        made.cells((40, "Closing balance"), (-250, "753.28"))
        return proofs(made)

    assert True not in typed("Debit")
    assert True in typed("Credit")


@pytest.mark.parametrize(
    "text", ["Autogiro el", "Czynsz", "Recibo luz", "Lastschrift Strom", "Cheque 1920", "KORTKÖP 4411", "Geldautomaat"]
)
def test_amounts_without_signs_are_told_by_words_of_many_languages(text: str) -> None:
    assert True in proofs(unsigned(text, after="900.00"))


@pytest.mark.parametrize("text", ["Autogiro el", "Czynsz", "Recibo luz", "Lastschrift Strom", "Cheque 1920", "KORTKÖP 4411"])
def test_a_debt_without_a_title_that_grows_by_what_is_spent_is_no_account_that_is_held(text: str) -> None:
    assert True not in proofs(unsigned(text, after="1,100.00"))


def unsigned(text: str, *, after: str) -> Scene:
    """One row of 100.00 between 1,000.00 and the balance after it."""
    made = scene("Sample Bank", kind="Everyday plan")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, "1,000.00"))
    made.cells((40, "Closing balance"), (-250, after))
    made.cells(*RUNNING_HEAD)
    made.cells((40, "01/05/2025"), (120, text), (-470, "100.00"), (-545, after))
    return made


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


def test_one_row_whose_minus_means_money_in_may_be_a_wrong_sign() -> None:
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
def test_columns_do_not_tell_the_side_of_what_may_be_a_card(number: str, text: str, holds: bool | None) -> None:
    made = scene(kind="Example Gold")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, number))
    made.cells((40, "Previous balance"), (-250, "500.00"))
    made.cells((40, "New balance"), (-250, "350.00"))
    made.cells((40, "Date"), (120, "Description"), (-400, "Debit"), (-470, "Credit"))
    made.cells((40, "01/05/2025"), (120, text), (-400, "150.00"))

    assert proofs(made) == [holds]


@pytest.mark.parametrize(("first", "closing", "holds"), [("400.00", "690.00", True), ("480.00", "770.00", None)])
def test_the_number_of_purchases_tells_no_side_where_one_wrong_sign_would_turn_all(first: str, closing: str, holds: bool | None) -> None:
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
    page(made, *(f"Branch of the {place}th street" for place in range(4, 18)))
    made.cells((40, "Opening balance"), (-250, "500.00"))
    made.cells((40, "Closing balance"), (-250, "400.00"))
    made.cells((40, "Date"), (120, "Description"), (-400, out), (-470, into))
    made.cells((40, "01/05/2025"), (120, "Salary"), (-470, "200.00"))
    made.cells((40, "01/08/2025"), (120, "Transfer to others"), (-400, "250.00"))
    made.cells((120, "Personal loan account"))
    made.cells((40, "01/09/2025"), (120, "Restaurant"), (-400, "50.00"))

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
def test_a_card_whose_balance_stays_wants_more_than_one_row_that_tells_its_side(words: tuple[str, str], proof: bool | None) -> None:
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
