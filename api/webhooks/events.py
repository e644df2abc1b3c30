"""Events of webhooks, and the outbox: messages are written in the transaction of their event.

A message holds only ids and codes: details are fetched with a token."""

from functools import partial
from typing import Any

from django.db import models, transaction
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from api import tasks
from api.models import Delivery, Webhook
from people.audit import Act, recorded
from people.models import AuditEntry, Organization
from reconciliation.models import Run
from reconciliation.signals import run_finished


class Event(models.TextChoices):
    UPLOADED = "import.uploaded", _("A statement was uploaded")
    FINISHED = "import.finished", _("A statement was reconciled, or could not be read")
    DECIDED = "import.decided", _("A decision on a row was recorded or undone")
    POSTED = "import.posted", _("Rows were added to the books")
    UNDONE = "import.undone", _("Added rows were removed from the books")
    CONCLUDED = "statement.concluded", _("A statement was prepared, reviewed, locked, reopened or closed")
    IMPORTED = "ledger.imported", _("A file was imported into the books, or its import undone")


OF_ACTS: dict[str, Event] = {
    Act.UPLOADED: Event.UPLOADED,
    Act.DECIDED: Event.DECIDED,
    Act.WITHDREW: Event.DECIDED,
    Act.POSTED: Event.POSTED,
    Act.UNDID: Event.UNDONE,
    Act.CONCLUDED: Event.CONCLUDED,
    Act.IMPORTED: Event.IMPORTED,
    Act.UNDID_IMPORT: Event.IMPORTED,
}


@receiver(recorded)
def tell_of_act(sender: Any, entry: AuditEntry, **_: Any) -> None:
    event = OF_ACTS.get(entry.act)
    if event and entry.organization:
        owe(entry.organization, event, {"act": entry.act, "subject": entry.subject, "id": entry.subject_id})


@receiver(run_finished)
def tell_of_run(sender: Any, run: Run, **_: Any) -> None:
    statement_import = run.statement_import
    data = {"import": str(statement_import.pk), "run": run.number, "cause": run.cause, "verdict": run.verdict or None}
    owe(statement_import.organization, Event.FINISHED, data | {"error": (run.error or {}).get("code")})


def owe(organization: Organization, event: str, subject: dict[str, Any]) -> None:
    """Add one message for each webhook of the organization that subscribes to this event."""
    wanting = [hook for hook in Webhook.objects.of(organization).filter(enabled=True) if event in hook.events]
    if not wanting:
        return
    now = timezone.now()
    body = {"type": event, "timestamp": now.isoformat(), "organization": str(organization.pk), "data": subject}
    Delivery.objects.bulk_create([Delivery(webhook=hook, event=event, body=body, due_at=now) for hook in wanting])
    transaction.on_commit(partial(tasks.ring), robust=True)
