"""Work that is owed: an import set to wait, with a ring for the workers, in the transaction that makes the work."""

from functools import partial

from django.db import transaction
from django.utils import timezone

from reconciliation import tasks
from reconciliation.models import Doorbell, StatementImport

QUEUEABLE = [
    StatementImport.Status.REVIEW,
    StatementImport.Status.COMPLETE,
    StatementImport.Status.FAILED,
    StatementImport.Status.CANCELLED,
]


def owe_a_ring(statement_import: StatementImport, cause: str) -> None:
    """To be called inside a transaction: the ring is written with the work, and sent once both are safe."""
    Doorbell.objects.update_or_create(
        statement_import=statement_import, defaults={"cause": cause, "due_at": timezone.now(), "rung_at": None, "rings": 0}
    )
    # a broker that is down must not undo an upload: the sweep rings again
    transaction.on_commit(partial(tasks.ring, statement_import.pk), robust=True)


@transaction.atomic
def queue_again(statement_import: StatementImport, cause: str) -> bool:
    """Let a finished, failed or cancelled import wait once more; False where it waits or is worked on already."""
    idle = StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk, status__in=QUEUEABLE)
    changed = idle.update(status=StatementImport.Status.PENDING, attempts=0, error=None, claimed_until=None, finished_at=None)
    if changed:
        owe_a_ring(statement_import, cause)
    statement_import.refresh_from_db()
    return bool(changed)
