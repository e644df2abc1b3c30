"""What runs in the background: load, and make one call. Arguments are ids; running twice is harmless."""

import datetime as dt
from uuid import UUID

from celery import shared_task

from finance.imports.asked import WORKER, do_what_was_asked
from finance.models import LedgerImport


@shared_task(acks_late=True)
def work_on_file(import_id: str) -> None:
    """Import a long file, or undo it, if that is still asked."""
    do_what_was_asked(UUID(import_id))


def ring(import_id: UUID) -> None:
    """Tell the workers. The message may be lost: the sweep rings again."""
    work_on_file.apply_async(args=(str(import_id),), retry=False)


def ring_again(before: dt.datetime) -> None:
    """For each file of which something was asked before then and not done yet."""
    owed = LedgerImport.objects.across_organizations(WORKER).filter(asked_at__lt=before).order_by("asked_at")
    for key in owed.values_list("pk", flat=True):
        ring(key)
