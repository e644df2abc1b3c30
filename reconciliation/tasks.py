"""Background tasks: each loads its rows and makes one call. Arguments are ids; running twice is harmless."""

import datetime as dt
import gc
import logging
import os
from typing import Any
from uuid import UUID

from celery import shared_task
from celery.signals import task_postrun, worker_init, worker_process_init, worker_ready
from django.conf import settings
from django.db.models import F
from django.utils import timezone

import finance.tasks
from finance.cache import forget
from reconciliation import metrics
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.documents import forkserver
from reconciliation.model_access.worker import ask_waiting, stop_asking
from reconciliation.models import Doorbell, StagedLine, StatementImport, WorkerSign
from reconciliation.pipeline.retries import claim, claim_or
from reconciliation.queue.claims import NothingToClaim
from reconciliation.queue.failpoints import reached
from reconciliation.queue.notify import level_of
from reconciliation.reconcile import rechecks
from reconciliation.retention import periods
from reconciliation.retention.discarded import delete_discarded_documents
from reconciliation.storage import archive
from reconciliation.uploads.batches import tell_if_done

logger = logging.getLogger(__name__)

YIELDS = 5
"""Niceness of a worker process, of at most 19."""
GARBAGE = 200_000
"""Number of new objects after which the youngest generation is collected during a task: more than a statement makes."""
MOST_RUNG = 100
"""Most imports of one sweep, the oldest first, so that the sweep of every minute does not fill the broker."""


@shared_task(acks_late=True)
def process_pdf(import_id: str) -> None:
    """Process an import that waits, until it is done or waits for a model; a second delivery finds nothing to claim. The uploader is
    notified once the batch is done."""
    from reconciliation.pipeline.processor import PdfProcessor  # loaded only by workers that read documents

    waits = False
    try:
        with claim(import_id) as claimed:
            PdfProcessor(models_apart=True).process(claimed)
        waits = claimed.statement_import.waits_for_model
        if waits:
            ring(import_id, for_model=True)
    except NothingToClaim:
        pass
    finally:
        if not waits:
            tell_if_done(UUID(import_id))


@shared_task(acks_late=True)
def ask_model(import_id: str) -> None:
    """Send the request that an import waits for to its model, then resume its run; a second delivery finds nothing to claim."""
    from reconciliation.pipeline.trace import record_repeats

    try:
        with claim_or(import_id, stop_asking, for_model=True) as claimed:
            wait = ask_waiting(claimed, repeated=record_repeats(claimed))
        ring(import_id, for_model=claimed.statement_import.waits_for_model, after=wait)
    except NothingToClaim:
        pass


@shared_task(acks_late=True)
def recheck(account_id: str) -> None:
    """Reconcile an account whose books changed, if that is still owed."""
    rechecks.weigh_again(UUID(account_id))


def ring(import_id: Any, *, for_model: bool = False, after: float = 0.0) -> None:
    """Ring the workers for an import that waits, or those `for_model` if a model is to answer; `after` so many seconds. The message may be
    lost: the sweep rings again."""
    task = ask_model if for_model else process_pdf
    task.apply_async(args=(str(import_id),), retry=False, priority=level_of(import_id, for_model=for_model), countdown=after)
    reached("upload.rung")
    due_at = timezone.now() + dt.timedelta(seconds=settings.RING_SECONDS + after)
    Doorbell.objects.filter(statement_import_id=import_id).update(rung_at=timezone.now(), due_at=due_at, rings=F("rings") + 1)


@shared_task
def sweep(*, everything: bool = False) -> int:
    """Ring for imports that wait without a recent ring or whose worker is gone, for accounts to reconcile, and for files to import. Send
    the missing notices of finished batches."""
    now = timezone.now()
    WorkerSign.objects.update_or_create(pk=1, defaults={"heard_at": now})
    before = now if everything else now - dt.timedelta(seconds=settings.RING_SECONDS)
    finance.tasks.ring_again(before=before)
    for account in rechecks.accounts_owed(before=before):
        recheck.apply_async(args=(str(account),), retry=False)
    waiting = StatementImport.queue.free_to_claim(now) if everything else StatementImport.queue.to_ring_for(now)
    rung = list(waiting.order_by("uploaded_at").values_list("pk", "waits_for_model")[:MOST_RUNG])
    for import_id, for_model in rung:
        ring(import_id, for_model=for_model)
    for import_id in StatementImport.queue.to_tell_of(now).values_list("pk", flat=True)[:MOST_RUNG]:
        tell_if_done(import_id)
    return len(rung)


@shared_task
def delete_due_documents() -> int:
    """Delete the due documents of organizations with a retention period."""
    return periods.delete_due_documents() + delete_discarded_documents()


@shared_task
def discard_leftovers() -> int:
    """Remove rows that were staged for an import that is no longer processed, stored files that no import names, left by interrupted
    uploads, and the metrics of processes without a recent count."""
    before = timezone.now() - dt.timedelta(seconds=settings.LEFTOVER_SECONDS)
    metrics.forget(before=before.timestamp())
    processed = StatementImport.queue.filter(status__in=[StatementImport.Status.PENDING, StatementImport.Status.PROCESSING])
    StagedLine.objects.across_organizations("the leftovers of every worker").exclude(statement_import__in=processed).delete()
    return archive.discard_orphans(before=before)


@worker_init.connect
def load_once(sender: Any, **_: Any) -> None:
    """Load the reader, and the client of a model if one is chosen, before forking the processes that share them. A worker only for
    models does not need the reader."""
    if settings.PROVIDER != BUILTIN:
        import assistant.transports.openai_package  # noqa: F401
    if "documents" in sender.app.amqp.queues.consume_from:
        import reconciliation.pipeline.processor  # noqa: F401

        gc.collect()
        gc.freeze()


@worker_process_init.connect
def prepare_for_many(**_: Any) -> None:
    """Prepare a worker process for many documents, with a lower priority than the web where processors are scarce.

    Objects loaded by now are frozen and skipped by the garbage collector; a statement makes many objects and few cycles, which are
    collected once it is done."""
    os.nice(YIELDS)
    forkserver.keep()
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)
    task_postrun.connect(let_go)


def let_go(**_: Any) -> None:
    """Collect the garbage of the task, and freeze modules that were loaded meanwhile."""
    forget()
    gc.collect(1)


@worker_ready.connect
def sweep_at_start(**_: Any) -> None:
    """Sweep when a worker starts, for work that its predecessor left behind."""
    try:
        sweep.apply_async(kwargs={"everything": True}, retry=False)
    except Exception:
        logger.exception("the first sweep could not be sent; the next one comes by itself")
