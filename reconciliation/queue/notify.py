"""Notification of workers: a waiting import and its doorbell are written in one transaction."""

import datetime as dt
import logging
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Subquery
from django.utils import timezone

from reconciliation.models import Doorbell, StatementImport
from reconciliation.queue.failpoints import reached
from reconciliation.queue.paid_steps import forget_steps
from reconciliation.signals import work_waits

logger = logging.getLogger(__name__)
IN_WORK = [StatementImport.Status.PENDING, StatementImport.Status.PROCESSING]
LEVELS = 10
"""Number of priorities of a queue in Redis: 0 is taken first."""
AHEAD = 2 ** (LEVELS - 1)


def owe_a_ring(statement_import: StatementImport, cause: str, *, ring: bool = True) -> None:
    """Write the ring with the work, and send it after the commit; call it inside a transaction.

    Without `ring` the caller works on the import itself; the sweep rings only if it does not.
    """
    due_at = timezone.now() if ring else timezone.now() + dt.timedelta(seconds=settings.RING_SECONDS)
    Doorbell.objects.update_or_create(
        statement_import=statement_import, defaults={"cause": cause, "due_at": due_at, "rung_at": None, "rings": 0}
    )

    def send() -> None:
        logger.info("import_id=%s is rung for", statement_import.pk)
        reached("upload.committed")
        work_waits.send(sender=StatementImport, import_id=statement_import.pk)

    if ring:  # a broker that is down must not undo an upload: the sweep rings again
        transaction.on_commit(send, robust=True)


@transaction.atomic
def queue_again(statement_import: StatementImport, cause: str, *, ring: bool = True) -> bool:
    """Queue a finished, failed or cancelled import again; return False if it already waits or is processed."""
    idle = StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk).exclude(status__in=IN_WORK)
    waits = {"status": StatementImport.Status.PENDING, "attempts": 0, "waits_for_model": False, "claimed_until": None}
    changed = idle.update(**waits, error=None, finished_at=None)
    if changed:
        forget_steps(statement_import)
        owe_a_ring(statement_import, cause, ring=ring)
    statement_import.refresh_from_db()
    return bool(changed)


def level_of(import_id: Any, *, for_model: bool) -> int:
    """Return the priority of an import, so that large backlogs yield to other organizations and nothing starves.

    It is 0 without earlier waiting imports of the same organization, and one level more for each doubling of their number. Within a
    level the first to come is the first served; as a backlog shrinks, its next imports are rung for at a higher priority.
    """
    this = StatementImport.queue.filter(pk=import_id).order_by()
    queue = StatementImport.queue.filter(status__in=["pending", "processing"], waits_for_model=for_model).order_by()
    before = queue.filter(organization=Subquery(this.values("organization")), uploaded_at__lt=Subquery(this.values("uploaded_at")))
    return min(LEVELS - 1, before[:AHEAD].count().bit_length())
