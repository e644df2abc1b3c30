"""The verifier against a brute-force reading of the law: it may doubt more, it may never claim more."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reconciliation.verification import verify
from tests.verdicts.oracle import Case, may_be_matched
from tests.verdicts.random_cases import books_of, cases, statement_of


@pytest.mark.slow
@settings(max_examples=400)
@given(cases(), st.randoms(use_true_random=False))
def test_nothing_is_matched_that_brute_force_would_not_match(case: Case, shuffled: Random) -> None:
    order = list(range(len(case.papers)))
    shuffled.shuffle(order)

    verdicts = verify([books_of(case)], [statement_of(case, place) for place in order])

    claimed = {place for place, verdict in zip(order, verdicts, strict=True) if verdict.verdict == "matched"}
    assert claimed <= {place for place in order if may_be_matched(case, place)}
