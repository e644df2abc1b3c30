"""The side of a plus: a reading with reversed signs has the same sums, so only words and headings decide."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.orientations import RUNNING_HEAD, owing, running
from tests.reading.scenes import PLAIN_HEAD, proofs, scene, statements


@pytest.mark.parametrize("thanks", ["Payment received", "Thank you", "Paiement, merci", "Pago, gracias", "Pagamento ricevuto"])
def test_a_payment_received_that_is_read_as_spent_proves_nothing(thanks: str) -> None:
    made = owing("Platinum plan", (("01/05/2025", thanks, "-500.00"), ("01/15/2025", "Corner Shop", "350.00")))

    assert True not in proofs(made)


@pytest.mark.parametrize(("thanks", "settled"), [(1, True), (3, False)])
def test_words_against_a_cards_section_headings_count_only_as_a_majority(thanks: int, *, settled: bool) -> None:
    """Among the rows whose words show a side, two agree with the headings."""
    made = scene(kind="Credit card statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Previous balance"), (-250, "500.00"))
    made.cells((40, "New balance"), (-250, f"{530 + 20 * thanks}.00"))
    made.cells((40, "Purchases"))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/05/2025"), (120, "Interest charged"), (-470, "130.00"))
    for day in range(thanks):
        made.cells((40, f"01/1{day}/2025"), (120, "Payment, thank you"), (-470, "20.00"))
    made.cells((40, "Payments and credits"))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/07/2025"), (120, "Payment received"), (-470, "100.00"))

    assert (True in proofs(made)) is settled


@pytest.mark.parametrize(("paid", "settled"), [("Amortering", False), ("Hyra", True)])
def test_an_untitled_balance_raised_by_interest_and_lowered_by_payments_may_be_a_debt(paid: str, *, settled: bool) -> None:
    rows = (
        ("01/03/2025", paid, "-30.00", "970.00"),
        ("01/16/2025", "Ränta", "20.00", "990.00"),
        ("01/20/2025", "Till", "-40.00", "950.00"),
    )

    assert (True in proofs(running("Account 15975787", rows, "1,000.00"))) is settled


@pytest.mark.parametrize(("paid", "settled"), [("-20.00", True), ("20.00", False)])
@pytest.mark.parametrize("interest", ["Debit interest", "Sollzinsen", "Intérêts débiteurs", "Interessi debitori", "Intereses deudores"])
def test_debit_interest_is_money_out_of_an_account_that_nothing_names(interest: str, paid: str, *, settled: bool) -> None:
    after = 970 + int(float(paid))
    rows = (
        ("01/03/2025", "Till", "-30.00", "970.00"),
        ("01/16/2025", interest, paid, f"{after}.00"),
        ("01/20/2025", "Till", "-40.00", f"{after - 40}.00"),
    )

    assert (True in proofs(running("Account 15975787", rows, "1,000.00"))) is settled


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


def test_a_type_that_contradicts_the_sums_proves_nothing() -> None:
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
def test_words_of_many_languages_give_the_side_of_unsigned_amounts(text: str) -> None:
    assert True in proofs(unsigned(text, after="900.00"))


@pytest.mark.parametrize("text", ["Autogiro el", "Czynsz", "Recibo luz", "Lastschrift Strom", "Cheque 1920", "KORTKÖP 4411"])
def test_an_untitled_debt_that_grows_by_purchases_is_no_deposit_account(text: str) -> None:
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


def test_a_card_with_a_missing_row_is_not_read_with_reversed_signs() -> None:
    made = scene("Sample Bank", kind="Credit card statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Previous balance"), (-250, "$500.00"))
    made.cells((40, "New balance"), (-250, "$1,010.53"))
    for heading, rows, total in (
        ("Payments, Credits and Adjustments", (("01/05/2025", "Mobile payment", "- $100.00"),), ""),
        ("Transactions", (("01/08/2025", "Corner shop", "$250.00"), ("01/20/2025", "Market", "$350.00")), "Total transactions"),
    ):
        made.cells((40, heading))
        made.cells(*PLAIN_HEAD)
        for day, text, figure in rows:
            made.cells((40, day), (120, text), (-470, figure))
        if total:
            made.cells((40, total), (-470, "$600.00"))
    made.cells((40, "Total transactions for this period"), (-470, "$600.00"))
    made.cells((120, "Interest charge on purchases"), (-470, "$10.53"))
    (statement,) = statements(made)

    assert [str(line.amount) for line in statement.lines] == ["100.00", "-250.00", "-350.00"]
    assert statement.integrity.holds is not True
