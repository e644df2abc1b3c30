"""No answer of a model about a generated statement makes a false proof."""

import datetime as dt
import os
import random
from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reconciliation.extraction.extraction import Extraction, proved_of
from reconciliation.printed.statement import Reading
from reconciliation.reading.reader import read
from tests.extraction.liar import Liar, rows_seen
from tests.extraction.papers import Json, Row, an_extraction, finished, paper, told
from tests.reading.making.judging import false_proofs
from tests.reading.making.maker import make
from tests.reading.making.truth import Made

DOCUMENTS = int(os.environ.get("MADE_STATEMENTS", "30"))
SEED = int(os.environ.get("MADE_SEED", "0")) or random.SystemRandom().randrange(10**9)
SHARES = (0.0, 0.03, 0.3)  # of its answers that are lies


def a_liar(extraction: Extraction, rows: list[Json], seed: int, share: float) -> Liar:
    return Liar(extraction.scanned, rows, random.Random(seed), share)  # noqa: S311  a seed must give the same lies again


def said_of(seed: int, share: float) -> tuple[Reading, Made]:
    """A blind reader's document, read by the model alone."""
    drawn = make(seed, faults=0.4)
    document = drawn.sheet.document()
    extraction = an_extraction(document)
    if not extraction.is_worth_asking:
        return extraction.before, drawn.made
    liar = a_liar(extraction, list(rows_seen(extraction.scanned)), seed, share)
    return finished(extraction, liar).reading, drawn.made


def read_alone(seed: int) -> Reading:
    """Return the reader's own result; its faults are the subject of the reader's tests."""
    return read(make(seed, faults=0.4).sheet.document())


def is_true(reading: Reading, made: Made) -> bool:
    return not false_proofs(reading, made) and days_are_true(reading, made)


def days_are_true(reading: Reading, made: Made) -> bool:
    """Has every proved statement the days of an account's movements, too?"""
    true = [Counter((one.day, one.amount) for one in account.movements) for account in made.accounts]
    return all(Counter((line.date, line.amount) for line in each.lines) in true for each in proved_of(reading))


@pytest.mark.parametrize("share", SHARES)
def test_no_lie_makes_a_proof(share: float) -> None:
    wrong = []
    for seed in range(SEED, SEED + DOCUMENTS):
        reading, made = said_of(seed, share)
        wrong += [] if is_true(reading, made) or not is_true(read_alone(seed), made) else [seed]

    assert wrong == [], f"share {share}"


ROW = st.tuples(st.integers(2, 28), st.sampled_from(["Shop", "Rent", "Payroll"]), st.sampled_from([-500, 500, -250, 250, -10]))


@given(rows=st.lists(ROW, min_size=1, max_size=8), turn=st.integers(0, 8), seed=st.integers(0, 10**6), share=st.sampled_from(SHARES))
def test_no_lie_makes_a_proof_where_an_honest_answer_would(rows: list[tuple[int, str, int]], turn: int, seed: int, share: float) -> None:
    """Twins, reversals and rows that come to nothing are among them, on one page or two."""
    printed: list[Row] = [(f"01/{day:02}/2026", text, f"{Decimal(cents) / 100:.2f}") for day, text, cents in sorted(rows)]
    made = paper(*(part for part in (printed[:turn], printed[turn:]) if part))
    document = made.document()
    extraction = an_extraction(document)
    lines = [line for chunk in extraction.chunks for line in chunk if line.text.startswith("01/")]

    liar = a_liar(extraction, [told(line.number, line.text) for line in lines], seed, share)
    reading = finished(extraction, liar).reading

    true = Counter((dt.date(2026, 1, int(day[3:5])), Decimal(amount)) for day, _, amount in printed)
    assert all(Counter((line.date, line.amount) for line in each.lines) == true for each in proved_of(reading))
