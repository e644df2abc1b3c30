"""The examination of a document in the reports and in the proof."""

import pytest

from reconciliation.models import StatementImport
from reconciliation.proof.check import check_proof, not_checked
from reconciliation.proof.write import proof_of
from tests.proof.making import check_schema_of
from tests.reports.making import a_household, january_of, report, sheet_of

pytestmark = pytest.mark.django_db
BOX = [400.0, 120.5, 440.25, 130.0]
CHANGED = {"code": "figure_changed", "page": 1, "box": BOX, "params": {}, "evidence": ["Rent 25.00", "Rent 250.00"]}
MADE: dict[str, object] = {"code": "programs", "page": None, "box": None, "params": {"programs": "Writer"}, "evidence": []}
LAYOUT = {"producer": "", "fonts": [], "size": [], "edges": [], "heading": ""}


@pytest.fixture
def january() -> StatementImport:
    kept = january_of(a_household())
    kept.examination = {"facts": [MADE, CHANGED], "layout": LAYOUT}
    kept.save(update_fields=["examination"])
    return kept


def test_the_report_has_the_facts_against_the_document_apart(january: StatementImport) -> None:
    against, informing = report(january, "examination").tables

    assert [row.cells[1:] for row in against.rows] == [(1, "Rent 25.00", "Rent 250.00")]
    assert [str(row.cells[0]) for row in informing.rows] == ["The file names the programs that made it: Writer."]


def test_a_document_that_was_not_examined_has_the_reason_in_its_report() -> None:
    unexamined = report(january_of(a_household()), "examination")

    assert not unexamined.tables
    assert "not examined" in unexamined.notes[0]


def test_the_proof_holds_the_facts_and_lists_them_as_not_checked(january: StatementImport) -> None:
    proof = proof_of(sheet_of(january))

    check_schema_of(proof)
    assert [(fact["code"], fact["speaks_against"], fact["box"]) for fact in proof["document"]["examination"]] == [
        ("figure_changed", True, BOX),
        ("programs", False, None),
    ]
    assert check_proof(proof) == []
    assert "document.examination" in {field.where for field in not_checked(proof, document=True)}


def test_a_changed_fact_breaks_the_digest_of_the_proof(january: StatementImport) -> None:
    proof = proof_of(sheet_of(january))
    proof["document"]["examination"][0]["speaks_against"] = False

    assert [finding.code for finding in check_proof(proof)] == ["digest_differs"]


def test_the_proof_on_paper_shows_the_facts(january: StatementImport) -> None:
    tables = {table.key: table for table in report(january, "proof").tables}

    assert [row.cells[2:] for row in tables["against"].rows] == [("Rent 25.00", "Rent 250.00")]
