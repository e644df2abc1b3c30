"""Text from a file of entries never reaches a terminal as a control sequence."""

from pathlib import Path

import pytest

from tests.cli.conftest import STATEMENT, Run

pytestmark = pytest.mark.django_db(transaction=True)
ESCAPE = "\x1b]0;owned\x07"


def test_headings_that_are_asked_about(run: Run, tmp_path: Path) -> None:
    ledger = tmp_path / "odd.csv"
    ledger.write_text(f"Date,Te{ESCAPE}xt,Worth\n2026-01-03,Shop,much\n")
    done = run("reconcile", STATEMENT, "--ledger", ledger)

    assert "Worth" in done.stderr
    assert done.output.replace("\n", "").isprintable()


@pytest.mark.parametrize("command", ["reconcile", "import"])
def test_entries_that_a_later_file_lacks(run: Run, tmp_path: Path, command: str) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    first.write_text(f"Date,Text,Amount\n2026-01-03,Sh{ESCAPE}op,-12.00\n2026-01-14,Rent,-13.00\n2026-01-02,Tea,-1.00\n")
    second.write_text("Date,Text,Amount\n2026-01-03,Shop,-21.00\n2026-01-14,Rent,-13.00\n2026-01-02,Tea,-1.00\n")
    run("reconcile", STATEMENT, "--ledger", first, "--opening-balance", "1.00", "--quiet")
    done = run("reconcile", STATEMENT, "--ledger", second) if command == "reconcile" else run("import", second, "--account", "Account")

    assert "1 entry from an earlier file is not in this one" in done.output
    assert done.output.replace("\n", "").isprintable()
