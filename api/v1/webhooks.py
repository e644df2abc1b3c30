"""Operations on webhooks."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from ninja import Router

from api.access import TokenRequest, needs
from api.models import Delivery, Webhook
from api.schemas.webhooks import DeliveryShape, WebhookChange, WebhookMade, WebhookSent, WebhookShape
from api.webhooks import services

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
