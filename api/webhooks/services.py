"""Webhooks of an organization: added, tried, switched and removed; their events, and the outbox.

Messages are written in the transaction of their event and hold only ids and codes: details are fetched with a token. They are signed by the
Standard Webhooks specification (version 1)."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Collection
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models, transaction
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from api import tasks
from api.models import Delivery, Webhook
from people.access import require
from people.audit import Act, record, recorded
from people.encryption import opened, seal
from people.models import AuditEntry, Organization
from people.refusal import Refusal
from reconciliation.model_access.endpoints import may_be_named
from reconciliation.models import Run
from reconciliation.signals import run_finished

MOST = 20
PURPOSE = "webhook"
TRY = "try"
"""The event of a message that only tests the delivery."""

PREFIX = "whsec_"


class BadWebhook(Refusal):
    """The webhook cannot be added. `code`: address, unknown_event, no_event, too_many."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@transaction.atomic
@sensitive_variables()
def add_webhook(*, organization: Organization, by: User, url: str, events: Collection[str]) -> tuple[Webhook, str]:
    """Return the webhook and the secret that signs its messages, which is shown only once. Raises NotYours, BadWebhook."""
    require(by, organization, "manage_settings")
    if not may_be_named(url, settings.CONNECTION_ADDRESSES):
        raise BadWebhook("address")
    _check(events)
    if Webhook.objects.of(organization).count() >= MOST:
        raise BadWebhook("too_many")
    secret = PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()
    hook = Webhook.objects.create(
        organization=organization, url=url, events=_in_order(events), sealed=seal(organization, secret.encode(), purpose=PURPOSE)
    )
    record(organization, by, Act.ADDED_WEBHOOK, hook, events=hook.events)
    return hook, secret


@transaction.atomic
def change_webhook(*, webhook: Webhook, by: User, events: Collection[str] | None = None, enabled: bool | None = None) -> Webhook:
    """Change the values that are not None. Raises NotYours, BadWebhook."""
    require(by, webhook.organization, "manage_settings")
    if events is not None:
        _check(events)
        webhook.events = _in_order(events)
    if enabled is not None:
        webhook.enabled, webhook.failed_at, webhook.failures, webhook.resumes_at = enabled, None, 0, None
    webhook.save(update_fields=["events", "enabled", "failed_at", "failures", "resumes_at"])
    record(webhook.organization, by, Act.CHANGED_WEBHOOK, webhook, events=webhook.events, enabled=webhook.enabled)
    return webhook


@transaction.atomic
def remove_webhook(*, webhook: Webhook, by: User) -> None:
    """Remove a webhook with its pending messages. Raises NotYours."""
    require(by, webhook.organization, "manage_settings")
    record(webhook.organization, by, Act.REMOVED_WEBHOOK, webhook)
    Webhook.objects.of(webhook.organization).filter(pk=webhook.pk).delete()


@transaction.atomic
def try_webhook(*, webhook: Webhook, by: User) -> Delivery:
    """Send a test message in the usual way; a pause ends by that. Raises NotYours."""
    require(by, webhook.organization, "manage_settings")
    Webhook.objects.of(webhook.organization).filter(pk=webhook.pk).update(resumes_at=None)
    body = {"type": TRY, "timestamp": timezone.now().isoformat(), "organization": str(webhook.organization_id), "data": {}}
    made = Delivery.objects.create(webhook=webhook, event=TRY, body=body, due_at=timezone.now())
    transaction.on_commit(tasks.ring, robust=True)
    return made


@sensitive_variables()
def secret_of(webhook: Webhook) -> str:
    return opened(webhook.organization, bytes(webhook.sealed), purpose=PURPOSE).decode()


def _check(events: Collection[str]) -> None:
    if not events:
        raise BadWebhook("no_event")
    if not set(events) <= set(Event.values):
        raise BadWebhook("unknown_event")


def _in_order(events: Collection[str]) -> list[str]:
    return [event for event in Event.values if event in events]


def signature(secret: str, *, message: str, moment: int, body: bytes) -> str:
    """Return the signature. `moment` is in seconds since 1970: receivers refuse old ones."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = hmac.new(key, f"{message}.{moment}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(signed).decode()}"


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
