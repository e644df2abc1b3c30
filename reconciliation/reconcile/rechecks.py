"""Rechecks: after a change of the books the account's statements are verified again, by code alone.

A change writes a `Recheck` of its account in the same transaction. After the commit the account is reconciled at once, or by workers if one
change touched several accounts. The sweep picks up rechecks that a stopped process left. Lists of the ledger ask here
for the printed rows that their entries are matched with.
"""

import datetime as dt
from collections.abc import Collection
from typing import Any
from uuid import UUID

from celery import current_app
from django.db import connection, transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone

from finance.imports.corrections import ProvingRow
from finance.models import Account
from finance.signals import ledger_changed, proving_rows_wanted
from reconciliation.models import Cause, Match, Recheck, Statement, StatementImport

MOST_KEYS = 500
AT_ONCE = 1
"""More accounts than this in one transaction are left to the workers."""
SERVES_ALL = "the books of any organization may have changed"


class _AfterCommit:
    """The accounts that one transaction changed, each once."""

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
    """Write a recheck for an account with statements, one a transaction. `since` as in `ledger_changed`. A savepoint that is rolled back
    takes the collector of its accounts with it."""
    if not Statement.objects.across_organizations(SERVES_ALL).filter(account=account).exists():
        return
    owed = Recheck.objects.across_organizations(SERVES_ALL).filter(account=account).first()
    day = min(since, owed.since) if since and owed and owed.since else None if owed else since
    Recheck.objects.across_organizations(SERVES_ALL).update_or_create(account_id=account, defaults={"since": day})
    registered = (callback[1] for callback in connection.run_on_commit)
    collector = next((call for call in registered if isinstance(call, _AfterCommit) and not call.called), None)
    if collector is None:
        collector = _AfterCommit()
        transaction.on_commit(collector, robust=True)
    collector.accounts[account] = None


@receiver(post_save, sender=Account, dispatch_uid="reconciliation.reconcile.rechecks.account")
def owe_for_the_account_itself(*, instance: Account, created: bool, **_more: object) -> None:
    """Write a recheck after a change of the account's opening balance, number or name."""
    if not created:
        owe_a_recheck(account=instance.pk)


@transaction.atomic
def weigh_again(account_id: UUID) -> bool:
    """Verify the account's statements together, in order of time, against today's books, if a recheck is due. Each import whose answer
    changes gets a run. Return False if nothing was due."""
    from reconciliation.reconcile.persist import verify_again  # every process loads this module, and few weigh

    held = Account.objects.across_organizations(SERVES_ALL).select_for_update(of=("self",)).filter(pk=account_id).first()
    owed = Recheck.objects.across_organizations(SERVES_ALL).filter(account=account_id)
    if held is None or not owed.exists():
        return False
    finished = StatementImport.objects.of(held.organization).finished().filter(statements__account=held)
    latest = finished.order_by("-uploaded_at", "-pk").first()
    if latest is not None:
        with timezone.override(held.organization.zone):
            verify_again(latest, Cause.LEDGER_CHANGED, neighbours=Cause.LEDGER_CHANGED)
    owed.delete()
    return True


def accounts_owed(*, before: dt.datetime) -> list[UUID]:
    """Return the accounts whose recheck was requested before then and is still due, because its process has stopped."""
    owed = Recheck.objects.across_organizations(SERVES_ALL).filter(asked_at__lte=before)
    return list(owed.order_by("asked_at").values_list("account", flat=True))


@receiver(proving_rows_wanted, dispatch_uid="reconciliation.reconcile.proving_rows")
def proving_rows(account: Account, entries: Collection[UUID], **_: Any) -> dict[UUID, ProvingRow]:
    """Return for each entry the printed row that it is matched with, on the latest statement that counts; only for matches with one row."""
    proving: dict[UUID, ProvingRow] = {}
    keys = list(entries)
    matches = Match.objects.of(account.organization).filter(statement__account=account, statement__set_aside="")
    for start in range(0, len(keys), MOST_KEYS):
        some = set(keys[start : start + MOST_KEYS])
        chosen = matches.filter(transactions__in=some).distinct().order_by("statement__period_end", "pk")
        for match in chosen.select_related("statement__statement_import").prefetch_related("lines__statement", "transactions"):
            lines = list(match.lines.all())
            if len(lines) != 1:
                continue
            [line] = lines
            row = ProvingRow(
                statement_import=match.statement.statement_import_id,
                filename=match.statement.statement_import.filename,
                page=line.page,
                booked_on=line.date,
                amount=line.amount,
                description=line.description,
            )
            proving |= {entry.pk: row for entry in match.transactions.all() if entry.pk in some}
    return proving
