"""Automatic preparation of proved statements, if the organization wants it. Review is never automatic."""

from reconciliation.models import Conclusion
from reconciliation.reconcile.books_digest import books_of, cleared_by
from reconciliation.reconcile.conclusions import days_of, record_step
from reconciliation.reconcile.ledger import Ledger
from reconciliation.reconcile.reconcile_accounts import Settled


def prepare_by_itself(settled: Settled, ledger: Ledger) -> None:
    """Record the preparation of a proved statement, unless it has steps already. Call it after its matches are stored."""
    account, days = ledger.account(settled.verdict.account_id), days_of(settled.printed)
    if not settled.prepares_itself or account is None or days is None:
        return
    steps = Conclusion.objects.of(account.organization).filter(account=account, period_start=days[0], period_end=days[1])
    if steps.exists():
        return
    step = Conclusion.objects.create(
        account=account,
        period_start=days[0],
        period_end=days[1],
        number=1,
        statement_import=settled.statement.statement_import,
        kind=Conclusion.Kind.PREPARED,
        verdict=str(settled.verdict.verdict),
        reasons=list(settled.verdict.reasons),
        books=books_of(account, days, cleared_by(settled.statement)),
    )
    record_step(step)
