"""Work that is owed: an import set to wait, with a ring for the workers, in the transaction that makes the work."""

import datetime as dt
import logging

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from reconciliation.models import Doorbell, StatementImport
from reconciliation.queue.failpoints import reached
from reconciliation.queue.paid_steps import forget_steps
from reconciliation.signals import work_waits

logger = logging.getLogger(__name__)
IN_WORK = [StatementImport.Status.PENDING, StatementImport.Status.PROCESSING]


def owe_a_ring(statement_import: StatementImport, cause: str, *, ring: bool = True) -> None:
    """To be called inside a transaction: the ring is written with the work, and sent once both are safe.

    Without `ring` the caller works on it itself; the sweep rings only if it does not."""
    due_at = timezone.now() if ring else timezone.now() + dt.timedelta(seconds=settings.RING_SECONDS)
    Doorbell.objects.update_or_create(
        statement_import=statement_import, defaults={"cause": cause, "due_at": due_at, "rung_at": None, "rings": 0}
    )
    if not ring:
        return
    # a broker that is down must not undo an upload: the sweep rings again (Django cannot log a partial's failure)
    transaction.on_commit(lambda: _send(statement_import), robust=True)


def _send(statement_import: StatementImport) -> None:
    logger.info("import_id=%s is rung for", statement_import.pk)
    reached("upload.committed")
    work_waits.send(sender=StatementImport, import_id=statement_import.pk)


@transaction.atomic
def queue_again(statement_import: StatementImport, cause: str, *, ring: bool = True) -> bool:
    """Let a finished, failed or cancelled import wait once more; False where it waits or is worked on already."""
    idle = StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk).exclude(status__in=IN_WORK)
    waits = {"status": StatementImport.Status.PENDING, "attempts": 0, "waits_for_model": False, "claimed_until": None}
    changed = idle.update(**waits, error=None, finished_at=None)
    if changed:
        forget_steps(statement_import)
        owe_a_ring(statement_import, cause, ring=ring)
    statement_import.refresh_from_db()
    return bool(changed)
