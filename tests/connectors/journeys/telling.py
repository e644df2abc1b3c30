"""The steps of a journey: import books, process an arrived statement, and check its answer."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal

from finance.imports.preview import Preview
from finance.imports.services import ImportReport, confirm, preview_now, show_file
from finance.models import Account
from finance.models.ledger import TransactionQuerySet
from people.models import Organization
from reconciliation.models import StatementImport
from tests.pipeline.papers import Paper
from tests.pipeline.uploads import worked_on

NUMBER = "40021234"
Booked = tuple[dt.date, Decimal, str]


def shown(account: Account, data: bytes, filename: str = "books") -> Preview:
    """Return the preview of a file, which has no questions."""
    preview = preview_now(show_file(account=account, by=None, filename=filename, data=data))
    assert not preview.questions
    return preview


def brought_in(account: Account, data: bytes) -> ImportReport:
    preview = shown(account, data)
    return confirm(ledger_import=preview.ledger_import, by=None, shown=preview.shown)


def posted(account: Account) -> TransactionQuerySet:
    return account.transactions.posted().order_by("booked_on", "id")


def rows_of(account: Account) -> list[Booked]:
    return [(row.booked_on, row.amount, row.description) for row in posted(account)]


def as_the_bank_prints(account: Account, also: Sequence[tuple[int, str, str]] = ()) -> Paper:
    """January with a row for each entry of the books, in words of the bank, and rows besides."""
    booked = [(row.booked_on.day, f"Payment {number}", f"{row.amount:f}") for number, row in enumerate(posted(account), 1)]
    return Paper(rows=sorted([*booked, *also]), opening=f"{account.opening_balance:f}", number=NUMBER)


def arrived(organization: Organization) -> StatementImport:
    """Return the one statement that was imported, after its worker has processed it."""
    found = StatementImport.objects.of(organization).get()
    worked_on(found)
    found.refresh_from_db()
    return found


def is_matched(statement_import: StatementImport, account: Account) -> bool:
    """Every printed row is an entry of the account, both balances are those of the books, and the work is done."""
    assert (statement_import.error, statement_import.reconciliation_account) == (None, account), statement_import.reconciliation
    assert statement_import.status == StatementImport.Status.COMPLETE, statement_import.reconciliation
    lines, proved = statement_import.statements.get().lines.count(), (statement_import.reconciliation or {})["proof"]["statements"][0]
    return (statement_import.verdict, proved["counts"]["matched"]) == ("matched", lines)
