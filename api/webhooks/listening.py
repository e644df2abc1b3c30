"""Where the product says that something happened, and what of it is told."""

from typing import Any

from django.dispatch import receiver

from api.webhooks.events import OF_ACTS, Event
from api.webhooks.outbox import owe
from people.models.audit import AuditEntry
from people.signals import recorded
from reconciliation.models import Run
from reconciliation.signals import run_finished


@receiver(recorded)
def tell_of_act(sender: Any, entry: AuditEntry, **_: Any) -> None:
    event = OF_ACTS.get(entry.act)
    if event and entry.organization:
        owe(entry.organization, event, {"act": entry.act, "subject": entry.subject, "id": entry.subject_id})


@receiver(run_finished)
def tell_of_run(sender: Any, run: Run, **_: Any) -> None:
    found = run.statement_import
    said = {"import": str(found.pk), "run": run.number, "cause": run.cause, "verdict": run.verdict or None}
    owe(found.organization, Event.FINISHED, said | {"error": (run.error or {}).get("code")})
