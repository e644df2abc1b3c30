"""The books changed: the account's statements are verified again, by code alone, and none is forgotten.

A change owes its account a `Recheck` in the same transaction. After the commit the account is weighed at once; where one change
touched several, workers do it. What a stopped process leaves behind the sweep finds.
"""

import datetime as dt
from uuid import UUID

from celery import current_app
from django.db import connection, transaction
from django.db.models.signals import post_save
from django.dispatch import receiver

from finance.models import Account
from finance.signals import ledger_changed
from reconciliation.models import Cause, Recheck, Statement, StatementImport

AT_ONCE = 1
"""More accounts than this in one transaction are left to the workers."""
SERVES_ALL = "the books of any organization may have changed"


class _AfterCommit:
    """All accounts that one transaction changed, each once."""

    def __init__(self) -> None:
        self.accounts: dict[UUID, None] = {}
        self.called = False

    def __call__(self) -> None:
        self.called = True
        if len(self.accounts) <= AT_ONCE:
            for account in self.accounts:
                weigh_again(account)
        else:
            for account in self.accounts:
                current_app.send_task("reconciliation.tasks.recheck", args=(str(account),), retry=False)


@receiver(ledger_changed, dispatch_uid="reconciliation.reconcile.rechecks")
def owe_a_recheck(*, account: UUID, since: dt.date | None = None, **_more: object) -> None:
    """An account without statements owes nothing. One weighing an account and transaction. `since` as in `ledger_changed`."""
    if not Statement.objects.across_organizations(SERVES_ALL).filter(account=account).exists():
        return
    owed = Recheck.objects.across_organizations(SERVES_ALL).filter(account=account).first()
    day = min(since, owed.since) if since and owed and owed.since else None if owed else since
    Recheck.objects.across_organizations(SERVES_ALL).update_or_create(account_id=account, defaults={"since": day})
    _after_commit().accounts[account] = None


@receiver(post_save, sender=Account, dispatch_uid="reconciliation.reconcile.rechecks.account")
def owe_for_the_account_itself(*, instance: Account, created: bool, **_more: object) -> None:
    """Its opening balance, its number or its name was changed."""
    if not created:
        owe_a_recheck(account=instance.pk)


def _after_commit() -> _AfterCommit:
    """That of the current transaction. One of a savepoint that was rolled back is gone with it."""
    for registered in connection.run_on_commit:
        waiting = registered[1]
        if isinstance(waiting, _AfterCommit) and not waiting.called:
            return waiting
    fresh = _AfterCommit()
    transaction.on_commit(fresh, robust=True)
    return fresh


@transaction.atomic
def weigh_again(account_id: UUID) -> bool:
    """Verify the account's statements against today's books, if that is owed: all of them together, in order of time. Each import
    whose answer changes has a run of its own."""
    from reconciliation.reconcile.persist import verify_again  # every process loads this module, and few weigh

    held = Account.objects.across_organizations(SERVES_ALL).select_for_update(of=("self",)).filter(pk=account_id).first()
    owed = Recheck.objects.across_organizations(SERVES_ALL).filter(account=account_id)
    if held is None or not owed.exists():
        return False
    finished = StatementImport.objects.of(held.organization).finished().filter(statements__account=held)
    latest = finished.order_by("-uploaded_at", "-pk").first()
    if latest is not None:
        verify_again(latest, Cause.LEDGER_CHANGED, neighbours=Cause.LEDGER_CHANGED)
    owed.delete()
    return True


def accounts_owed(*, before: dt.datetime) -> list[UUID]:
    """What was asked for before then and is not done: the process that owed it is gone."""
    owed = Recheck.objects.across_organizations(SERVES_ALL).filter(asked_at__lte=before)
    return list(owed.order_by("asked_at").values_list("account", flat=True))
