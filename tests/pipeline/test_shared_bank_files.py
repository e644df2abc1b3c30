"""Statements of banks that print what most do not: periods that share a boundary day, rows of 0.00, a card that is not called one, and
the days of purchase and posting under short headings."""

from pathlib import Path

import pytest

from people.models import Organization
from reconciliation.documents.opening import open_document
from reconciliation.management.foreground import reconcile_now
from reconciliation.models import StatementImport
from reconciliation.reading.reader import read
from tests.bank_files import BANK_FILES, MARKS, organization_of

pytestmark = MARKS


def reconciled(organization: Organization, path: Path) -> StatementImport:
    return reconcile_now(organization=organization, filename=path.name, pdf=path.read_bytes(), account=None, provider="", password=None)


@pytest.mark.parametrize("names", [("fr_jan", "fr_feb", "fr_mar"), ("fr_mar", "fr_jan", "fr_feb")])
def test_three_months_that_share_their_boundary_days_are_proved(names: tuple[str, ...]) -> None:
    case = BANK_FILES / "30-shared-boundary-day"
    organization = organization_of(case.name)

    imports = [reconciled(organization, case / f"{name}.pdf") for name in names]

    for statement_import in imports:
        statement_import.refresh_from_db()
        assert statement_import.reconciliation is not None
        assert (statement_import.verdict, statement_import.reconciliation["reasons"]) == ("matched", [])


def test_a_row_of_nothing_is_no_difference() -> None:
    case = BANK_FILES / "31-zero-line"

    done = reconciled(organization_of(case.name), case / "b_zero.pdf")

    assert done.reconciliation is not None
    (answer,) = done.reconciliation["statements"]
    assert (done.verdict, answer["reasons"], len(answer["zero_lines"]), answer["new"]) == ("matched", [], 1, [])
    assert (done.status, done.extracted_data) == (StatementImport.Status.COMPLETE, None)


def test_a_card_that_is_not_called_one_owes_what_its_books_owe() -> None:
    case = BANK_FILES / "35-card-sign"

    done = reconciled(organization_of(case.name), case / "c_nozero.pdf")

    assert done.reconciliation is not None
    (answer,) = done.reconciliation["statements"]
    assert (done.verdict, answer["reasons"], len(answer["matched"])) == ("matched", [], 3)
    assert [answer[name]["statement"] for name in ("opening_balance", "closing_balance")] == ["-210.00", "-86.40"]


@pytest.mark.parametrize("name", ["beleg-buchung", "belegdatum-buchungsdatum"])
def test_the_day_of_posting_is_the_date_and_that_of_purchase_is_beside_it(name: str) -> None:
    pdf = (BANK_FILES / "36-beleg-buchung" / f"{name}.pdf").read_bytes()

    (statement,) = read(open_document(pdf)).statements

    days = [(str(line.date), str(line.transaction_date)) for line in statement.lines]
    assert days == [("2026-01-05", "2026-01-03"), ("2026-01-09", "2026-01-08"), ("2026-01-21", "2026-01-20")]
    assert statement.account_hint == "5555 XXXX XXXX 9012"  # the card number as the bank prints it
