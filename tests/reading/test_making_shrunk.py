"""Habits drawn by Hypothesis: a document that fails shrinks to the fewest rows and the plainest bank."""

import random

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from reconciliation.reading.reader import read
from tests.reading.making.around import peculiar
from tests.reading.making.chance import Chance
from tests.reading.making.judging import false_proofs
from tests.reading.making.maker import draw
from tests.reading.making.showing import paper

sources = st.randoms(use_true_random=False)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(source=sources, faults=st.sampled_from((0.0, 1.0)))
def test_no_generated_bank_leads_to_a_false_proof(source: random.Random, faults: float) -> None:
    document = draw(Chance(source), faults=faults)
    note(f"fault {document.made.fault}; habits {peculiar(document.habits)}\n{paper(document.sheet)}")

    assert false_proofs(read(document.sheet.document()), document.made) == []
