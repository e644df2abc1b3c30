"""The form of a proof: its schema, its canonical bytes, and refused files."""

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from pypdf import PdfReader

from config.checks import proofs_can_be_signed
from reconciliation.proof.checks import acts, law
from reconciliation.proof.form import NoProof, is_signed, public_key_of, read_proof, signature_under, written
from reconciliation.reports.as_pdf import pdf_of
from reconciliation.verification import verdict
from tests.factories import AccountFactory
from tests.project import PROJECT
from tests.proof.making import a_matched_month, check_schema_of, proofs_of
from tests.read_statements import paper, read_in
from tests.reports.making import TODAY, a_household, january_of, report


@pytest.mark.django_db
def test_every_proof_is_as_the_schema_has_it() -> None:
    stranger = read_in(AccountFactory.create().organization, paper([(5, "-1.00", "Tea")], number="9999"))
    for statement_import in (a_matched_month()[1], january_of(a_household()), stranger):
        for proof in proofs_of(statement_import):
            check_schema_of(proof)


@pytest.mark.django_db
def test_a_proof_never_holds_the_whole_number_of_an_account() -> None:
    account, january = a_matched_month()
    account.number = "DE89370400440532013000"
    account.save()

    told = written(proofs_of(january)[0]).decode()
    assert "•••• 3000" in told
    assert "370400440532013" not in told


@pytest.mark.django_db
def test_the_paper_is_made_of_the_proof_and_names_its_digest() -> None:
    january = january_of(a_household())
    [proof] = proofs_of(january)
    pages = PdfReader(io.BytesIO(pdf_of([report(january, "proof")], TODAY))).pages
    printed = "".join("".join(page.extract_text().split()) for page in pages)

    assert proof["digest"]["value"] in printed
    assert "KiteCo" in printed.replace("&", "")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"format": "tieout-proof", "version": 1}',
        b'{"format": "tieout-proof", "version": 2, "version": 2}',
        b'{"format": "tieout-proof", "version": 2, "rows": NaN}',
        b"[" * 100_000,
        b"\xff\xfe",
    ],
)
def test_an_invalid_proof_is_refused_with_an_explanation(data: bytes) -> None:
    with pytest.raises(NoProof):
        read_proof(data)


def test_a_proof_is_checked_without_django_and_without_a_database() -> None:
    code = "import sys; import reconciliation.proof.check; print('django' in sys.modules, 'config' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_the_law_of_the_check_knows_the_same_reasons_as_the_law_of_the_verifier() -> None:
    assert frozenset(verdict.DEFINITE) == law.DEFINITE
    assert frozenset(verdict.CONFIRMED) == law.CONFIRMED
    assert frozenset(verdict.TIMING) == law.TIMING
    assert frozenset(verdict.NOTHING_COMPARED) == law.NOTHING_COMPARED
    assert verdict.NOTE == law.NOTE
    assert frozenset(verdict.FACTS) == acts.FACTS


def test_a_signature_tells_nothing_of_the_key() -> None:
    key = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
    signature = signature_under("ab" * 32, key)

    assert signature is not None
    assert is_signed("ab" * 32, signature)
    assert not is_signed("cd" * 32, signature)
    assert signature["public_key"] == public_key_of(key)
    assert key not in json.dumps(signature)
    assert signature_under("ab" * 32, "") is None
    with pytest.raises(ValueError, match="32 bytes"):
        signature_under("ab" * 32, "c2hvcnQ=")


@pytest.mark.parametrize(("key", "said"), [("c2hvcnQ=", 1), ("", 0), ("MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=", 0)])
def test_an_invalid_key_is_reported_at_the_start(settings: Any, key: str, said: int) -> None:
    settings.PROOF_KEY = key
    assert len(proofs_can_be_signed()) == said
