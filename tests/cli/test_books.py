"""Entries in, entries out, and a proof checked."""

import json
import zipfile
from decimal import Decimal
from pathlib import Path

import pytest

from finance.entries import edit
from finance.models import Transaction
from people.models import Organization
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.proof.form import written
from tests.cli.conftest import OPENING, STATEMENT, Run
from tests.factories import MembershipFactory
from tests.proof.making import proofs_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def used(run: Run, books: Path) -> Run:
    run("reconcile", STATEMENT, "--ledger", books, "--opening-balance", OPENING, "--quiet")
    return run


def test_import_reports_the_added_and_the_known_entries(used: Run, tmp_path: Path) -> None:
    more = tmp_path / "more.csv"
    more.write_text("Date,Description,Amount\n2026-03-02,Tea,-1.50\n")

    assert used("import", more, "--account", "Account").output == f"{more}: 1 added\n"
    assert json.loads(used("import", more, "--account", "Account", "--json").output)["known"] == 1
    assert used("import", more, "--account", "Nobody").exit_code == 3


def test_a_column_of_a_file_can_be_named(used: Run, tmp_path: Path) -> None:
    more = tmp_path / "more.csv"
    more.write_text("Date,Description,Cost me,Got\n2026-03-02,Tea,1.50,\n2026-03-03,Cup,,2.50\n")

    assert "--column 'debit=Cost me' --column credit=Got" in used("import", more, "--account", "Account").stderr
    named = ("--column", "debit=Cost me", "--column", "credit=Got")
    assert used("import", more, "--account", "Account", *named).output == f"{more}: 2 added\n"


def test_a_file_that_is_the_whole_of_a_period_changes_the_account_once_that_is_confirmed(used: Run, tmp_path: Path) -> None:
    more = tmp_path / "more.csv"
    more.write_text("Date,Description,Amount\n2026-03-02,Tea,-1.50\n2026-03-03,Cup,-2.50\n")
    used("import", more, "--account", "Account")
    more.write_text("Date,Description,Amount\n2026-03-03,Cup,-2.50\n")
    asked = ("import", more, "--account", "Account", "--whole-period", "2026-03-01..2026-03-31")

    shown = used(*asked).stderr
    assert "Void, because the file lacks it: 2026-03-02  -1.50  posted  Tea" in shown
    assert used(*asked, "--confirm", shown.split("--confirm ")[1].split()[0]).stdout == f"{more}: 0 added, 1 known, 1 voided\n"


def test_corrections_are_listed_until_they_are_done(used: Run, tmp_path: Path) -> None:
    more = tmp_path / "more.csv"
    more.write_text("Date,Description,Amount\n2026-03-02,Tea,-1.50\n2026-03-03,Cup,-2.50\n")
    used("import", more, "--account", "Account")
    assert used("corrections", "--account", "Account").exit_code == 0
    organization = Organization.objects.get()
    member = MembershipFactory.create(organization=organization, role=Role.OWNER).user
    edit(entry=Transaction.objects.of(organization).get(description="Tea"), by=member, amount=Decimal("-1.80"))

    listed = used("corrections", "--account", "Account", "--json")
    assert listed.exit_code == 1
    key = json.loads(listed.stdout)["entry"]
    assert (
        f"{key}  Change the amount. It was changed here.\n  there: 2026-03-02 -1.50 Tea\n"
        in used("corrections", "--account", "Account").stdout
    )
    assert used("corrections", "--account", "Account", "--csv").stdout.count("\n") == 2
    assert used("corrections", "--account", "Account", "--done", key).exit_code == 0
    assert used("corrections", "--account", "Account", "--undo", key).exit_code == 1
    assert used("corrections", "--account", "Account", "--undo", key).exit_code == 2
    assert used("corrections", "--account", "Account", "--done", "x").exit_code == 2


def test_a_row_that_was_corrected_since_is_reported(used: Run, tmp_path: Path) -> None:
    more = tmp_path / "more.csv"
    rows = [f"2026-03-{day:02},row {day},-{day}.00" for day in range(1, 20)]
    more.write_text("\n".join(["Date,What,Amount", *rows, "2026-03-31,Tea,-1.50"]))
    used("import", more, "--account", "Account")
    more.write_text("\n".join(["Date,What,Amount", *rows[:2], "2026-03-31,Tea,-1.50"]))
    told = used("import", more, "--account", "Account").output.splitlines()

    assert told[0] == f"{more}: 0 added, 3 known"
    assert told[1].startswith("17 entries from an earlier file are not in this one.")
    assert told[2] == "  2026-03-03         -3.00  row 3"
    assert told[-1] == "... and 7 more."
    assert json.loads(used("import", more, "--account", "Account", "--json").output)["absent"] == 17
    assert used("import", more, "--account", "Account", "--quiet").output == ""


def test_an_account_comes_out_as_csv_and_as_ofx(used: Run, tmp_path: Path) -> None:
    assert used("export", "--account", "Account").stdout.count("\n") > 10
    target = tmp_path / "account.ofx"
    assert used("export", "--account", "Account", "--format", "ofx", "-o", target).exit_code == 0
    assert b"<OFX>" in target.read_bytes()
    assert used("export").exit_code == 2
    assert used("export", "--account", "Nobody").exit_code == 2


def test_everything_comes_out_as_one_archive(used: Run, tmp_path: Path) -> None:
    target = tmp_path / "home.zip"
    assert used("export", "--everything", target, "--quiet").output == ""
    assert "manifest.json" in zipfile.ZipFile(target).namelist()
    assert used("export", "--everything", target).exit_code == 3


def test_an_auditor_checks_a_proof_with_the_files_alone(used: Run, tmp_path: Path) -> None:
    [proof] = proofs_of(StatementImport.objects.of(Organization.objects.get()).get())
    file, ledger = tmp_path / "proof.json", tmp_path / "ledger.csv"
    file.write_bytes(written(proof))
    used("export", "--account", "Account", "-o", ledger)

    whole = used("verify-proof", file, "--document", STATEMENT, "--ledger", ledger)
    assert whole.exit_code == 0, whole.output
    assert "Everything holds" in whole.output
    assert "public key" in whole.output
    assert "rows[*].page" in whole.output

    ledger.write_text(ledger.read_text().replace("-212.78", "-212.79"))
    told = json.loads((changed := used("verify-proof", file, "--ledger", ledger, "--json")).output)
    assert changed.exit_code == 1
    assert {each["code"] for each in told["findings"]} == {"entry_not_in_ledger", "entry_not_in_proof", "ledger_balance_differs"}
    assert {"where": "document.sha256", "why": "Only the document shows it."} in told["not_checked"]
    assert used("verify-proof", STATEMENT).exit_code == 3
