"""Every way of editing a statement gives its fact, and no genuine statement has a fact that speaks against it.

`DOCUMENTS=1000 pytest -s tests/examining -k genuine` examines as many made statements of thirty producers.
"""

import os
import random
from collections import Counter

import pytest

from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import DocumentUnreadable, open_document
from reconciliation.examining import Examination, examine
from reconciliation.reading.reader import read
from tests.examining import editing
from tests.examining.producers import PRODUCERS, made

LIMITS = DocumentLimits()
DOCUMENTS = int(os.environ.get("DOCUMENTS", PRODUCERS))
FIRST = int(os.environ.get("FIRST", "0")) or random.SystemRandom().randrange(10**6) * PRODUCERS


def examined(pdf: bytes) -> Examination:
    document = open_document(pdf, limits=LIMITS)
    return examine(pdf, document, read(document), LIMITS)


def codes(examination: Examination, *, against: bool) -> list[str]:
    return [fact.code for fact in examination.facts if fact.speaks_against is against]


@pytest.mark.parametrize("edit", editing.EDITS, ids=lambda edit: edit.__name__)
def test_an_edit_gives_a_fact_that_speaks_against_the_document(edit: editing.Edit) -> None:
    assert editing.EDITS[edit] & set(codes(examined(edit()), against=True))


@pytest.mark.parametrize("save", editing.SAVES, ids=lambda save: save.__name__)
def test_a_save_by_another_program_only_informs(save: editing.Edit) -> None:
    examination = examined(save())

    assert editing.SAVES[save] & set(codes(examination, against=False))
    assert codes(examination, against=True) == []


def test_genuine_statements_have_no_fact_against_them() -> None:
    against: dict[int, list[str]] = {}
    examined_count = 0
    for seed in range(FIRST, FIRST + DOCUMENTS):
        try:
            examination = examined(made(seed))
        except DocumentUnreadable:
            continue
        examined_count += 1
        assert "not_examined" not in codes(examination, against=False)
        if examination.speaks_against:
            against[seed] = codes(examination, against=True)
            print(f"{seed}: {Counter(against[seed])}", flush=True)  # noqa: T201  what `pytest -s` is asked for
    print(f"{examined_count} genuine statements of {PRODUCERS} producers from {FIRST}: {len(against)} with a fact against them")  # noqa: T201

    assert against == {}
    assert examined_count >= 0.95 * DOCUMENTS
