"""An upload's work done in the calling process: the caller claims the import itself and needs no broker."""

import datetime as dt
import time

from django.conf import settings
from django.utils import timezone

from finance.models import Account
from people.models import Organization
from reconciliation.decisions.deciding import name_account, refuse_signed
from reconciliation.models import Cause, StatementImport
from reconciliation.pipeline.processor import PdfProcessor
from reconciliation.pipeline.retries import claim
from reconciliation.queue.claims import NothingToClaim
from reconciliation.queue.notify import IN_WORK, queue_again
from reconciliation.reconcile.persist import verify_again
from reconciliation.uploads.services import receive_statement, unlock

PAUSE = 0.2


def reconcile_now(
    *, organization: Organization, filename: str, pdf: bytes, account: Account | None, provider: str, password: str | None
) -> StatementImport:
    """Return the finished import. A known file is reconciled again with today's ledger.

    Raises DocumentUnreadable before anything is stored, DecisionRefused if a signed-off statement would change its account, and
    TimeoutError if a worker that claimed it first does not end."""
    received = receive_statement(
        organization=organization,
        uploaded_by=None,
        channel=StatementImport.Channel.COMMAND_LINE,
        filename=filename,
        pdf=pdf,
        ring=False,
    )
    statement_import = received.statement_import
    if account:
        refuse_signed(statement_import.statements.exclude(account=account).select_related("account"))
    if received.already_there and statement_import.has_document:
        queue_again(statement_import, Cause.AGAIN, ring=False)
    elif received.already_there:
        verify_again(statement_import, Cause.AGAIN)
    StatementImport.objects.of(organization).filter(pk=statement_import.pk).update(provider=provider)
    if account:
        name_account(statement_import=statement_import, account=account, actor=None)
    _process(statement_import)
    if password and statement_import.wants_password:
        unlock(statement_import=statement_import, password=password, actor=None, ring=False)
        _process(statement_import)
    return statement_import


def _process(statement_import: StatementImport) -> None:
    """Process a waiting import in this process, or wait for the worker that claimed it first."""
    deadline = timezone.now() + dt.timedelta(seconds=2 * settings.CLAIM_SECONDS)
    statement_import.refresh_from_db()
    while statement_import.status in IN_WORK:
        if timezone.now() > deadline:
            raise TimeoutError(str(statement_import.pk))
        try:
            with claim(statement_import.pk) as claimed:
                PdfProcessor().process(claimed)
        except NothingToClaim:
            time.sleep(PAUSE)
        statement_import.refresh_from_db()
