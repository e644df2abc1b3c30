"""Operations on webhooks, and the shapes of webhooks and their messages."""

import datetime as dt
from typing import Annotated, Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from ninja import Router
from pydantic import Field, StringConstraints

from api.access import TokenRequest, needs
from api.models import Delivery, Webhook
from api.schemas.common import Sent, Shape
from api.webhooks import services
from api.webhooks.services import Event

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


router = Router(tags=["Webhooks"])
PATH = "/webhooks/{uuid:webhook_id}"


@router.get("/webhooks", auth=needs("manage_settings"), response=list[WebhookShape], summary="The organization's webhooks")
def listed(request: TokenRequest) -> list[WebhookShape]:
    return [WebhookShape.of(hook) for hook in Webhook.objects.of(request.organization)]


@router.post("/webhooks", auth=needs("manage_settings"), response={201: WebhookMade}, summary="Add one")
def add(request: TokenRequest, sent: WebhookSent) -> WebhookMade:
    made, secret = services.add_webhook(organization=request.organization, by=request.user, url=sent.url, events=sent.events)
    return WebhookMade(webhook=WebhookShape.of(made), secret=secret)


@router.patch(PATH, auth=needs("manage_settings"), response=WebhookShape, summary="Change its events, or switch it")
def change(request: TokenRequest, webhook_id: UUID, sent: WebhookChange) -> WebhookShape:
    return WebhookShape.of(services.change_webhook(webhook=_webhook(request, webhook_id), by=request.user, **sent.fields()))


@router.delete(PATH, auth=needs("manage_settings"), response={204: None}, summary="Remove it")
def remove(request: TokenRequest, webhook_id: UUID) -> None:
    services.remove_webhook(webhook=_webhook(request, webhook_id), by=request.user)


@router.post(PATH + "/try", auth=needs("manage_settings"), response={202: DeliveryShape}, summary="Send it a message to try it")
def try_it(request: TokenRequest, webhook_id: UUID) -> DeliveryShape:
    return DeliveryShape.of(services.try_webhook(webhook=_webhook(request, webhook_id), by=request.user))


@router.get(PATH + "/deliveries", auth=needs("manage_settings"), response=list[DeliveryShape], summary="The last 100 messages to it")
def deliveries(request: TokenRequest, webhook_id: UUID) -> Any:
    rows = Delivery.objects.of(request.organization).filter(webhook=_webhook(request, webhook_id))
    return [DeliveryShape.of(delivery) for delivery in rows[:100]]


def _webhook(request: TokenRequest, webhook_id: UUID) -> Webhook:
    return get_object_or_404(Webhook.objects.of(request.organization).select_related("organization"), pk=webhook_id)
