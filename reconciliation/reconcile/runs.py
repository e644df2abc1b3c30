"""Runs are numbered and never overwritten; `reconciliation` of the import is the latest one."""

from typing import Any

from django.utils import timezone

from reconciliation.models import Cause, Doorbell, Run, StatementImport
from reconciliation.queue.claims import Claim
from reconciliation.queue.snapshot import forget_handed_over, is_resumed
from reconciliation.signals import run_finished

INTERRUPTED = {"code": "interrupted", "params": {}}


def begin_run(statement_import: StatementImport, *, cause: str, provider: str = "") -> Run:
    return _run_after(statement_import.runs.order_by("number").last(), statement_import, cause=cause, provider=provider)


def _run_after(last: Run | None, statement_import: StatementImport, *, cause: str, provider: str = "") -> Run:
    return Run.objects.create(statement_import=statement_import, number=last.number + 1 if last else 1, cause=cause, provider=provider)


def begin_claimed_run(claimed: Claim) -> tuple[Run, bool]:
    """Return the run of a claimed import and True if it is resumed after waiting for a model. A new run has the cause of its doorbell; a
    run that a lost worker left open is ended."""
    with claimed.fenced():
        last = claimed.statement_import.runs.order_by("number").last()
        resumed = last is not None and is_resumed(claimed.statement_import)  # a first run has nothing to resume
        if last and not last.finished_at:
            if resumed:
                return last, True
            claimed.statement_import.runs.filter(finished_at=None).update(finished_at=timezone.now(), error=INTERRUPTED)
        if resumed:
            forget_handed_over(claimed.statement_import)
        bell: Doorbell | None = getattr(claimed.statement_import, "doorbell", None)  # read with the claim, which no new ring can pass
        return _run_after(last, claimed.statement_import, cause=bell.cause if bell else Cause.AGAIN), False


def finish_run(run: Run, *, verdict: str = "", reconciliation: dict[str, Any] | None = None, error: dict[str, Any] | None = None) -> None:
    run.verdict, run.reconciliation, run.error, run.finished_at = verdict, reconciliation, error, timezone.now()
    run.save(update_fields=["verdict", "reconciliation", "error", "finished_at", "provider"])
    run_finished.send(sender=Run, run=run)
