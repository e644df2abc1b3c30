"""The schema of a verdict matches the stored verdicts of the sample statements."""

import json
from pathlib import Path

import pytest

from api.schemas.verdicts import StatementAnswer, VerdictShape
from finance.loading import load_ledger
from people.models import Organization
from reconciliation.management.foreground import reconcile_now

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("file", sorted(path.name for path in SAMPLES.glob("statements/*.pdf")))
def test_a_stored_verdict_has_every_field_of_the_schema_and_no_other(file: str) -> None:
    load_ledger(books=json.loads((SAMPLES / "books.json").read_text()))
    pdf, ours = (SAMPLES / "statements" / file).read_bytes(), Organization.objects.get()
    done = reconcile_now(organization=ours, filename=file, pdf=pdf, account=None, provider="", password=None)

    stored = done.reconciliation or {}

    VerdictShape.model_validate(stored)
    assert set(VerdictShape.model_fields) <= set(stored)
    for answer in stored["statements"]:
        rare = {"explained", "split"}  # these only if a row is a payout, or a part of a payment
        assert set(answer) | rare == set(StatementAnswer.model_fields)
