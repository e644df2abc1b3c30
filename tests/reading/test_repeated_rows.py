"""A repeated row or a reversed sign is not corrected silently; it forbids the proof."""

import pytest

from tests.reading.making.maker import make
from tests.reading.making.scene import Scene
from tests.reading.making.trial import FAULTS, judged
from tests.reading.scenes import Cell, page, statement, statements

HEAD: tuple[tuple[Cell, ...], ...] = (
    ((40, "Sample Bank"),),
    ((40, "Statement period 01/01/2025 to 01/31/2025"),),
)
COLUMNS: tuple[Cell, ...] = ((40, "Date"), (120, "Description"), (-400, "Amount"), (-500, "Balance"))


def row(day: str, text: str, amount: str, balance: str) -> tuple[Cell, ...]:
    return (*(((40, f"01/{day}/2025"),) if day else ()), (120, text), (-400, amount), (-500, balance))


def loan(*again: tuple[Cell, ...]) -> Scene:
    return page(
        *HEAD[:1],
        ((40, "Loan statement"),),
        *HEAD[1:],
        ((40, "Original loan amount"), (-250, "200,000.00")),
        ((40, "Date"), (-180, "Amount"), (-240, "Balance"), (260, "Transaction details")),
        ((-240, "59,445.60"), (260, "Balance b/f")),
        ((40, "01/05/2025"), (-180, "+3,447.37"), (-240, "62,892.97"), (260, "Interest charged")),
        *again,
        ((40, "01/20/2025"), (-180, "+1,710.37"), (-240, "64,603.34"), (260, "Interest charged")),
        ((-240, "64,603.34"), (260, "Closing balance")),
        ((-560, "Page 1/1"),),
    )


def test_a_line_named_as_the_row_above_it_may_be_a_row_and_no_total() -> None:
    again = ((-180, "+3,447.37"), (-240, "62,892.97"), (260, "Interest charged"))

    assert statement(loan(again)).integrity.holds is not True


def test_a_loan_without_the_repeated_line_is_proved() -> None:
    assert statement(loan()).integrity.holds is True


def on_two_pages(again: str) -> Scene:
    made = page(
        *HEAD[:1],
        ((40, "Checking account statement"),),
        *HEAD[1:],
        ((40, "Opening balance"), (-250, "500.00")),
        ((40, "Closing balance"), (-250, "400.00" if again == "80.00" else "330.00")),
        COLUMNS,
        row("05", "Rent", "-20.00", "480.00"),
        row("20", "Corner shop", "-80.00", "400.00"),
    )
    made.sheet.next_page()
    made.cells(*COLUMNS)
    made.cells(*row("20", "Corner shop", f"-{again}", "400.00" if again == "80.00" else "330.00"))
    return made


@pytest.mark.parametrize(("again", "is_proved"), [("70.00", True), ("80.00", False)])
def test_a_row_repeated_on_the_next_page_with_its_balance_forbids_a_proof(again: str, is_proved: bool) -> None:
    assert (statement(on_two_pages(again)).integrity.holds is True) == is_proved


def ended_then(*rows: tuple[Cell, ...]) -> Scene:
    """An account whose rows end with its closing balance, and a page that begins as if another one followed."""
    table = (COLUMNS, ((120, "Opening balance"), (-500, "500.00")))
    made = page(*HEAD[:1], ((40, "Checking account statement"),), ((40, "Account number 12345678"),), *HEAD[1:], *table)
    for line in (row("05", "Rent", "-20.00", "480.00"), row("20", "Corner shop", "-80.00", "400.00")):
        made.cells(*line)
    made.cells((120, "Closing balance"), (-500, "400.00"))
    made.sheet.next_page()
    for line in (COLUMNS, ((120, "Opening balance"), (-500, "480.00")), *rows, ((120, "Closing balance"), (-500, "400.00"))):
        made.cells(*line)
    return made


@pytest.mark.parametrize(("shop", "is_proved"), [("Other shop", True), ("Corner shop", False)])
def test_a_page_that_repeats_the_rows_of_another_is_no_proved_account(shop: str, is_proved: bool) -> None:
    _, second = statements(ended_then(row("20", shop, "-80.00", "400.00")))

    assert (second.integrity.holds is True) == is_proved


def typed(beside: str, side: str) -> Scene:
    """A column of sides into which a word beside it may reach; the second row's balance goes up."""
    columns: tuple[Cell, ...] = ((40, "Date"), (120, "Description"), (200, "Type"), (-400, "Amount"), (-500, "Balance"))
    rows = (
        ((40, "01/05/2025"), (120, "Rent"), (200, "Debit"), (-400, "20.00"), (-500, "480.00")),
        ((40, "01/20/2025"), (120, "Refund"), (171, beside), (200, side), (-400, "80.00"), (-500, "560.00")),
        ((40, "01/21/2025"), (120, "Corner shop"), (200, "Debit"), (-400, "60.00"), (-500, "500.00")),
    )
    ends = (((40, "Opening balance"), (-250, "500.00")), ((40, "Closing balance"), (-250, "500.00")))
    return page(*HEAD[:1], ((40, "Checking account statement"),), *HEAD[1:], *ends, columns, *rows)


@pytest.mark.parametrize("beside", ["", "medical"])
@pytest.mark.parametrize(("side", "is_proved"), [("Credit", True), ("Debit", False)])
def test_the_side_of_a_row_is_read_although_a_word_touches_it(beside: str, side: str, is_proved: bool) -> None:
    assert (statement(typed(beside, side)).integrity.holds is True) == is_proved


def account(*rows: tuple[Cell, ...], closing: str) -> Scene:
    return page(
        *HEAD[:1],
        ((40, "Savings account statement"), (400, "Page 1 of 1")),
        *HEAD[1:],
        ((40, "Closing balance"), (-250, closing)),
        COLUMNS,
        *rows,
    )


def test_a_check_printed_twice_on_a_line_under_a_box_of_advice_forbids_a_proof() -> None:
    columns: tuple[Cell, ...] = ((40, "Check no."), (120, "Date"), (-278, "Amount"), (300, "Check no."), (370, "Date"), (-535, "Amount"))
    check: tuple[Cell, ...] = ((40, "1398"), (120, "01/20/2025"), (-278, "-204.00"), (300, "1398"), (370, "01/20/2025"), (-535, "-204.00"))
    ends = (((40, "Opening balance"), (-250, "500.00")), ((40, "Closing balance"), (-250, "296.00")))
    made = page(*HEAD[:1], ((40, "Checking account statement"),), *HEAD[1:], *ends, ((40, "Checks paid"),))
    for place, text in enumerate(("Did you know?", "With 25.00 each month,", "300.00 at the end of the year.", "From 3.25 %")):
        made.sheet.write(460, text, size=7, y=made.sheet.y - 10 + 10 * place)
    made.cells(*columns)
    made.cells(*check)

    assert statement(made).integrity.holds is not True


@pytest.mark.parametrize(("sign", "is_proved"), [("+", True), ("-", False)])
def test_a_printed_plus_is_money_in_on_an_account_in_credit(sign: str, is_proved: bool) -> None:
    """Newest first: the upper row leads from the balance below it to its own."""
    first = row("27", "Deposit", f"{sign}258.96", "1,224.67")
    made = account(first, row("12", "Interest paid to you", "+76.32", "965.71"), closing="1,224.67")

    assert (statement(made).integrity.holds is True) == is_proved


@pytest.mark.parametrize("seed", [3400010956, 3500008820, 3500011290, 3500015029, 3700016734, 4000002570, 4000002788, 4800019183])
def test_a_generated_statement_with_a_fault_is_not_proved(seed: int) -> None:
    """The faults are: a subtotal that counts a row again, a row named as a total, a sign reversed against a plus, a row left out as a copy,
    a balance of debits, a row's words that reverse the side of its section, a check beside itself under a total of both or under a box of
    advice."""
    assert not judged(seed, make(seed, faults=1.0)).false


@pytest.mark.parametrize("seed", [3600018619, 3900005950, 3900008413, 4100006156, 4100012175, 4300015817])
def test_a_generated_statement_with_several_faults_is_not_proved_wrongly(seed: int) -> None:
    """The faults are: a row named as the sum of the following ones, a page lost or doubled, a side beside a word, a card's debt taken for a
    credit."""
    assert not judged(seed, make(seed, faults=FAULTS)).false


@pytest.mark.parametrize(("check", "rows"), [("40.00", 2), ("41.00", 3)])
def test_a_list_of_checks_above_rows_with_balances_may_repeat_some_of_them(check: str, rows: int) -> None:
    made = page(
        *HEAD,
        ((40, "Beginning balance"), (-250, "100.00")),
        ((40, "Ending balance"), (-250, "110.00")),
        ((40, "Checks paid"),),
        ((40, "Check no."), (120, "Date paid"), (-400, "Amount")),
        ((40, "2214"), (120, "01/06/2025"), (-400, check)),
        ((40, "Transaction detail"),),
        COLUMNS,
        ((120, "Beginning balance"), (-500, "100.00")),
        row("05", "Deposit", "50.00", "150.00"),
        row("06", "Check 2214", "-40.00", "110.00"),
        ((120, "Ending balance"), (-500, "110.00")),
    )
    [result] = statements(made)

    assert len(result.lines) == rows
    assert (result.integrity.holds is True) is (rows == 2)
