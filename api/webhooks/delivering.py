"""Delivery of due messages: at least once, with growing intervals after failures, and given up after days of them."""

import datetime as dt
import json
import logging
import time

import httpx2
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from api.models import Delivery, Webhook
from api.webhooks.services import secret_of, signature
from people.encryption import Unopened
from reconciliation.model_access.endpoints import AddressNotAllowed
from reconciliation.model_access.guarded_http import GuardedTransport

logger = logging.getLogger(__name__)
ALL = "messages of every organization are sent by one worker"
AFTER = [dt.timedelta(seconds=seconds) for seconds in (10, 60, 300, 1_800, 7_200, 18_000, 43_200, 86_400, 86_400)]
"""Time between one try and the next; after the last of them there is none."""
SECONDS = 10.0
AT_ONCE = 50
KEPT = dt.timedelta(days=30)


def deliver_due() -> int:
    """Send the messages that are due now and return how many were tried. Each is moved to its next try before it is sent: a killed worker
    has sent it once at the most."""
    with transaction.atomic():
        now, rows = timezone.now(), Delivery.objects.across_organizations(ALL).filter(delivered_at=None, given_up_at=None)
        waiting = rows.filter(due_at__lte=now, webhook__enabled=True).order_by("due_at")
        due = list(waiting.select_for_update(skip_locked=True, of=("self",)).select_related("webhook__organization")[:AT_ONCE])
        for delivery in due:
            delivery.tries += 1
            delivery.due_at = now + AFTER[min(delivery.tries, len(AFTER)) - 1]
            delivery.save(update_fields=["tries", "due_at"])
    for delivery in due:
        try:
            _send(delivery)
        except Exception:  # of one message: the others of the batch, of other organizations, are sent all the same
            logger.exception("delivery=%s failed and waits for its next try", delivery.pk)
    return len(due)


def forget_old() -> int:
    """Delete old messages that were delivered or given up, and return their number."""
    rows = Delivery.objects.across_organizations(ALL).filter(made_at__lt=timezone.now() - KEPT)
    return rows.exclude(delivered_at=None, given_up_at=None).delete()[0]


def _send(delivery: Delivery) -> None:
    """Try a message once and record what came of it; a webhook whose message is given up is switched off."""
    delivery.answered, delivery.failure = None, ""
    try:
        delivery.answered = _posted(delivery)
    except AddressNotAllowed:
        delivery.failure = "address"
    except Unopened:
        delivery.failure = "key"
    except httpx2.TimeoutException:
        delivery.failure = "timeout"
    except (httpx2.HTTPError, httpx2.InvalidURL):
        delivery.failure = "connection"
    now = timezone.now()
    if delivery.answered is not None and 200 <= delivery.answered < 300:
        delivery.delivered_at = now
    elif delivery.tries >= len(AFTER):
        delivery.given_up_at = now
    recorded = {name: getattr(delivery, name) for name in ("answered", "failure", "delivered_at", "given_up_at")}
    if not Delivery.objects.across_organizations(ALL).filter(pk=delivery.pk).update(**recorded):
        return  # its webhook was removed in the meantime
    hooks = Webhook.objects.of(delivery.webhook.organization).filter(pk=delivery.webhook_id)
    if delivery.delivered_at:
        hooks.exclude(failed_at=None).update(failed_at=None)
    elif delivery.given_up_at:
        hooks.update(failed_at=now, enabled=False)


def _posted(delivery: Delivery) -> int:
    """Return the status of the answer. Its body is not read, and redirects are not followed."""
    hook = delivery.webhook
    transport = GuardedTransport(hook.url, settings.CONNECTION_ADDRESSES)
    body, moment, message = json.dumps(delivery.body).encode(), int(time.time()), str(delivery.pk)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Tieout",
        "webhook-id": message,
        "webhook-timestamp": str(moment),
        "webhook-signature": signature(secret_of(hook), message=message, moment=moment, body=body),
    }
    with (
        httpx2.Client(timeout=SECONDS, follow_redirects=False, trust_env=False, transport=transport) as client,
        client.stream("POST", hook.url, content=body, headers=headers) as answer,
    ):
        return answer.status_code
