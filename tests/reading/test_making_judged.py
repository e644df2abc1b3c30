"""Judging, showing, shrinking and writing generated documents."""

import datetime as dt
import json
from dataclasses import replace
from pathlib import Path

import pytest

from reconciliation.printed.statement import Integrity
from tests.reading.making.around import PLAIN
from tests.reading.making.judging import false_proofs, perfect
from tests.reading.making.maker import Document, make
from tests.reading.making.shrinking import shrunk
from tests.reading.making.truth import Account, Made
from tests.reading.making.writing import write
from tests.reading.readings import ACCOUNT, PLAINLY, reading_of


def without_a_row(account: Account) -> Account:
    return replace(account, movements=account.movements[1:])


def test_the_right_reading_is_perfect_and_its_proof_is_true() -> None:
    reading = reading_of(ACCOUNT)

    assert perfect(reading, PLAINLY.made)
    assert false_proofs(reading, PLAINLY.made) == []


def test_a_proof_without_a_row_is_false() -> None:
    reading = reading_of(without_a_row(ACCOUNT))

    assert not perfect(reading, PLAINLY.made)
    assert len(false_proofs(reading, PLAINLY.made)) == 1


def test_a_proof_with_another_day_than_that_of_booking_is_false() -> None:
    later = replace(ACCOUNT, movements=tuple(replace(one, day=one.day + dt.timedelta(days=1)) for one in ACCOUNT.movements))

    assert len(false_proofs(reading_of(later), PLAINLY.made)) == 1


def test_an_unproved_reading_is_no_false_proof() -> None:
    assert false_proofs(reading_of(without_a_row(ACCOUNT), Integrity(holds=None)), PLAINLY.made) == []


@pytest.mark.parametrize(("fault", "false"), [("sign_flipped", 1), ("total_wrong", 1), ("page_lost", 0), ("page_doubled", 0)])
def test_a_contradiction_proves_nothing_and_a_page_without_rows_may_be_lost(fault: str, false: int) -> None:
    made = Made(accounts=[ACCOUNT], fault=fault)

    assert len(false_proofs(reading_of(ACCOUNT), made)) == false


def test_nothing_is_proved_without_printed_evidence() -> None:
    bare = replace(ACCOUNT, prints_opening=False)

    assert len(false_proofs(reading_of(bare), Made(accounts=[bare]))) == 1


def test_a_balance_that_is_not_printed_is_invented() -> None:
    bare = replace(ACCOUNT, prints_opening=False)

    assert not perfect(reading_of(bare), Made(accounts=[bare]))


def test_a_failing_document_shrinks_to_the_habit_that_causes_the_failure() -> None:
    def fails(seed: int, document: Document) -> bool:
        return document.habits["country"] == "pl"

    seed = next(seed for seed in range(100) if make(seed).habits["country"] == "pl")

    assert shrunk(seed, fails=fails).habits == {**PLAIN, "country": "pl"}


def test_written_documents_come_with_their_truth(tmp_path: Path) -> None:
    write(tmp_path, range(3))

    documents = [json.loads(line) for line in (tmp_path / "manifest.jsonl").read_text().splitlines()]
    truths = [json.loads((tmp_path / one["truth"]).read_text()) for one in documents]
    assert [(tmp_path / one["path"]).read_bytes()[:5] for one in documents] == [b"%PDF-"] * 3
    assert [len(truth["accounts"]) for truth in truths] == [len(make(seed).made.accounts) for seed in range(3)]
