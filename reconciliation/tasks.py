"""What runs in the background: load, and make one call. Arguments are ids; running twice is harmless."""

import datetime as dt
import logging
from contextlib import suppress
from typing import Any
from uuid import UUID

from celery import shared_task
from celery.signals import worker_ready
from django.db.models import F
from django.utils import timezone

import finance.tasks
from reconciliation import rechecking, retention
from reconciliation.batches import tell_when_done
from reconciliation.models import Doorbell, StatementImport
from reconciliation.processor import PdfProcessor
from reconciliation.queueing.claims import NothingToClaim, claim

logger = logging.getLogger(__name__)

RING_AGAIN = dt.timedelta(minutes=1)
MOST_DOUBLINGS = 5


@shared_task(acks_late=True)
def process_pdf(import_id: str) -> None:
    """Work on an import if it waits; a second delivery finds nothing to claim. Who uploaded it is told once its batch is done."""
    with suppress(NothingToClaim):
        with claim(import_id) as claimed:
            PdfProcessor().process(claimed)
        tell_when_done(claimed.statement_import)


@shared_task(acks_late=True)
def recheck(account_id: str) -> None:
    """Weigh an account whose books changed, if that is still owed."""
    rechecking.weigh_again(UUID(account_id))


def ring(import_id: Any) -> None:
    """Tell the workers that an import waits. The message may be lost: the sweep rings again, ever more rarely."""
    process_pdf.apply_async(args=(str(import_id),), retry=False)
    bell = Doorbell.objects.filter(statement_import_id=import_id).first()
    if bell is not None:
        wait = RING_AGAIN * 2 ** min(bell.rings, MOST_DOUBLINGS)
        Doorbell.objects.filter(pk=bell.pk).update(rung_at=timezone.now(), due_at=timezone.now() + wait, rings=F("rings") + 1)


@shared_task
def sweep(*, everything: bool = False) -> int:
    """Ring for each import that waits and was not heard of, and for those whose worker is gone; and for the accounts that are
    still to be weighed, and the files that are still to be imported."""
    finance.tasks.ring_again(before=timezone.now() if everything else timezone.now() - RING_AGAIN)
    for account in rechecking.accounts_owed(before=timezone.now() if everything else timezone.now() - RING_AGAIN):
        recheck.apply_async(args=(str(account),), retry=False)
    waiting = StatementImport.queue.free_to_claim(timezone.now())
    if not everything:
        waiting = waiting.filter(doorbell__due_at__lte=timezone.now())
    rung = list(waiting.order_by("uploaded_at").values_list("pk", flat=True))
    for import_id in rung:
        ring(import_id)
    return len(rung)


@shared_task
def delete_due_documents() -> int:
    """Of organizations that keep documents for so many days only."""
    return retention.delete_due_documents(timezone.localdate())


@worker_ready.connect
def sweep_at_start(**_: Any) -> None:
    """A worker that starts asks first for what its predecessor left behind."""
    try:
        sweep.apply_async(kwargs={"everything": True}, retry=False)
    except Exception:
        logger.exception("the first sweep could not be sent; the next one comes by itself")
