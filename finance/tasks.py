"""Background tasks of the ledger. Arguments are ids; running a task twice is harmless."""

import datetime as dt
from uuid import UUID

from celery import shared_task

from finance.imports.requests import WORKER, handle_request
from finance.models import LedgerImport


@shared_task(acks_late=True)
def work_on_file(import_id: str) -> None:
    """Import or undo a long file, if the request is still open."""
    handle_request(UUID(import_id))


def ring(import_id: UUID) -> None:
    """Queue the task. A lost message is sent again by the sweep."""
    work_on_file.apply_async(args=(str(import_id),), retry=False)


def ring_again(before: dt.datetime) -> None:
    """Queue each file whose request is older than `before` and still open."""
    owed = LedgerImport.objects.across_organizations(WORKER).filter(asked_at__lt=before).order_by("asked_at")
    for key in owed.values_list("pk", flat=True):
        ring(key)
