"""What runs in the background: load, and make one call. Arguments are ids; running twice is harmless."""

import datetime as dt
from uuid import UUID

from celery import shared_task

from finance.entrance.letters import write_to
from finance.imports.asked import WORKER, do_what_was_asked
from finance.models import LedgerImport


@shared_task(acks_late=True)
def work_on_file(import_id: str) -> None:
    """Import a long file, or undo it, if that is still asked."""
    do_what_was_asked(UUID(import_id))


@shared_task(acks_late=True)
def write_letters(user_ids: list[int]) -> None:
    """To each who asked for a new password. Twice in five minutes is once."""
    for user_id in user_ids:
        write_to(user_id)


def ring_for_letters(user_ids: list[int]) -> None:
    """A message that is lost is asked for again by the person."""
    write_letters.apply_async(args=(user_ids,), retry=False)


def ring(import_id: UUID) -> None:
    """Tell the workers. The message may be lost: the sweep rings again."""
    work_on_file.apply_async(args=(str(import_id),), retry=False)


def ring_again(before: dt.datetime) -> None:
    """For each file of which something was asked before then and not done yet."""
    owed = LedgerImport.objects.across_organizations(WORKER).filter(asked_at__lt=before).order_by("asked_at")
    for key in owed.values_list("pk", flat=True):
        ring(key)
