"""Statements that code proved are prepared by themselves, where an organization wants that. None is ever reviewed by itself."""

from reconciliation.models import Conclusion
from reconciliation.reconcile.books_digest import books_of, cleared_by
from reconciliation.reconcile.conclusion_log import record_step
from reconciliation.reconcile.conclusions import days_of
from reconciliation.reconcile.ledger import Ledger
from reconciliation.reconcile.reconcile_accounts import Settled


def prepare_by_itself(settled: Settled, ledger: Ledger) -> None:
    """The step that a person would take, without one: only where nobody concluded anything of these days yet. Its matches are kept."""
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
