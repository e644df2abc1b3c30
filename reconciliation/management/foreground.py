"""Files of a command line, reconciled in the calling process: the caller claims the import itself and needs no broker."""

import datetime as dt
import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from finance.models import Account
from people.models import Organization
from reconciliation.decisions.deciding import name_account, refuse_signed
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.documents.limits import configured_limits
from reconciliation.documents.unreadable import DocumentUnreadable, message
from reconciliation.electronic.reader import members_of
from reconciliation.models import Cause, StatementImport
from reconciliation.pipeline.processor import PdfProcessor
from reconciliation.pipeline.retries import claim
from reconciliation.presentation.labels.acts import why_not
from reconciliation.queue.claims import NothingToClaim
from reconciliation.queue.notify import IN_WORK, queue_again
from reconciliation.reconcile.persist import verify_again
from reconciliation.uploads.services import receive_statement, unlock

logger = logging.getLogger(__name__)
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


def answered(
    name: str, *, organization: Organization, account: Account | None, provider: str, password: str | None
) -> Iterator[dict[str, Any]]:
    """Reconcile one file, or each file of an archive, and yield the answers. `verdict` is None if there is no answer, and `error` says why.
    Never raises: one bad file must not stop the others."""
    started = time.monotonic()
    try:
        content = Path(name).read_bytes()
        members = members_of(content, configured_limits())
    except OSError as error:
        yield _failed(name, {"code": "not_readable", "message": error.strerror or type(error).__name__}, started)
        return
    except DocumentUnreadable as error:
        yield _failed(name, {"code": error.code, "message": message(error.code, error.params)}, started)
        return
    for member, part in [(Path(name).name, content)] if members is None else members:
        shown, started, wrong = name if members is None else f"{name}: {member}", time.monotonic(), {}
        try:
            statement_import = reconcile_now(
                organization=organization, filename=member, pdf=part, account=account, provider=provider, password=password
            )
        except OSError as error:
            wrong = {"code": "not_readable", "message": error.strerror or type(error).__name__}
        except DocumentUnreadable as error:
            wrong = {"code": error.code, "message": message(error.code, error.params)}
        except DecisionRefused as error:
            wrong = {"code": error.code, "message": why_not(error.code)}
        except Exception:
            logger.exception("a file could not be reconciled")
            wrong = {"code": "interrupted", "message": "See the log."}
        if wrong:
            yield _failed(shown, wrong, started)
            continue
        yield {
            "file": shown,
            "import_id": str(statement_import.pk),
            "status": statement_import.status,
            "verdict": statement_import.verdict or None,
            "reconciliation": statement_import.reconciliation,
            "error": statement_import.error,
            "seconds": round(time.monotonic() - started, 3),
        }


def _failed(name: str, error: dict[str, str], started: float) -> dict[str, Any]:
    unknown = {"import_id": None, "status": "failed", "verdict": None, "reconciliation": None}
    return {"file": name, **unknown, "error": error, "seconds": round(time.monotonic() - started, 3)}
