"""Delivery of due messages: at least once, one after the other to each webhook, with growing intervals after failures.

One worker sends at a time, in rounds. A round takes the oldest due message of each webhook, of few webhooks of an organization, and sends
them together; it lasts `SECONDS` at the longest, however many of them do not answer. A webhook that fails several times in a row is paused,
ever longer, and switched off after days.
"""

import asyncio
import datetime as dt
import json
import logging
import time
from dataclasses import dataclass
from uuid import UUID

import httpx2
from django.conf import settings
from django.db import transaction
from django.db.models import F, OuterRef, Q, Subquery
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from api import tasks
from api.models import Delivery, DeliveryTurn, Webhook
from api.webhooks.services import secret_of, signature
from people.encryption import Unopened
from people.mail import page_address, send_letter
from people.models import language_for
from reconciliation.model_access.endpoints import AddressNotAllowed
from reconciliation.model_access.guarded_http import GuardedAsyncTransport

logger = logging.getLogger(__name__)
ALL = "messages of every organization are sent by one worker"
AFTER = [dt.timedelta(seconds=seconds) for seconds in (10, 60, 300, 1_800, 7_200, 18_000, 43_200, 86_400, 86_400)]
"""Time between one try of a message and the next; after the last of them there is none."""
FAILURES = 3
"""Failures of a webhook in a row after which it is paused."""
PAUSES = [dt.timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 720, 720, 720, 720, 720, 720)]
"""The pauses of a webhook, one after each further failure; after the last of them it is switched off."""
SECONDS = 5.0
"""Time limit of one message, from the resolution of the name to the status of the answer."""
AT_ONCE = 50
OF_AN_ORGANIZATION = 5
"""Webhooks of one organization in a round."""
TURN = dt.timedelta(minutes=2)
"""A worker that died while it sent is replaced after this time. Longer than a round."""
LONGEST = 60.0
"""Seconds after which a worker asks for another to go on."""
STORED = dt.timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The HTTP status of an answer, or the code of a failure: address, key, timeout, connection or error."""

    answered: int | None = None
    failure: str = ""

    @property
    def is_accepted(self) -> bool:
        return self.answered is not None and 200 <= self.answered < 300


def deliver_due() -> int:
    """Send the messages that are due, round after round, and return how many were tried; 0 while another worker sends."""
    tried, end = 0, time.monotonic() + LONGEST
    while _takes_turn():
        try:
            while (sent := _send_round()) and time.monotonic() < end:
                tried += sent
                DeliveryTurn.objects.update(until=timezone.now() + TURN)
        finally:
            DeliveryTurn.objects.update(until=None)
        tried += sent
        if not _oldest_of_each(timezone.now()):  # a message that came in before the turn ended has rung in vain
            break
        if time.monotonic() >= end:
            tasks.ring()
            break
    return tried


def forget_old() -> int:
    """Delete old messages that were delivered or given up, and return their number."""
    rows = Delivery.objects.across_organizations(ALL).filter(made_at__lt=timezone.now() - STORED)
    return rows.exclude(delivered_at=None, given_up_at=None).delete()[0]


def _takes_turn() -> bool:
    """Return True if no other worker sends now. The turn is then this worker's."""
    now = timezone.now()
    DeliveryTurn.objects.get_or_create(pk=1)
    return DeliveryTurn.objects.filter(Q(until=None) | Q(until__lt=now)).update(until=now + TURN) == 1


def _send_round() -> int:
    """Send one message to each webhook whose turn it is and return how many were tried. Each is moved to its next try before it is sent: a
    killed worker has sent it once at the most."""
    with transaction.atomic():
        now, rows = timezone.now(), Delivery.objects.across_organizations(ALL)
        chosen = rows.filter(pk__in=_oldest_of_each(now), delivered_at=None, given_up_at=None).order_by("due_at")
        due = list(chosen.select_for_update(skip_locked=True, of=("self",)).select_related("webhook__organization"))
        for delivery in due:
            delivery.tries += 1
            delivery.due_at = now + AFTER[min(delivery.tries, len(AFTER)) - 1]
            delivery.save(update_fields=["tries", "due_at"])
    requests = [_request(delivery) for delivery in due]
    for delivery, outcome in zip(due, asyncio.run(_send_together(requests)), strict=True):
        _record(delivery, outcome)
    return len(due)


def _oldest_of_each(now: dt.datetime) -> list[UUID]:
    """Return the keys of the messages of the next round: the oldest due one of each webhook that is neither off nor paused."""
    due = Delivery.objects.across_organizations(ALL).filter(webhook=OuterRef("pk"), delivered_at=None, given_up_at=None, due_at__lte=now)
    oldest = due.order_by("due_at", "made_at", "pk")[:1]
    hooks = Webhook.objects.across_organizations(ALL).filter(Q(resumes_at=None) | Q(resumes_at__lte=now), enabled=True)
    waiting = hooks.annotate(message=Subquery(oldest.values("pk")), since=Subquery(oldest.values("due_at"))).exclude(message=None)
    chosen: list[UUID] = []
    shares: dict[UUID, int] = {}
    for organization, message in waiting.order_by("since", "pk").values_list("organization", "message"):
        shares[organization] = shares.get(organization, 0) + 1
        if shares[organization] <= OF_AN_ORGANIZATION:
            chosen.append(message)
    return chosen[:AT_ONCE]


def _request(delivery: Delivery) -> tuple[str, bytes, dict[str, str]] | None:
    """Return address, body and headers of a message, None if its secret cannot be opened."""
    hook, body, moment, message = delivery.webhook, json.dumps(delivery.body).encode(), int(time.time()), str(delivery.pk)
    try:
        signed = signature(secret_of(hook), message=message, moment=moment, body=body)
    except Unopened:
        return None
    named = {"webhook-id": message, "webhook-timestamp": str(moment), "webhook-signature": signed}
    return hook.url, body, {"Content-Type": "application/json", "User-Agent": "Tieout", **named}


async def _send_together(requests: list[tuple[str, bytes, dict[str, str]] | None]) -> list[Outcome]:
    return await asyncio.gather(*(_outcome(request) for request in requests))


async def _outcome(request: tuple[str, bytes, dict[str, str]] | None) -> Outcome:
    """Send one message and return its outcome, within `SECONDS` however the server behaves."""
    if request is None:
        return Outcome(failure="key")
    url, body, headers = request
    try:
        async with asyncio.timeout(SECONDS):
            return Outcome(answered=await _posted(url, body, headers))
    except AddressNotAllowed:
        return Outcome(failure="address")
    except (TimeoutError, httpx2.TimeoutException):
        return Outcome(failure="timeout")
    except (httpx2.HTTPError, httpx2.InvalidURL):
        return Outcome(failure="connection")
    except Exception:  # a fault of one message must not stop the others of the round
        logger.exception("message=%s failed and waits for its next try", headers["webhook-id"])
        return Outcome(failure="error")


async def _posted(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Return the status of the answer. Its body is not read, and redirects are not followed."""
    transport = GuardedAsyncTransport(url, settings.CONNECTION_ADDRESSES)
    async with (
        httpx2.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False, transport=transport) as client,
        client.stream("POST", url, content=body, headers=headers) as response,
    ):
        return response.status_code


def _record(delivery: Delivery, outcome: Outcome) -> None:
    """Store the outcome of a try; pause the webhook after failures in a row, and switch it off after its last pause or message."""
    now = timezone.now()
    accepted, given_up = outcome.is_accepted, not outcome.is_accepted and delivery.tries >= len(AFTER)
    recorded = {"answered": outcome.answered, "failure": outcome.failure}
    ended = {"delivered_at": now if accepted else None, "given_up_at": now if given_up else None}
    if not Delivery.objects.across_organizations(ALL).filter(pk=delivery.pk).update(**recorded, **ended):
        return  # its webhook was removed in the meantime
    hooks = Webhook.objects.of(delivery.webhook.organization).filter(pk=delivery.webhook_id)
    if accepted:
        hooks.update(failures=0, resumes_at=None, failed_at=None)
        return
    hooks.update(failures=F("failures") + 1)
    failures = hooks.values_list("failures", flat=True).first()
    if failures is None:
        return
    if given_up or failures >= FAILURES + len(PAUSES):
        if hooks.filter(enabled=True).update(failed_at=now, enabled=False, resumes_at=None):
            write_about(delivery.webhook, paused=False)
    elif failures >= FAILURES:
        hooks.update(resumes_at=now + PAUSES[failures - FAILURES])
        if failures == FAILURES:
            write_about(delivery.webhook, paused=True)


def write_about(webhook: Webhook, *, paused: bool) -> int:
    """Write that a webhook was paused or switched off, and return the number of letters that were accepted."""
    sent = 0
    for member in webhook.organization.memberships.active(timezone.now()).select_related("user__preferences"):
        if not member.may("manage_settings"):
            continue
        own = getattr(member.user, "preferences", None)
        with translation.override(language_for(own, webhook.organization) or settings.LANGUAGE_CODE):
            subject = _("A webhook is paused") if paused else _("A webhook was switched off")
            reason = (
                _("It did not accept several messages in a row. It is tried again after a pause. Its messages are kept.")
                if paused
                else _("It has not accepted a message for days. Switch it on again once it works. Its messages are kept.")
            )
            page = page_address("programs", organization=webhook.organization.slug)
            text = f"{webhook.organization}\n{webhook.url}\n\n{reason}\n\n{page}"
            sent += send_letter(to=member.user.email, subject=subject, text=text)
    return sent
