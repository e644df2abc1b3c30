"""From a journal to a statement with a row that it lacks, and back: the row is included there, and the real program agrees with the bank."""

import subprocess
import sys
from pathlib import Path

import pytest

from finance.models import Account
from reconciliation.models import StatementImport
from reconciliation.reports.journal import journal_of
from reconciliation.working_paper import sheets_of
from tests.connectors.journeys.telling import an_account, as_the_bank_prints, brought_in, is_matched, rows_of
from tests.pipeline.making import an_organization, processed

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


def agrees(check: tuple[str, ...], journal: Path) -> bool:
    return subprocess.run([*check, str(journal)], capture_output=True, check=False).returncode == 0
