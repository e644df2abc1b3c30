"""The journal of missing entries is an include file that real programs accept and that keeps the bank's balance."""

import datetime as dt
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from finance.exports import Asserted, ProposedEntry, beancount_lines, beancount_name, hledger_lines, hledger_name
from finance.imports.reading import read_file
from finance.models import Account
from finance.models.ledger_import import Choices, Target
from reconciliation.presentation.statement_page.sheet import sheets_of
from reconciliation.reports.statement_files import journal_of
from tests.factories import AccountFactory
from tests.read_statements import paper, read_in
from tests.world import booked

pytestmark = pytest.mark.django_db
HOSTILE = 'He said "x" \\ ; | = 5 EUR\n2026-01-01 * "evil"\n  Assets:Checking  99 EUR'
OPENED = """2020-01-01 open Assets:Checking EUR
2020-01-01 open Expenses:Unassigned
2020-01-01 open Income:Unassigned
2020-01-01 open Equity:Opening
2025-12-31 * "opening"
  Assets:Checking  2000.00 EUR
  Equity:Opening
include "tieout.beancount"
"""


def lacking() -> tuple[Account, str, str]:
    """An account whose books lack two rows of January, and the files of these."""
    account = AccountFactory.create()
    booked(account, 4, "-250.00", "rent")
    found = read_in(account.organization, paper([(4, "-250.00", "rent"), (9, "-7.50", HOSTILE), (12, "90.00", "salary")]))
    (sheet,) = sheets_of(found)
    return account, journal_of(sheet, "beancount"), journal_of(sheet, "hledger")


def test_beancount_takes_it_and_its_balance_holds(tmp_path: Path) -> None:
    _account, written, _other = lacking()
    (tmp_path / "tieout.beancount").write_text(written)
    rent = '2026-01-04 * "rent"\n  Assets:Checking  -250.00 EUR\n  Expenses:Unassigned\n'
    (tmp_path / "main.beancount").write_text(OPENED + rent)
    checked = [str(Path(sys.executable).with_name("bean-check")), str(tmp_path / "main.beancount")]

    done = subprocess.run(checked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")

    (tmp_path / "tieout.beancount").write_text(written.replace("1832.50", "1832.51"))
    assert subprocess.run(checked, capture_output=True, check=False).returncode != 0, "the assertion is one"


@pytest.mark.hledger
def test_hledger_takes_it_and_its_balance_holds(tmp_path: Path) -> None:
    account, _other, written = lacking()
    name = hledger_name(account)
    head = f"2025-12-31 opening\n    {name}  2000.00 EUR\n    equity\n\n2026-01-04 rent\n    {name}  -250.00 EUR\n    expenses\n\n"
    journal = tmp_path / "main.journal"
    journal.write_text(head + written)

    done = subprocess.run(["hledger", "-f", str(journal), "bal", name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "1832.50 EUR" in done.stdout

    journal.write_text(head + written.replace("1832.50", "1832.51"))
    assert subprocess.run(["hledger", "-f", str(journal), "check"], capture_output=True, check=False).returncode != 0


@pytest.mark.parametrize("form", ["beancount", "hledger"])
def test_it_comes_back_as_the_rows_that_it_is_of(form: str) -> None:
    account, *written = lacking()
    data = written[["beancount", "hledger"].index(form)].encode()
    parsed = read_file(data, choices=Choices(), target=Target(currency="EUR", kind="checking", today=dt.date(2026, 6, 1)))

    ours = next(part for part in parsed.accounts if part.name in {beancount_name(account), hledger_name(account)})
    assert [(row.booked_on, row.amount) for row in ours.rows if row.amount] == [
        (dt.date(2026, 1, 9), Decimal("-7.50")),
        (dt.date(2026, 1, 12), Decimal("90.00")),
    ]


def test_no_balance_is_asserted_while_a_payment_is_outstanding() -> None:
    account = AccountFactory.create()
    booked(account, 30, "-100.00", "cheque")
    found = read_in(account.organization, paper([(9, "-7.50", "fee")]))
    (sheet,) = sheets_of(found)

    assert " balance " not in journal_of(sheet, "beancount")
    assert "=" not in journal_of(sheet, "hledger")


@pytest.mark.parametrize(
    ("name", "kind", "bean", "ledger"),
    [
        ("Assets:Bank:Giro", "checking", "Assets:Bank:Giro", "Assets:Bank:Giro"),
        ("Harbour & Vale current", "checking", "Assets:Harbour-Vale-Current", "assets:Harbour & Vale current"),
        ("Card", "credit_card", "Liabilities:Card", "liabilities:Card"),
        ("現金", "cash", "Assets:Account", "assets:現金"),
        ("a  b ; c\n= 5", "cash", "Assets:A-B-C-5", "assets:a b , c 5"),
    ],
)
def test_an_account_is_called_as_the_program_can_read_it(name: str, kind: str, bean: str, ledger: str) -> None:
    account = Account(name=name, kind=kind, currency="EUR")

    assert beancount_name(account) == bean
    assert hledger_name(account).replace("  ", " ") == ledger


def test_no_text_ends_its_line() -> None:
    account = Account(name="Card", kind="credit_card", currency="EUR")
    entry = ProposedEntry(day=dt.date(2026, 1, 1), text=HOSTILE, amount=Decimal("-1.00"), told={"tieout-line": HOSTILE})
    asserted = Asserted(day=dt.date(2026, 1, 31), balance=Decimal("5.00"))
    for write in (beancount_lines, hledger_lines):
        entries, balance = "".join(write(account, [entry], None)), "".join(write(account, [], asserted))
        assert (entries.count("\n"), balance.count("\n")) == (5, 1 if write is beancount_lines else 2)
        assert "".join(write(account, [entry], asserted)).count("evil") == 2
