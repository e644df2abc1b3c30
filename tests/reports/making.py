"""A household whose January has something of everything that a report tells."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal

from finance.models import Account
from reconciliation.models import StatementImport
from reconciliation.presentation.statement_page.sheet import Sheet, sheets_of
from reconciliation.reports.catalogue import report_of
from reconciliation.reports.report import Cell, Report
from tests.factories import AccountFactory
from tests.read_statements import paper, read_in
from tests.world import booked

TODAY = dt.date(2026, 3, 2)


def a_household() -> Account:
    account = AccountFactory.create(opening="1000.00")
    booked(account, 4, "-250.00", "Rent", external_id="rent")
    booked(account, 9, "-45.00", "Kite & Co Hardware", external_id="kite")
    booked(account, 28, "-75.00", "Cheque 101", external_id="cheque")
    booked(account, 30, "120.00", "Transfer from Ada", external_id="ada")
    return account


def january_of(account: Account) -> StatementImport:
    """Rent as booked, hardware at another amount, a fee that is in no books; the cheque and the transfer are not printed."""
    rows = [(5, "-250.00", "Rent"), (10, "-54.00", "Kite & Co Hardware"), (31, "-6.50", "Account fee <b>January</b>")]
    return read_in(account.organization, paper(rows, opening="1000.00"))


def sheet_of(statement_import: StatementImport) -> Sheet:
    [sheet] = sheets_of(statement_import)
    return sheet


def amounts(report: Report, table: str) -> Mapping[str, Cell]:
    """The last column by the column `item`, or by the first one."""
    [found] = [each for each in report.tables if each.key == table]
    item = next((number for number, column in enumerate(found.columns) if column.key == "item"), 0)
    return {str(row.cells[item]): row.cells[-1] for row in found.rows}


def amount(value: Cell) -> Decimal:
    assert isinstance(value, Decimal)
    return value


def report(statement_import: StatementImport, key: str) -> Report:
    return report_of(sheet_of(statement_import), key)
