"""The proofs of the sample statements, which were read from real PDFs, hold with their documents and their books."""

from io import StringIO

import pytest
from django.core.management import call_command

from people.models import Organization
from reconciliation.models import Statement
from reconciliation.proof.check import check_proof
from reconciliation.storage import archive
from tests.proof.making import check_schema_of, ledger_of, proofs_of


@pytest.mark.django_db(transaction=True)
def test_the_proofs_of_the_samples_hold() -> None:
    call_command("load_demo", stdout=StringIO())
    verdicts = []
    for statement in Statement.objects.of(Organization.objects.get()):
        document = archive.fetch(statement.statement_import.organization, statement.statement_import.stored_as)
        [proof] = proofs_of(statement.statement_import)
        check_schema_of(proof)
        ledger = ledger_of(statement.account) if statement.account else None

        assert check_proof(proof, document=document, ledger=ledger) == []
        assert all(len(row["box"]) == 4 and row["page"] >= 1 and row["text"] for row in proof["rows"])
        verdicts.append(proof["answer"]["verdict"])
    assert sorted(verdicts) == ["matched", "mismatched", "partial", "unverifiable"]
