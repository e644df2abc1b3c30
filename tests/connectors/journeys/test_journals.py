"""From a journal to a statement with a row that it lacks, and back: the row is included there, and the program agrees with the bank."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from reconciliation.models import StatementImport
from reconciliation.presentation.statement_page.sheet import sheets_of
from reconciliation.reports.statement_files import journal_of
from tests.connectors.journeys.telling import NUMBER, as_the_bank_prints, brought_in, is_matched
from tests.factories import AccountFactory
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
NAME = "Assets:Bank:Giro"
FEE = (30, "Account fee", "-8.50")
BEANCOUNT = f"""2020-01-01 open {NAME} EUR
2020-01-01 open Expenses:Rent
2020-01-01 open Income:Sales
2020-01-01 open Expenses:Unassigned
2020-01-01 open Equity:Opening
2025-12-31 * "opening"
  {NAME}  1000.00 EUR
  Equity:Opening
2026-01-15 * "Quayside Lettings" "rent"
  {NAME}  -1150.00 EUR
  Expenses:Rent
2026-01-28 * "Corner Gallery" "invoice 1041"
  {NAME}  640.00 EUR
  Income:Sales
"""
HLEDGER = f"""2025-12-31 opening
    {NAME}  1000.00 EUR
    Equity:Opening

2026-01-15 Quayside Lettings | rent
    {NAME}  -1150.00 EUR
    Expenses:Rent

2026-01-28 Corner Gallery | invoice 1041
    {NAME}  640.00 EUR
    Income:Sales

"""
BEAN_CHECK = (str(Path(sys.executable).with_name("bean-check")),)
HLEDGER_CHECK = ("hledger", "check", "-f")
FORMS = [
    pytest.param("beancount", BEANCOUNT, 'include "tieout.beancount"\n', BEAN_CHECK, id="beancount"),
    pytest.param("hledger", HLEDGER, "include tieout.hledger\n", HLEDGER_CHECK, id="hledger", marks=pytest.mark.hledger),
]


def agrees(journal: Path, check: Sequence[str]) -> bool:
    return subprocess.run([*check, str(journal)], capture_output=True, check=False).returncode == 0


def lacking(statement: StatementImport, form: str) -> str:
    (sheet,) = sheets_of(statement)
    return journal_of(sheet, form)


@pytest.mark.parametrize(("form", "journal", "include", "check"), FORMS)
def test_from_a_journal_and_back_into_it(
    form: str,
    journal: str,
    include: str,
    check: Sequence[str],
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    account, main = AccountFactory.create(name=NAME, opening="1000.00", number=NUMBER[-4:]), tmp_path / "main"
    assert brought_in(account, journal.encode()).added == 2
    statement = processed(account.organization, as_the_bank_prints(account, [FEE]).pdf())
    assert statement.verdict == "mismatched"

    written = lacking(statement, form)
    (tmp_path / f"tieout.{form}").write_text(written)
    main.write_text(journal + include)
    assert agrees(main, check), "the program takes the row, and comes to the bank's balance"
    (tmp_path / f"tieout.{form}").write_text(written.replace("-8.50", "-8.51"))
    assert not agrees(main, check), "the bank's balance is asserted to the cent"

    with django_capture_on_commit_callbacks(execute=True):
        assert brought_in(account, (journal + written).encode()).added == 1
    statement.refresh_from_db()
    assert is_matched(statement, account)
