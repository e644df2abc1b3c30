"""Rows of a statement show the reason for their place."""

import pytest

from reconciliation.presentation.labels.rows import why_ambiguous, why_cleared, why_differing, why_missing, why_new
from reconciliation.presentation.labels.verdicts import left_to_do
from tests.presentation.verdicts import missing, new, statement


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (["payee", "days:2"], "Same amount, similar description, 2 days later at the bank"),
        (["reference", "days:0"], "Same amount, same reference, same day"),
        (["amount", "days:-1"], "Same amount, 1 day earlier at the bank"),
        (["reference", "group"], "Same amount, same reference, same amount together"),
        ([], ""),
    ],
)
def test_a_cleared_match_gives_its_reasons(codes: list[str], said: str) -> None:
    assert why_cleared(codes) == said


def test_transposed_digits_are_suggested() -> None:
    said = why_differing({"kind": "amount", "hint": "digits_transposed"})

    assert said == "Same payment, different amount. Two digits may have changed places"


def test_a_charge_is_named_and_a_pending_entry_is_offered() -> None:
    assert why_new(new("-12.00") | {"reason": "fee", "candidate": "t3"}) == "Bank charge. A pending entry may be this payment"


def test_a_proof_outweighs_the_kind() -> None:
    assert why_missing(missing("-75.00", proof="cleared_later")) == "Cleared on a later statement"


def test_an_entry_that_may_be_entered_twice_says_so_once() -> None:
    assert why_missing(missing("-80.00", "possible_duplicate") | {"hint": "possible_duplicate"}) == "Possibly entered twice"


def test_one_row_against_two_entries_says_that_one_is_extra() -> None:
    assert "one is extra or missing" in why_ambiguous({"lines": [0], "transactions": ["t1", "t2"], "doubt": "ambiguous_rows"})


def test_a_row_that_another_statement_prints_is_not_one_to_record() -> None:
    repeated = new("-12.00") | {"repeats": {"statement": 0, "line": 3}}

    assert left_to_do(statement(new=[repeated, new("-9.00")])) == ["1 row missing from your books"]
    assert why_new(repeated) == "Already on another statement"
