"""Messages owed: written in the transaction of what they tell of, so that both are there or neither is."""

from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from api import tasks
from api.models import Delivery, Webhook
from people.models import Organization


def owe(organization: Organization, event: str, subject: dict[str, Any]) -> None:
    """One message to each webhook of the organization that wants this event."""
    wanting = [hook for hook in Webhook.objects.of(organization).filter(enabled=True) if event in hook.events]
    if not wanting:
        return
    now = timezone.now()
    body = {"type": event, "timestamp": now.isoformat(), "organization": str(organization.pk), "data": subject}
    Delivery.objects.bulk_create([Delivery(webhook=hook, event=event, body=body, due_at=now) for hook in wanting])
    transaction.on_commit(partial(tasks.ring), robust=True)
