"""The verdict on a statement at this moment, because it may have changed since the page was shown."""

from reconciliation.models import Statement, StatementImport
from reconciliation.reconcile.reconcile_accounts import Settled, Settlement, settle_stored

FINISHED = (StatementImport.Status.REVIEW, StatementImport.Status.COMPLETE)


class ReadAgain(RuntimeError):
    """Raised if the statement is being read again, or was since: its rows may have other numbers."""


def judged_now(statement: Statement) -> tuple[Settlement, Settled]:
    """Reconcile the stored evidence with today's ledger, inside a transaction that locks its accounts. Raises ReadAgain."""
    settlement = settle_stored(statement.statement_import, before=lambda: None)
    settled = next((each for each in settlement.of(statement.statement_import) if each.statement.pk == statement.pk), None)
    if settled is None or statement.statement_import.status not in FINISHED:
        raise ReadAgain
    return settlement, settled
