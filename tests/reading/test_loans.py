"""Statements of loans: a payment is split, its parts come to it, and the balance proves the principal."""

from decimal import Decimal

import pytest

from reconciliation.printed.statement import PrintedStatement
from tests.reading.making.loans import WORDS, make
from tests.reading.making.loans_judged import loan_trial
from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page, statement

SEEDS = range(5000, 5040)
HEADS = ("Principal", "Interest", "Escrow", "Payment", "Balance")
EDGES = (-260.0, -330.0, -400.0, -470.0, -540.0)


def loan(*rows: tuple[str, ...], heads: tuple[str, ...] = HEADS, closing: str = "198,995.00") -> Scene:
    """Return a loan of 200,000.00 with rows of day, text and a figure under each heading."""
    made = empty_page()
    for text in ("First Example Lending", "Mortgage Statement", "Loan number: 1234567890", "Statement period 01/01/2025 to 02/28/2025"):
        made.cells((50, text))
    made.cells((50, "Opening balance"), (-300, "200,000.00"))
    made.cells((50, "Closing balance"), (-300, closing), step=24)
    for row in (("Date", "Description", *heads), *rows):
        made.cells(*((place, text) for place, text in zip((40.0, 100.0, *EDGES), row, strict=False) if text))
    return made


ROWS = (
    ("01/05/2025", "Payment received", "500.00", "600.00", "150.00", "1,250.00", "199,500.00"),
    ("02/05/2025", "Payment received", "505.00", "595.00", "150.00", "1,250.00", "198,995.00"),
)


def parts_of(read: PrintedStatement) -> list[dict[str, str]]:
    return [{kind: str(amount) for kind, amount in row.parts} for row in read.lines]


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_and_parts_of_a_made_loan_are_right_and_no_changed_digit_is_proved(seed: int) -> None:
    trial = loan_trial(seed)

    assert (trial.right, trial.parts, trial.false) == (True, True, False)


def test_made_loans_have_every_layout_and_country() -> None:
    loans = [make(seed) for seed in range(200)]

    assert {loan.country for loan in loans} == WORDS.keys()
    assert {loan.layout for loan in loans} == {"columns", "beneath", "indented"}


def test_the_principal_is_the_row_and_the_balance_proves_it() -> None:
    read = statement(loan(*ROWS))

    assert read.integrity.holds is True
    assert [row.amount for row in read.lines] == [Decimal("500.00"), Decimal("505.00")]
    assert parts_of(read)[0] == {"payment": "1250.00", "principal": "500.00", "interest": "600.00", "escrow": "150.00"}
    assert [row.description for row in read.lines] == ["Payment received"] * 2


@pytest.mark.parametrize("place", [2, 3, 4, 5, 6])
def test_one_other_figure_of_a_row_proves_nothing(place: int) -> None:
    spoiled = (*ROWS[0][:place], ROWS[0][place].replace("0.00", "1.00"), *ROWS[0][place + 1 :])

    assert statement(loan(spoiled, ROWS[1])).integrity.holds is not True


def test_a_payment_of_nothing_but_interest_moves_no_balance() -> None:
    late = ("02/20/2025", "Payment received", "", "25.00", "", "25.00", "198,995.00")
    read = statement(loan(*ROWS, late))

    assert (read.integrity.holds, str(read.lines[2].amount)) == (True, "0")
    assert parts_of(read)[2] == {"payment": "25.00", "interest": "25.00"}


def test_without_a_printed_payment_nothing_is_said_of_parts() -> None:
    read = statement(loan(*((*row[:5], "", row[6]) for row in ROWS), heads=(*HEADS[:3], "", HEADS[4])))

    assert (read.integrity.holds, parts_of(read)) == (True, [{}, {}])


def test_the_whole_payment_is_the_row_where_interest_is_charged_in_a_row_of_its_own() -> None:
    made = empty_page()
    for text in ("First Example Lending", "Mortgage Statement", "Loan number: 1234567890", "Statement period 01/01/2025 to 02/28/2025"):
        made.cells((50, text))
    made.cells((50, "Opening balance"), (-300, "200,000.00"))
    made.cells((50, "Closing balance"), (-300, "199,250.00"), step=24)
    made.cells(*zip((40.0, 100.0, *EDGES), ("Date", "Description", "Principal", "Interest", "Escrow", "Payment", "Balance"), strict=True))
    for row in (
        ("01/05/2025", "Payment received", "650.00", "600.00", "0.00", "1,250.00", "198,750.00"),
        ("01/31/2025", "Payment reversed", "-250.00", "-250.00", "0.00", "-500.00", "199,250.00"),
    ):
        made.cells(*zip((40.0, 100.0, *EDGES), row, strict=True))
    read = statement(made)

    assert [row.amount for row in read.lines] == [Decimal("1250.00"), Decimal("-500.00")]
    assert parts_of(read)[0]["principal"] == "650.00"
