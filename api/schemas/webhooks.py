"""Webhooks and their messages."""

import datetime as dt
from typing import Annotated
from uuid import UUID

from pydantic import Field, StringConstraints

from api.models import Delivery, Webhook
from api.schemas.common import Sent, Shape
from api.webhooks.events import Event

Address = Annotated[str, StringConstraints(min_length=8, max_length=500, pattern=r"^https?://[!-~]+$")]
Events = Annotated[list[Event], Field(min_length=1, max_length=20)]


class WebhookShape(Shape):
    """`resumes_at`: several messages in a row were not accepted, and no message is sent before that time. `failed_at`: no message was
    accepted for days, and the webhook was switched off."""

    id: UUID
    url: str
    events: list[str]
    enabled: bool
    made_at: dt.datetime
    resumes_at: dt.datetime | None
    failed_at: dt.datetime | None

    @classmethod
    def of(cls, webhook: Webhook) -> "WebhookShape":
        return cls.taken(webhook)


class WebhookMade(Shape):
    """`secret` is shown only once: it signs messages by Standard Webhooks."""

    webhook: WebhookShape
    secret: str


class WebhookSent(Sent):
    url: Address
    events: Events


class WebhookChange(Sent):
    events: Events | None = None
    enabled: Annotated[bool, Field(strict=True)] | None = None


class DeliveryShape(Shape):
    """A message: `answered` is the last HTTP status, `failure` says address, timeout, connection, key or error if there was none."""

    id: UUID
    event: str
    made_at: dt.datetime
    tries: int
    due_at: dt.datetime
    answered: int | None
    failure: str
    delivered_at: dt.datetime | None
    given_up_at: dt.datetime | None

    @classmethod
    def of(cls, delivery: Delivery) -> "DeliveryShape":
        return cls.taken(delivery)
