"""Statements of banks that print what most do not: periods that share a boundary day, and rows of 0.00."""

import json
from pathlib import Path

import pytest

from finance.loading import load_ledger
from people.models import Organization
from reconciliation.management.foreground import reconcile_now
from reconciliation.models import StatementImport
from tests.servers import SHARED

BANK_FILES = SHARED / "data" / "bank_files"
pytestmark = [
    pytest.mark.shared,
    pytest.mark.django_db,
    pytest.mark.skipif(not BANK_FILES.is_dir(), reason="the files of banks are not beside the project"),
]


def organization_of(case: Path) -> Organization:
    books = json.loads((case / "books.json").read_text())
    load_ledger(books=books)
    return Organization.objects.get(slug=books["organizations"][0]["slug"])


def reconciled(organization: Organization, path: Path) -> StatementImport:
    return reconcile_now(organization=organization, filename=path.name, pdf=path.read_bytes(), account=None, provider="", password=None)


@pytest.mark.parametrize("names", [("fr_jan", "fr_feb", "fr_mar"), ("fr_mar", "fr_jan", "fr_feb")])
def test_three_months_that_share_their_boundary_days_are_proved(names: tuple[str, ...]) -> None:
    case = BANK_FILES / "30-shared-boundary-day"
    organization = organization_of(case)

    imports = [reconciled(organization, case / f"{name}.pdf") for name in names]

    for statement_import in imports:
        statement_import.refresh_from_db()
        assert statement_import.reconciliation is not None
        assert (statement_import.verdict, statement_import.reconciliation["reasons"]) == ("matched", [])


def test_a_row_of_nothing_is_no_difference() -> None:
    case = BANK_FILES / "31-zero-line"

    done = reconciled(organization_of(case), case / "b_zero.pdf")

    assert done.reconciliation is not None
    (answer,) = done.reconciliation["statements"]
    assert (done.verdict, answer["reasons"], len(answer["zero_lines"]), answer["new"]) == ("matched", [], 1, [])
    assert (done.status, done.extracted_data) == (StatementImport.Status.COMPLETE, None)
