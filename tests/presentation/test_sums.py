"""The bank reconciliation adds up from the balance per bank to the balance per books."""

from decimal import Decimal

import pytest

from reconciliation.presentation.statement_page.bank_reconciliation import adds_up, bank_reconciliation
from tests.presentation.verdicts import Json, bridge, missing, new, statement

CASES = {
    "outstanding payment and unrecorded charge": (
        statement(
            new=[new("-12.00")],
            missing=[missing("-75.00")],
            bridge=bridge(ledger_closing="1925.00", new="-12.00", timing="75.00", statement_closing="1988.00"),
        ),
        ["Outstanding payments", "On the statement, not in the books"],
    ),
    "deposit in transit": (
        statement(missing=[missing("900.00")], bridge=bridge(ledger_closing="1280.00", timing="-900.00", statement_closing="380.00")),
        ["Deposits in transit"],
    ),
    "entered twice": (
        statement(
            missing=[missing("-80.00", "possible_duplicate")],
            bridge=bridge(ledger_closing="840.00", missing="-80.00", statement_closing="920.00"),
        ),
        ["In the books, not on the statement"],
    ),
    "opening differs": (
        statement(bridge=bridge(ledger_closing="900.00", opening="40.00", statement_closing="940.00")),
        ["Opening balance differs"],
    ),
    "booked after the period": (
        statement(bridge=bridge(ledger_closing="1000.00", timing="-35.00", statement_closing="965.00")),
        ["Cleared by the bank, booked after the period"],
    ),
    "two wrong rows that cancel": (
        statement(differing=[{"line": 0, "transaction": "t1", "kind": "amount"}, {"line": 1, "transaction": "t2", "kind": "amount"}]),
        ["Amounts that differ"],
    ),
    "nothing": (statement(), []),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_bank_plus_reconciling_items_is_books(case: tuple[Json, list[str]]) -> None:
    stored, labels = case

    sums = bank_reconciliation(stored)

    assert sums is not None
    assert [line.label for line in [*sums.timing, *sums.to_enter]] == labels
    assert sums.adjusted == sums.books
    assert sums.difference == 0


def test_a_gap_in_the_reading_stays_as_the_unreconciled_difference() -> None:
    sums = bank_reconciliation(statement(bridge=bridge(ledger_closing="750.00", unexplained="100.00", statement_closing="850.00")))

    assert sums is not None
    assert sums.difference == Decimal("100.00")


def test_without_a_closing_balance_there_is_no_sum() -> None:
    assert bank_reconciliation(statement(bridge=None)) is None


@pytest.mark.parametrize(
    ("difference", "words"), [("0.00", "Printed figures contradict each other"), ("3.00", "Statement does not add up")]
)
def test_a_contradictory_reading_is_not_reported_as_missing_its_closing(difference: str, words: str) -> None:
    assert adds_up({"holds": False, "difference": difference}).says == words
